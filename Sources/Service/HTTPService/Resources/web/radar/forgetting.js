// Forgetting this browser: its messages, what it keeps and what it has set, here and at the service.

import { Refusal, ask } from "../core/api.js";
import { isKnownDevice, withKnownToken } from "../core/device.js";
import { remember } from "../core/preferences.js";
import { refusalWords } from "../core/refusals.js";
import { notify } from "../shell/notices.js";
import { forgetOffline } from "../shell/offline.js";

const names = [
    "token", "own_messages", "settings", "compose", "quickdrop_category", "hidden_categories",
    "order", "last_vote",
];

/** @returns {Promise<boolean>} Whether all is forgotten; if not, the reader has been told why. */
export async function forgetEverything() {
    try {
        if (isKnownDevice()) {
            await withKnownToken((token) => ask("/v1/me", { method: "DELETE", token }));
        }
    } catch (error) {
        // A token that the service does not know is forgotten there already.
        if (!(error instanceof Refusal && error.status === 401)) {
            notify(refusalWords(error), "warning");
            return false;
        }
    }
    for (const name of names) remember(name, null);
    await forgetOffline();
    return true;
}
