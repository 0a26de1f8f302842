// Which messages this browser keeps.

import { ask, nextPage } from "../core/api.js";
import { asThisDevice, isKnownDevice } from "../core/device.js";

/** Events: "change", when a message is kept or let go. */
export class Bookmarks extends EventTarget {
    #ids = new Set();

    has(id) {
        return this.#ids.has(id);
    }

    /**
     * The bookmarks as the service lists them, the latest first.
     *
     * @returns {Promise<object[]>} Features; those whose message is gone have no geometry.
     * @throws {Refusal|Unreachable}
     */
    async list() {
        const features = await listOfThisDevice("/v1/me/bookmarks");
        this.#ids = new Set(features.map(({ id }) => id));
        this.dispatchEvent(new Event("change"));
        return features;
    }

    /** Keeps a message, or lets it go. @throws {Refusal|Unreachable} */
    async set(id, isKept) {
        const method = isKept ? "PUT" : "DELETE";
        await asThisDevice((token) => ask(`/v1/messages/${id}/bookmark`, { method, token }));
        if (isKept) this.#ids.add(id);
        else this.#ids.delete(id);
        this.dispatchEvent(new Event("change"));
    }
}

/** A list of this browser's own, all pages of it. @throws {Refusal|Unreachable} */
export async function listOfThisDevice(path) {
    if (!isKnownDevice()) return [];
    return await asThisDevice(async (token) => {
        const features = [];
        let page = await ask(path, { query: { limit: 1000 }, token });
        features.push(...page.features);
        while (nextPage(page)) {
            page = await ask(nextPage(page), { token });
            features.push(...page.features);
        }
        return features;
    });
}
