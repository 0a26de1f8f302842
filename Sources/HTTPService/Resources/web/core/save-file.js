// Hands a file to the reader, as a download.

import { element } from "./dom.js";

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
