// The page without a connection: all of its files are kept at the first visit, and answered from there ever after. A new version is kept beside the old one and
// takes its place once no page of the old one is open, so that no page is made of both. The list and the version are written when the page is.

const VERSION = "tantalizer-@VERSION@";
const FILES = "@FILES@";

addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(fresh)));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("tantalizer-") && name !== VERSION;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  // One document serves all addresses of the page.
  const kept = caches.open(VERSION).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});
