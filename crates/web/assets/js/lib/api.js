// Asking questions: over HTTP where a server answers, of the engines in this page where there is none.

import * as http from "./http.js";
import { EXPORTED } from "./site.js";
import * as workers from "./workers.js";

export { AskError, cancelled } from "./said.js";

/** `ask` waits for an answer, `follow` hears of everything on the way, `about` tells what there is, and `AWAY` is what to say when nobody answers. */
export const { ask, follow, about, AWAY } = EXPORTED ? workers : http;
