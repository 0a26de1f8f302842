// SHA-256 of short texts (FIPS 180-4), many thousands a second: crypto.subtle takes longer for the call
// than for the hash, and is not there at all without TLS.

const constants = fractions(64, Math.cbrt);
const start = fractions(8, Math.sqrt);

/** The first 32 bits of the fractions of the roots of the first `count` primes. */
function fractions(count, root) {
    const words = new Int32Array(count);
    for (let number = 2, found = 0; found < count; number += 1) {
        let isPrime = true;
        for (let other = 2; other * other <= number; other += 1) {
            if (number % other === 0) isPrime = false;
        }
        if (isPrime) words[found++] = Math.floor((root(number) % 1) * 2 ** 32);
    }
    return words;
}

/**
 * Hashes of texts that begin alike.
 *
 * What is alike is hashed once as far as it fills blocks of 64 bytes; of what follows there may be so
 * much that one or two blocks hold it.
 */
export class TextHash {
    #state = Int32Array.from(start);
    #tail;
    #length;
    #words = new Int32Array(64);
    #hash = new Int32Array(8);

    /** @param {string} beginning What all texts begin with: ASCII alone. */
    constructor(beginning) {
        const bytes = Array.from(beginning, (letter) => letter.charCodeAt(0));
        this.#length = bytes.length;
        while (bytes.length >= 64) this.#mix(this.#state, bytes.splice(0, 64));
        this.#tail = bytes;
    }

    /**
     * The hash of the beginning and what follows it: eight words of 32 bits, good until the next.
     *
     * @param {string} rest ASCII alone.
     */
    of(rest) {
        const bytes = this.#tail.slice();
        for (let place = 0; place < rest.length; place += 1) bytes.push(rest.charCodeAt(place));
        bytes.push(0x80);
        while (bytes.length % 64 !== 56) bytes.push(0);
        const bits = (this.#length + rest.length) * 8;
        bytes.push(0, 0, 0, 0, bits >>> 24 & 255, bits >>> 16 & 255, bits >>> 8 & 255, bits & 255);
        this.#hash.set(this.#state);
        for (let place = 0; place < bytes.length; place += 64) this.#mix(this.#hash, bytes, place);
        return this.#hash;
    }

    #mix(state, bytes, from = 0) {
        const words = this.#words;
        for (let place = 0; place < 16; place += 1) {
            const at = from + place * 4;
            words[place] = bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
        }
        for (let place = 16; place < 64; place += 1) {
            const [near, far] = [words[place - 2], words[place - 15]];
            const first = (far >>> 7 | far << 25) ^ (far >>> 18 | far << 14) ^ far >>> 3;
            const second = (near >>> 17 | near << 15) ^ (near >>> 19 | near << 13) ^ near >>> 10;
            words[place] = words[place - 16] + first + words[place - 7] + second | 0;
        }
        let [a, b, c, d, e, f, g, h] = state;
        for (let round = 0; round < 64; round += 1) {
            const high = (e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7);
            const one = h + high + (e & f ^ ~e & g) + constants[round] + words[round] | 0;
            const low = (a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10);
            const two = low + (a & b ^ a & c ^ b & c) | 0;
            [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
        }
        state[0] += a; state[1] += b; state[2] += c; state[3] += d;
        state[4] += e; state[5] += f; state[6] += g; state[7] += h;
    }
}

/** With how many zero bits a hash begins. */
export function zeroBits(hash) {
    for (let place = 0; place < hash.length; place += 1) {
        if (hash[place] !== 0) return place * 32 + Math.clz32(hash[place]);
    }
    return hash.length * 32;
}
