// The service's live stream for a circle: what appears in it and what goes, as it happens.
// The browser itself connects again after a break, and says which event it had last.

import { messageOf } from "./message.js";

export class LiveStream {
    #source;

    /**
     * @param {{center: {lat: number, lon: number}, radiusMeters: number,
     *   categories: ?string[]}} query Null categories are all of them.
     * @param {object} listener
     * @param {function(): any} listener.onOpen Called when it flows, the first time and again.
     * @param {function(object): void} listener.onPosted Called with a message.
     * @param {function(string): void} listener.onGone Called with the id of a message that has expired
     *   or was removed.
     * @param {function(): any} listener.onGap Called when events may be missing: ask for the whole.
     * @param {function(): any} listener.onLost Called when it stopped flowing.
     */
    constructor({ center, radiusMeters, categories }, listener) {
        const query = new URLSearchParams({
            lat: String(center.lat), lon: String(center.lon), radius_m: String(radiusMeters),
        });
        if (categories) query.set("category", categories.join(","));
        this.#source = new EventSource(`/v1/messages/stream?${query}`);
        this.#on("open", listener.onOpen);
        this.#on("posted", ({ data }) => listener.onPosted(messageOf(JSON.parse(data))));
        this.#on("expired", ({ data }) => listener.onGone(JSON.parse(data).id));
        this.#on("removed", ({ data }) => listener.onGone(JSON.parse(data).id));
        for (const gap of ["gap", "dropped"]) this.#on(gap, listener.onGap);
        this.#on("error", listener.onLost);
    }

    /** Whether the browser has given up: the service refused, or has no stream. */
    get isOver() {
        return this.#source.readyState === EventSource.CLOSED;
    }

    close() {
        this.#source.close();
    }

    #on(event, listener) {
        this.#source.addEventListener(event, listener);
    }
}
