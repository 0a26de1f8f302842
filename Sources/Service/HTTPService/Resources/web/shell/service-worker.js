// The page while the service cannot be reached: its own files, as they were when this browser was here
// last. It keeps no answer of the service, and so no place that anybody asked about.

/** Below which all files of this version of the page are. */
const folder = new URL("..", self.location.href).pathname;
const shell = `ambit-shell ${folder}`;
/** How long the service may take before the page opens as it is kept. */
const patienceMilliseconds = 3_000;

self.addEventListener("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (origin !== self.location.origin || request.method !== "GET") return;
    if (request.mode === "navigate" && pathname === "/") event.respondWith(openPage(event));
    else if (pathname.startsWith(folder)) event.respondWith(openFile(request));
});

/** Keeps what the page is made of; most of it the browser has just fetched. */
async function keepFiles() {
    const names = await (await fetch(`${folder}offline.json`)).json();
    const cache = await caches.open(shell);
    await cache.addAll(names);
}

/** Forgets the versions before, whose pages are closed by now. */
async function takeOver() {
    for (const name of await caches.keys()) {
        if (name.startsWith("ambit-") && name !== shell) await caches.delete(name);
    }
    await self.registration.navigationPreload?.enable();
}

/** The page as the service has it now; where it does not answer soon, as it is kept. */
async function openPage(event) {
    const fetched = Promise.resolve(event.preloadResponse)
        .then((response) => response ?? fetch(event.request));
    fetched.catch(() => {});
    const late = new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error("late")), patienceMilliseconds);
    });
    try {
        return await Promise.race([fetched, late]);
    } catch {
        return await kept("/") ?? await fetched;
    }
}

/** A file of this version, whose content never changes. */
async function openFile(request) {
    return await kept(new URL(request.url).pathname) ?? await fetch(request);
}

async function kept(path) {
    return await caches.match(path, { cacheName: shell, ignoreVary: true });
}
