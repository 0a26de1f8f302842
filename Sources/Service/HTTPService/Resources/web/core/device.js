// Who posts: an anonymous token that the service gives to this browser on its first post.

import { Refusal, ask } from "./api.js";
import { recall, remember } from "./preferences.js";

const events = new EventTarget();

/** How many challenges are met for one token: one may be too easy or too old when it is. */
const mostProofs = 5;

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
    const { token } = await register();
    remember("token", token);
    events.dispatchEvent(new Event("new"));
    return token;
}

/** Registers this browser, with a proof of work where the service wants one. */
async function register() {
    let body;
    for (let proofs = 0; ; proofs += 1) {
        try {
            return await ask("/v1/devices", { method: "POST", body });
        } catch (error) {
            const isAsked = error instanceof Refusal && error.code === "proof_needed";
            if (!isAsked || proofs === mostProofs) throw error;
            const { challenge } = error.problem;
            const { nonceFor } = await import("./proof.js");
            body = { challenge: challenge.text, nonce: await nonceFor(challenge) };
        }
    }
}
