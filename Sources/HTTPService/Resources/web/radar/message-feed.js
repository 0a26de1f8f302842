// What can be seen from a place, kept up to date. It asks again every few seconds; whoever listens
// would not notice if the service told it instead.
//
// Events:
//   "change"  detail: { messages: Map of id -> message, in the query's order; isComplete }
//   "state"   detail: "connecting" | "live" | "loading" (the service starts) | "offline"

import { Refusal, Unreachable, ask, nextPage } from "../core/api.js";
import { messageOf } from "./message.js";

const periodMilliseconds = 4_000;
const longestWaitMilliseconds = 30_000;
const mostMessages = 500;

export class MessageFeed extends EventTarget {
    #query = null;
    #timer = 0;
    #asking = null;
    #failures = 0;

    constructor() {
        super();
        window.addEventListener("online", () => this.refresh());
        window.addEventListener("offline", () => this.#say("state", "offline"));
        document.addEventListener("visibilitychange", () => {
            if (!document.hidden) this.refresh();
        });
    }

    /**
     * Watches a circle, instead of any that was watched before.
     *
     * @param {{center: {lat: number, lon: number}, radiusMeters: number,
     *   categories: ?string[], order: "nearest"|"newest"}} query Null categories are all of them.
     */
    watch(query) {
        if (!this.#query) this.#say("state", "connecting");
        this.#query = query;
        this.refresh();
    }

    /** Asks at once. */
    refresh() {
        if (!this.#query) return;
        clearTimeout(this.#timer);
        this.#asking?.abort();
        this.#look();
    }

    /** Watches nothing any more. */
    stop() {
        this.#query = null;
        clearTimeout(this.#timer);
        this.#asking?.abort();
    }

    async #look() {
        const asking = new AbortController();
        this.#asking = asking;
        try {
            const list = await this.#list(asking.signal);
            const messages = new Map(
                list.features.map((feature) => [feature.id, messageOf(feature)]));
            this.#failures = 0;
            this.#say("change", { messages, isComplete: nextPage(list) === null });
            this.#say("state", "live");
        } catch (error) {
            if (asking.signal.aborted) return;
            this.#failures += 1;
            if (error instanceof Refusal) {
                this.#say("state", error.isPassing ? "loading" : "offline");
            } else if (error instanceof Unreachable) {
                this.#say("state", "offline");
            } else {
                throw error;
            }
        }
        this.#schedule(asking);
    }

    async #list(signal) {
        const { center, radiusMeters, categories, order } = this.#query;
        if (categories?.length === 0) return { features: [] };
        return await ask("/v1/messages", {
            query: {
                lat: center.lat, lon: center.lon, radius_m: radiusMeters,
                category: categories?.join(",") ?? null, sort: order, limit: mostMessages,
            },
            signal,
        });
    }

    /** Waits longer after each failure; a hidden page asks nothing. */
    #schedule(asking) {
        if (asking.signal.aborted || document.hidden) return;
        const wait = Math.min(periodMilliseconds * 2 ** this.#failures, longestWaitMilliseconds);
        this.#timer = setTimeout(() => this.#look(), wait);
    }

    #say(event, detail) {
        this.dispatchEvent(new CustomEvent(event, { detail }));
    }
}
