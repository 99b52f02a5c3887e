/* A service worker that gives the page's own files the headers which browsers want before they share memory between threads;
 * for hosts that cannot set headers. */
"use strict";
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function isolate(request) {
  const response = await fetch(request);
  if (response.status === 0 || response.type === "opaque") return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(response.body, {status: response.status, statusText: response.statusText, headers});
}

self.addEventListener("fetch", (event) => {
  if (new URL(event.request.url).origin === self.location.origin) event.respondWith(isolate(event.request));
});
