// What lets the page open while the service cannot be reached.

/** Has this browser keep the page's own files, once nothing else is on its way; see service-worker.js. */
export function keepOffline() {
    // Browsers have it on pages that come over HTTPS or from this machine.
    const workers = navigator.serviceWorker;
    if (!workers) return;
    const address = new URL("../shell/service-worker.js", import.meta.url).pathname;
    const register = () => workers.register(address, { scope: "/" }).catch(console.warn);
    const whenIdle = window.requestIdleCallback ?? ((action) => setTimeout(action, 1_000));
    if (document.readyState === "complete") whenIdle(register);
    else window.addEventListener("load", () => whenIdle(register), { once: true });
}

/** Takes away what this browser keeps of the page; the next visit keeps it anew. */
export async function forgetOffline() {
    if (!navigator.serviceWorker) return;
    const registration = await navigator.serviceWorker.getRegistration("/");
    await registration?.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
}
