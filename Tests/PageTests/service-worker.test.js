import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const source = readFileSync(new URL("./web/shell/service-worker.js", import.meta.url), "utf8");
const origin = "https://ambit.example.org";
const folder = "/assets/0123456789abcdef/";

/** A worker with what it has kept, over a network that a function stands for. */
function worker(network, kept = { "/": "kept page", [`${folder}packs/page.js`]: "kept pack" }, wait = setTimeout) {
    const listeners = {};
    const stores = new Map([
        [`ambit-shell ${folder}`, new Map(Object.entries(kept))], ["ambit-shell old", new Map()],
    ]);
    const self = {
        location: new URL(`${origin}${folder}shell/service-worker.js`),
        registration: {},
        addEventListener: (name, listener) => { listeners[name] = listener; },
    };
    const caches = {
        match: async (path, { cacheName }) => stores.get(cacheName)?.get(path),
        keys: async () => [...stores.keys()],
        delete: async (name) => stores.delete(name),
    };
    vm.runInNewContext(source, { self, caches, fetch: network, URL, Promise, Error, setTimeout: wait });
    const ask = (path, more = {}) => {
        let answer = null;
        const request = { url: new URL(path, origin).href, method: "GET", mode: "cors", ...more };
        listeners.fetch({ request, respondWith: (given) => { answer = given; } });
        return answer;
    };
    return { ask, listeners, stores };
}

const unreachable = async () => { throw new TypeError("Failed to fetch"); };

test("the page is the service's while that answers, and the kept one while it does not", async () => {
    assert.equal(await worker(async () => "new page").ask("/", { mode: "navigate" }), "new page");
    assert.equal(await worker(unreachable).ask("/?utm_source=x", { mode: "navigate" }), "kept page");
    await assert.rejects(worker(unreachable, {}).ask("/", { mode: "navigate" }));
});

test("a service that takes longer than three seconds is not waited for", async () => {
    const waitNot = (action, milliseconds) => {
        assert.equal(milliseconds, 3_000);
        action();
    };
    const { ask } = worker(() => new Promise(() => {}), undefined, waitNot);
    assert.equal(await ask("/", { mode: "navigate" }), "kept page");
});

test("files of its own version come from what is kept, others and answers from the service", async () => {
    const { ask } = worker(async () => "fetched");
    assert.equal(await ask(`${folder}packs/page.js`), "kept pack");
    assert.equal(await ask(`${folder}packs/staff.js`), "fetched");
    for (const path of ["/assets/fedcba9876543210/packs/page.js", "/v1/vote?lat=1&lon=2", "/openapi.json"]) {
        assert.equal(ask(path), null, path);
    }
    assert.equal(ask("/v1/messages", { method: "POST" }), null);
    assert.equal(ask("https://tiles.example.org/"), null);
});

test("when it takes over, the versions before are forgotten", async () => {
    const { listeners, stores } = worker(unreachable);
    let done;
    listeners.activate({ waitUntil: (promise) => { done = promise; } });
    await done;
    assert.deepEqual([...stores.keys()], [`ambit-shell ${folder}`]);
});
