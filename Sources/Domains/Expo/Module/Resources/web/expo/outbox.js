// Ratings on their way: kept in this browser until the service has them, each with the time at which it was
// given and a key of its own, so that none is lost and none counts twice.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { now } from "../core/clock.js";
import { recall, remember } from "../core/preferences.js";

const retryMilliseconds = 5_000;
/** A clock that differs less from the service's is right: answers take their time. */
const clockSlackMilliseconds = 60_000;

let last = 0;

/** When something is done: by this phone's clock, or by the service's where the phone's is wrong. */
export function momentOfDeed() {
    const [own, service] = [Date.now(), now()];
    let moment = Math.abs(service - own) > clockSlackMilliseconds ? service : own;
    // What is changed at once counts, though answers tell the service's clock a little earlier and later.
    if (moment <= last && last - moment < clockSlackMilliseconds) moment = last + 1;
    last = moment;
    return new Date(moment).toISOString();
}

/** Whether a time is later than now, as far as the service has told. */
export function isInFuture(moment) {
    return Date.parse(moment) > now();
}

export class Outbox {
    #listeners = [];
    #sentListeners = [];
    #sending = null;
    #timer = 0;

    constructor() {
        /** Whether the service could not be reached when it was tried last. */
        this.isAway = false;
    }

    /** How many ratings wait. */
    get count() {
        return this.#ratings.length;
    }

    get #ratings() {
        return recall("fair_outbox", []);
    }

    set #ratings(ratings) {
        remember("fair_outbox", ratings.length === 0 ? null : ratings);
    }

    onChange(listener) {
        this.#listeners.push(listener);
    }

    onSent(listener) {
        this.#sentListeners.push(listener);
    }

    /**
     * Keeps a rating in place of one of the same exhibitor that was not sent.
     *
     * @param {{exhibitor: string, event: string, stars: number, code?: string, at?: string}} rated What was given,
     *     the code of the booth, and when, unless that is now.
     */
    put({ exhibitor, event, stars, code, at }) {
        const rating = {
            exhibitor, event, stars, ...(code ? { code } : {}),
            rated_at: at ?? momentOfDeed(), key: crypto.randomUUID(),
        };
        this.#ratings = [...this.#ratings.filter((other) => other.exhibitor !== exhibitor), rating];
        this.#changed();
    }

    /** Forgets all: the visitor went. */
    clear() {
        this.#ratings = [];
        this.#changed();
    }

    start(visitor) {
        clearInterval(this.#timer);
        this.#timer = setInterval(() => {
            if (this.count > 0) this.send(visitor);
        }, retryMilliseconds);
        if (this.count > 0) this.send(visitor);
    }

    stop() {
        clearInterval(this.#timer);
    }

    /** Sends what waits, one after the other. */
    async send(visitor) {
        this.#sending ??= this.#sendAll(visitor).finally(() => { this.#sending = null; });
        await this.#sending;
        // What came meanwhile.
        if (this.count > 0 && !this.isAway) await this.send(visitor);
    }

    async #sendAll(visitor) {
        for (const rating of this.#ratings) {
            try {
                const answer = await visitor.asThis((token) => put(rating, token));
                if (answer === null) return this.#wasAway();
                this.isAway = false;
                this.#remove(rating);
                for (const listener of this.#sentListeners) listener({ rating, answer });
            } catch (error) {
                const isPassing = error instanceof Unreachable
                    || error instanceof Refusal && error.isPassing;
                if (isPassing) return this.#wasAway();
                if (!(error instanceof Refusal)) throw error;
                this.#remove(rating);
                for (const listener of this.#sentListeners) listener({ rating, refusal: error });
            }
        }
    }

    #wasAway() {
        this.isAway = true;
        this.#changed();
    }

    #remove(rating) {
        this.#ratings = this.#ratings.filter(({ key }) => key !== rating.key);
        this.#changed();
    }

    #changed() {
        for (const listener of this.#listeners) listener();
    }
}

function put({ exhibitor, stars, rated_at: ratedAt, key, code }, token) {
    return ask(`/v1/exhibitors/${encodeURIComponent(exhibitor)}/rating`, {
        method: "PUT", token, headers: { "Idempotency-Key": key },
        body: { stars, rated_at: ratedAt, ...(code ? { code } : {}) },
    });
}
