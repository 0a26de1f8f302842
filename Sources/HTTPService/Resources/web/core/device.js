// Who posts: an anonymous token that the service gives to this browser on its first post.

import { Refusal, ask } from "./api.js";
import { recall, remember } from "./preferences.js";

const events = new EventTarget();

/** Calls `listener` when this browser has been given a token, and with it a blank slate. */
export function onNewDevice(listener) {
    events.addEventListener("new", listener);
}

/** Whether this browser has a token; it gets one with the first thing that needs it. */
export function isKnownDevice() {
    return recall("token") !== null;
}

/** Calls `action` with the token that this browser has. */
export async function withKnownToken(action) {
    return await action(recall("token"));
}

/**
 * Calls `action` with this device's token. A token that the service does not know any more is
 * replaced, once.
 */
export async function asThisDevice(action) {
    try {
        return await action(recall("token") ?? (await newToken()));
    } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 401) throw error;
        return await action(await newToken());
    }
}

async function newToken() {
    const { token } = await ask("/v1/devices", { method: "POST" });
    remember("token", token);
    events.dispatchEvent(new Event("new"));
    return token;
}
