// What a new device costs where many come from one address: a nonce that takes a while to find.

import { TextHash, zeroBits } from "./sha256.js";

/** For so long the page does nothing else: less than a frame, so that nobody sees it stutter. */
const sliceMilliseconds = 10;
/** How many nonces are tried between two looks at the clock. */
const triesInARow = 256;

/**
 * Finds a nonce with which the SHA-256 of the challenge's text and the nonce begins with as many zero
 * bits as it says, a slice at a time.
 *
 * @param {{text: string, bits: number}} challenge
 * @returns {Promise<string>}
 */
export async function nonceFor({ text, bits }) {
    const hash = new TextHash(text);
    let number = 0;
    for (;;) {
        const end = performance.now() + sliceMilliseconds;
        while (performance.now() < end) {
            for (let tries = 0; tries < triesInARow; tries += 1, number += 1) {
                const nonce = number.toString(36);
                if (zeroBits(hash.of(nonce)) >= bits) return nonce;
            }
        }
        await new Promise((resolve) => { setTimeout(resolve); });
    }
}
