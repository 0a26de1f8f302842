// What the reader has set for Radar. Kept in this browser; once this browser has a token, the
// service keeps it too.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { asThisDevice, isKnownDevice, onNewDevice } from "../core/device.js";
import { recall, remember } from "../core/preferences.js";

const name = "settings";
const standard = {
    quickdrop_enabled: false, quickdrop_visible_radius_m: 1_000, quickdrop_ttl_s: 3_600,
    scan_radius_m: 2_000,
};

/** Events: "change", when a value is another one now. */
export class Settings extends EventTarget {
    constructor() {
        super();
        this.values = { ...standard, ...recall(name, {}) };
        // What was set before the service knew this browser is to hold there, too.
        onNewDevice(() => this.set({}).catch(() => {}));
    }

    /** Takes what the service keeps for this browser's token, if it has one. */
    async load() {
        if (!isKnownDevice()) return;
        try {
            this.take(await asThisDevice((token) => ask("/v1/me/settings", { token })));
        } catch (error) {
            this.#forgive(error);
        }
    }

    /**
     * Sets some values, here at once and at the service if this browser is known there.
     *
     * @throws {Refusal} When the service does not take them; they are then as before.
     */
    async set(values) {
        const before = this.values;
        this.take(values);
        if (!isKnownDevice()) return;
        try {
            await asThisDevice((token) => ask(
                "/v1/me/settings", { method: "PUT", body: this.values, token }));
        } catch (error) {
            if (error instanceof Refusal && !error.isPassing) this.take(before);
            this.#forgive(error);
        }
    }

    /** Back to what holds before anything is set. */
    reset() {
        this.values = { ...standard };
        this.dispatchEvent(new Event("change"));
    }

    take(values) {
        this.values = { ...this.values, ...values };
        remember(name, this.values);
        this.dispatchEvent(new Event("change"));
    }

    /** Without the service the values here hold; it gets them with the next change. */
    #forgive(error) {
        const isAway = error instanceof Unreachable
            || (error instanceof Refusal && error.isPassing);
        if (!isAway) throw error;
    }
}
