// A link that carries the whole puzzle and how far it is played, in the part of the address that never leaves the browser.

/** @param {State} state */
export function linkTo(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  const code = btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${location.origin}${location.pathname}#s=${code}`;
}

/**
 * The state in the address, if there is one.
 * @returns {State|null}
 */
export function shared() {
  const code = /^#s=([\w-]+)$/.exec(location.hash)?.[1];
  if (!code) return null;
  try {
    const text = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const state = JSON.parse(new TextDecoder().decode(bytes));
    return state && typeof state === "object" && state.file ? state : null;
  } catch {
    return null;
  }
}
