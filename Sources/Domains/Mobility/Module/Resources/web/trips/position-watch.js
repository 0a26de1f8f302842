// Sends where this device is while a trip goes on that was begun here.

import { Refusal, Unreachable } from "../core/api.js";
import { recall, remember } from "../core/preferences.js";
import { askOwn } from "./travel.js";

/** The trip that is watched here; kept so that a reload goes on with it. */
const key = "watched_trip";
/** So many places are sent at once ... */
const batchSize = 100;
/** ... and so many wait for a service that cannot take them; then the oldest go. */
const waitingLimit = 10000;

/** Whether a failure is one that passes: what was sent then is sent again. */
export function isPassing(error) {
    return error instanceof Unreachable
        || error instanceof Refusal && (error.status >= 500 || error.status === 429 || error.status === 408);
}

/** Watches the position of this device for one trip. */
export class PositionWatch {
    #watch = null;
    #waiting = [];
    #isSending = false;
    #refused;

    /** @param {() => void} refused Called once where no place is kept, for want of the consent. */
    constructor(refused) {
        this.#refused = refused;
        window.addEventListener("online", () => this.#send());
    }

    /** Begins with a trip that was started here. */
    begin(trip) {
        remember(key, trip);
        this.follow(trip);
    }

    /** Goes on with the trip that goes on, if it was started here; ends with none. */
    follow(trip) {
        if (trip === null || recall(key) !== trip) {
            this.end();
        } else if (this.#watch === null && "geolocation" in navigator) {
            this.#watch = navigator.geolocation.watchPosition(
                (position) => this.#take(position), () => {}, { enableHighAccuracy: true });
        }
    }

    /** Watches no more. What still waits is sent: it is of moments before. */
    end() {
        if (this.#watch !== null) navigator.geolocation.clearWatch(this.#watch);
        this.#watch = null;
        remember(key, null);
        this.#send();
    }

    #take({ coords, timestamp }) {
        this.#waiting.push({
            at: new Date(timestamp).toISOString(), lat: coords.latitude, lon: coords.longitude,
            accuracy_m: coords.accuracy,
        });
        this.#waiting.splice(0, this.#waiting.length - waitingLimit);
        this.#send();
    }

    async #send() {
        if (this.#isSending) return;
        this.#isSending = true;
        try {
            while (this.#waiting.length > 0) {
                const fixes = this.#waiting.slice(0, batchSize);
                await askOwn("/v1/fixes", { method: "POST", body: { device: "page", fixes } });
                this.#waiting.splice(0, fixes.length);
            }
        } catch (error) {
            // What a dead zone or a fault of the service holds up stays, and is sent with the next place.
            if (!isPassing(error)) {
                this.#waiting = [];
                if (error instanceof Refusal && error.status === 403) this.#refused();
            }
        } finally {
            this.#isSending = false;
        }
    }
}
