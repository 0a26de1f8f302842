// What can be seen from a place, kept up to date: a list to begin with, then what the service's
// live stream tells. Where there is no stream it asks again every few seconds.
//
// Events:
//   "change"  detail: { messages: Map of id -> message, in the query's order; isComplete }
//   "gone"    detail: the id of a message that has expired or was removed
//   "state"   detail: "connecting" | "live" | "loading" (the service starts) | "offline"

import { Refusal, Unreachable, ask, nextPage } from "../core/api.js";
import { LiveStream } from "./live-stream.js";
import { inOrder, messageOf } from "./message.js";

const periodMilliseconds = 4_000;
// With a stream the list is asked for only to be sure.
const streamingPeriodMilliseconds = 60_000;
const longestWaitMilliseconds = 30_000;
const mostMessages = 100;
// How long the list waits for the stream, so that it need not be asked for twice.
const streamPatienceMilliseconds = 400;

export class MessageFeed extends EventTarget {
    #query = null;
    #timer = 0;
    #asking = null;
    #failures = 0;
    #stream = null;
    #isFlowing = false;
    #messages = new Map();
    #isComplete = true;

    constructor() {
        super();
        window.addEventListener("online", () => this.refresh());
        window.addEventListener("offline", () => this.#say("state", "offline"));
        document.addEventListener("visibilitychange", () => {
            if (!this.#query) return;
            if (document.hidden) this.#closeStream();
            else this.#start();
        });
    }

    /**
     * Watches a circle, instead of any that was watched before.
     *
     * @param {{center: {lat: number, lon: number}, radiusMeters: number,
     *   categories: ?string[], order: "nearest"|"newest"}} query Null categories are all of them.
     */
    watch(query) {
        if (JSON.stringify(query) === JSON.stringify(this.#query)) return;
        if (!this.#query) this.#say("state", "connecting");
        this.#query = query;
        this.#start();
    }

    /** The middle of the circle that is watched; null when none is. */
    get center() {
        return this.#query?.center ?? null;
    }

    #start() {
        this.#openStream();
        clearTimeout(this.#timer);
        this.#asking?.abort();
        if (this.#stream) this.#timer = setTimeout(() => this.#look(), streamPatienceMilliseconds);
        else this.#look();
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
        this.#closeStream();
        clearTimeout(this.#timer);
        this.#asking?.abort();
    }

    #openStream() {
        this.#closeStream();
        if (this.#query.categories?.length === 0) return;
        const stream = new LiveStream(this.#query, {
            // What came before it flowed is in the list, asked for from now on.
            onOpen: () => {
                if (this.#isFlowing) return;
                this.#isFlowing = true;
                this.refresh();
            },
            onPosted: (message) => this.#add(message),
            onGone: (id) => this.#remove(id),
            onGap: () => this.refresh(),
            onLost: () => {
                this.#isFlowing = false;
                if (stream.isOver) this.#closeStream();
                this.refresh();
            },
        });
        this.#stream = stream;
    }

    #closeStream() {
        this.#stream?.close();
        this.#stream = null;
        this.#isFlowing = false;
    }

    #add(message) {
        if (this.#messages.has(message.id)) return;
        const messages = [...this.#messages.values(), message]
            .sort(inOrder(this.#query.order));
        if (messages.length > mostMessages) {
            messages.length = mostMessages;
            this.#isComplete = false;
        }
        this.#take(new Map(messages.map((one) => [one.id, one])), this.#isComplete);
    }

    #remove(id) {
        if (!this.#messages.has(id)) return;
        this.#messages = new Map(this.#messages);
        this.#messages.delete(id);
        this.#say("gone", id);
        // Others were waiting for its place.
        if (!this.#isComplete) this.refresh();
    }

    #take(messages, isComplete) {
        this.#messages = messages;
        this.#isComplete = isComplete;
        this.#say("change", { messages: new Map(messages), isComplete });
    }

    async #look() {
        const asking = new AbortController();
        this.#asking = asking;
        try {
            const list = await this.#list(asking.signal);
            this.#failures = 0;
            this.#take(
                new Map(list.features.map((feature) => [feature.id, messageOf(feature)])),
                nextPage(list) === null);
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
        const period = this.#isFlowing ? streamingPeriodMilliseconds : periodMilliseconds;
        const wait = this.#failures === 0
            ? period : Math.min(periodMilliseconds * 2 ** this.#failures, longestWaitMilliseconds);
        this.#timer = setTimeout(() => this.#look(), wait);
    }

    #say(event, detail) {
        this.dispatchEvent(new CustomEvent(event, { detail }));
    }
}
