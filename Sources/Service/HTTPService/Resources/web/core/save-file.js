// Files that the service has made, handed to the reader as downloads.

import { Refusal, Unreachable, parsed, patienceMilliseconds } from "./api.js";
import { element } from "./dom.js";

/**
 * Fetches a file that the service has made.
 *
 * @returns {Promise<Blob>}
 * @throws {Refusal|Unreachable}
 */
export async function fetchFile(path, { token }) {
    let response;
    try {
        response = await fetch(path, {
            headers: { Authorization: `Bearer ${token}` },
            signal: AbortSignal.timeout(patienceMilliseconds), cache: "no-store", credentials: "omit",
        });
        if (response.ok) return await response.blob();
    } catch (error) {
        throw new Unreachable(error.message);
    }
    const answer = parsed(await response.text());
    throw new Refusal(
        response.status, answer?.detail ?? response.statusText, answer?.errors ?? [], answer);
}

/**
 * @param {Blob} file
 * @param {string} name The name that the browser proposes.
 */
export function saveFile(file, name) {
    const address = URL.createObjectURL(file);
    element("a", { href: address, download: name }).click();
    // The browser has taken the file when it gets round to this.
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
