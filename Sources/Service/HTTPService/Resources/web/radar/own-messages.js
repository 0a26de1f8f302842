// Which messages were posted from this browser: it may take them back.

import { now } from "../core/clock.js";
import { recall, remember } from "../core/preferences.js";

const name = "own_messages";

/** Remembers a message of this browser's for as long as it lives. */
export function addOwn({ id, expiresAt }) {
    const living = recall(name, []).filter((own) => own.expiresAt > now());
    remember(name, [...living, { id, expiresAt }]);
}

/** Whether a message was posted from here. */
export function isOwn(id) {
    return recall(name, []).some((own) => own.id === id);
}

/** Forgets a message that was taken back. */
export function removeOwn(id) {
    remember(name, recall(name, []).filter((own) => own.id !== id));
}
