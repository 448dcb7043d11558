// The page without a connection: all of its files are kept at the first visit, and answered from there ever after; MiniZinc, which is large, once somebody needs
// it. A new version is kept beside the old one and takes its place once no page of the old one is open, so that no page is made of both. The lists and the version
// are written when the page is.

const VERSION = "tantalizer-@VERSION@";
const FILES = "@FILES@";
const LATER = "@LATER@";

addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(fresh)));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("tantalizer-") && name !== VERSION;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener("fetch", (event) => event.respondWith(answered(event.request)));

async function answered(request) {
  const cache = await caches.open(VERSION);
  // One document serves all addresses of the page.
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const answer = await fetch(request);
  const isKept = LATER.some((file) => new URL(file, location).href === request.url);
  if (isKept && answer.ok) await cache.put(request, answer.clone());
  return answer;
}
