// Posting a message, and counting its characters as the service does.

import { ask } from "../core/api.js";
import { asThisDevice } from "../core/device.js";
import { messageOf } from "./message.js";
import { addOwn } from "./own-messages.js";

let attempt = { body: null, key: null };

/**
 * Posts a message. Sent again because no answer came, it is still one message.
 *
 * @returns {Promise<object>} The message as the page knows it.
 * @throws {Refusal|Unreachable}
 */
export async function post(body) {
    const same = JSON.stringify(body);
    if (attempt.body !== same) attempt = { body: same, key: newKey() };
    const headers = { "Idempotency-Key": attempt.key };
    const feature = await asThisDevice(
        (token) => ask("/v1/messages", { method: "POST", body, token, headers }));
    attempt = { body: null, key: null };
    const message = messageOf(feature);
    addOwn(message);
    return message;
}

/** How many characters people see in `words`. */
export function characterCount(words) {
    if (!("Segmenter" in Intl)) return [...words].length;
    return [...new Intl.Segmenter().segment(words)].length;
}

/** 128 random bits in hexadecimal; `crypto.randomUUID` is missing from pages without HTTPS. */
function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
