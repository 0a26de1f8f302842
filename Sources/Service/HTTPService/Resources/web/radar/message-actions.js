// What a reader does with a message: keep it, or take it back.

import { Refusal, ask } from "../core/api.js";
import { asThisDevice } from "../core/device.js";
import { refusalWords } from "../core/refusals.js";
import { text } from "../core/texts.js";
import { notify } from "../shell/notices.js";
import { removeOwn } from "./own-messages.js";

/**
 * Keeps a message, or lets it go, and says so.
 *
 * @param {import("./bookmarks.js").Bookmarks} bookmarks
 * @param {string} id
 * @param {boolean} isKept Whether it is to be kept.
 * @param {{lat: number, lon: number}} place Where the reader is.
 */
export async function keep(bookmarks, id, isKept, place) {
    try {
        if (isKept) await bookmarks.keep(id, place);
        else await bookmarks.letGo(id);
        notify(text(isKept ? "radar.kept_now" : "radar.let_go_now"));
    } catch (error) {
        notify(refusalWords(error), "warning");
    }
}

/**
 * Takes a message of this browser's back, and says so.
 *
 * @returns {Promise<boolean>} Whether it is not this browser's any more.
 */
export async function remove(id) {
    try {
        await asThisDevice((token) => ask(`/v1/messages/${id}`, { method: "DELETE", token }));
        notify(text("radar.removed"));
    } catch (error) {
        if (!(error instanceof Refusal)) {
            notify(refusalWords(error), "warning");
            return false;
        }
        // Gone already, or not this browser's any more: either way there is nothing to remove.
        notify(error.status === 404 ? text("radar.removed") : refusalWords(error), "warning");
    }
    removeOwn(id);
    return true;
}
