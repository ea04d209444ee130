// The service worker: everything of the site is kept at the first visit, and used without asking. SITE is before this.
const CACHE = `primecards ${self.registration.scope} ${SITE.version}`;

self.addEventListener("install", (event) => {
  // Past the browser's own store, which may hold files of an older site.
  const requests = SITE.files.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const ours = `primecards ${self.registration.scope} `;
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith(ours) && name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answer(event.request));
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  const address = new URL(request.url);
  const file = address.pathname.endsWith("/") ? `${address.pathname}index.html` : address.pathname;
  return (await cache.match(new URL(file, address), { ignoreSearch: true })) ?? fetch(request);
}
