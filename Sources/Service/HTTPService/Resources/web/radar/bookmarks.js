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

    /**
     * Keeps a message.
     *
     * @param {string} id
     * @param {{lat: number, lon: number}} place Where the reader is, within the message's reach.
     * @throws {Refusal|Unreachable}
     */
    async keep(id, { lat, lon }) {
        await asThisDevice((token) => ask(
            `/v1/messages/${id}/bookmark`, { method: "PUT", query: { lat, lon }, token }));
        this.#ids.add(id);
        this.dispatchEvent(new Event("change"));
    }

    /** Lets a message go. @throws {Refusal|Unreachable} */
    async letGo(id) {
        await asThisDevice(
            (token) => ask(`/v1/messages/${id}/bookmark`, { method: "DELETE", token }));
        this.#ids.delete(id);
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
