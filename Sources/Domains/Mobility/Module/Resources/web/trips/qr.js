// A text as a QR code, which a phone's camera reads off the screen.
//
// Source: ISO/IEC 18004:2015. Byte mode, level M (15 % of a code may be spoilt), versions 1 to 40.

/** Bytes of error correction in each block, by version from 1 on: table 9, level M. */
const checkCounts = [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
    26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
];
/** Blocks, by version from 1 on: table 9, level M. */
const blockCounts = [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
    17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
];
/** Level M in the format's bits. */
const levelBits = 0;
const [byteMode, terminatorBits] = [0b0100, 4];
const padBytes = [0xec, 0x11];
/** Which modules each of the eight masks turns over. */
const masks = [
    (x, y) => (x + y) % 2 === 0,
    (x, y) => y % 2 === 0,
    (x) => x % 3 === 0,
    (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
    (x, y) => x * y % 2 + x * y % 3 === 0,
    (x, y) => (x * y % 2 + x * y % 3) % 2 === 0,
    (x, y) => ((x + y) % 2 + x * y % 3) % 2 === 0,
];

/**
 * The code of a text: rows of modules, true where one is dark, without the quiet zone around them.
 *
 * @param {string} text At most 2,331 bytes as UTF-8.
 * @param {number} [chosen] The mask, 0 to 7; the one that is read best unless told.
 * @returns {boolean[][]}
 * @throws {RangeError} Where the text is longer.
 */
export function qrCode(text, chosen) {
    const bytes = new TextEncoder().encode(text);
    const version = versionFor(bytes.length);
    const plain = new Grid(version);
    plain.fill(interleaved(codewords(bytes, version), version));
    const chosenOnes = chosen === undefined ? [...masks.keys()] : [chosen];
    return chosenOnes.map((mask) => plain.masked(mask))
        .map((rows) => ({ rows, penalty: penalty(rows) }))
        .reduce((best, other) => other.penalty < best.penalty ? other : best).rows;
}

/** The smallest version that holds so many bytes. */
function versionFor(count) {
    for (let version = 1; version <= blockCounts.length; version += 1) {
        if (headBits(version) + 8 * count <= 8 * dataCount(version)) return version;
    }
    throw new RangeError(`A QR code of level M holds no ${count} bytes.`);
}

/** The bits of mode and length. */
function headBits(version) {
    return 4 + (version < 10 ? 8 : 16);
}

/** The bytes that a version has, those of error correction among them. */
function wholeCount(version) {
    let modules = (16 * version + 128) * version + 64;
    if (version > 1) {
        const lines = Math.floor(version / 7) + 2;
        modules -= (25 * lines - 10) * lines - 55;
    }
    if (version > 6) modules -= 36;
    return Math.floor(modules / 8);
}

function dataCount(version) {
    return wholeCount(version) - checkCounts[version - 1] * blockCounts[version - 1];
}

/** Mode, length, the bytes themselves, and what fills the version up. */
function codewords(bytes, version) {
    const bits = [];
    const put = (value, count) => {
        for (let shift = count - 1; shift >= 0; shift -= 1) bits.push(value >> shift & 1);
    };
    const room = 8 * dataCount(version);
    put(byteMode, 4);
    put(bytes.length, headBits(version) - 4);
    for (const byte of bytes) put(byte, 8);
    put(0, Math.min(terminatorBits, room - bits.length));
    put(0, (8 - bits.length % 8) % 8);
    for (let number = 0; bits.length < room; number += 1) put(padBytes[number % 2], 8);
    const words = new Uint8Array(room / 8);
    for (const [index, bit] of bits.entries()) words[index >> 3] |= bit << 7 - (index & 7);
    return words;
}

/** The blocks with their bytes of error correction, by turns a byte of each. */
function interleaved(words, version) {
    const [blocks, checks] = [blockCounts[version - 1], checkCounts[version - 1]];
    const divisor = generator(checks);
    const short = Math.floor(words.length / blocks);
    const longer = words.length % blocks;
    const data = [];
    for (let block = 0, start = 0; block < blocks; block += 1) {
        const end = start + short + (block >= blocks - longer ? 1 : 0);
        data.push(words.subarray(start, end));
        start = end;
    }
    const tails = data.map((block) => remainder(block, divisor));
    const whole = [];
    for (let index = 0; index <= short; index += 1) {
        for (const block of data) if (index < block.length) whole.push(block[index]);
    }
    for (let index = 0; index < checks; index += 1) {
        for (const tail of tails) whole.push(tail[index]);
    }
    return whole;
}

/** The product of two numbers of the field of 256, by x^8 + x^4 + x^3 + x^2 + 1. */
function product(one, other) {
    let result = 0;
    for (let bit = 7; bit >= 0; bit -= 1) {
        result = result << 1 ^ (result >> 7) * 0x11d;
        if (other >> bit & 1) result ^= one;
    }
    return result;
}

/** The polynomial of Reed and Solomon that has so many roots, without its first coefficient, which is 1. */
function generator(degree) {
    const coefficients = new Uint8Array(degree);
    coefficients[degree - 1] = 1;
    for (let root = 1, turn = 0; turn < degree; turn += 1, root = product(root, 2)) {
        for (let index = 0; index < degree; index += 1) {
            coefficients[index] = product(coefficients[index], root) ^ (coefficients[index + 1] ?? 0);
        }
    }
    return coefficients;
}

function remainder(block, divisor) {
    const rest = new Uint8Array(divisor.length);
    for (const byte of block) {
        const factor = byte ^ rest[0];
        rest.copyWithin(0, 1);
        rest[rest.length - 1] = 0;
        for (const [index, coefficient] of divisor.entries()) rest[index] ^= product(coefficient, factor);
    }
    return rest;
}

/** Where the middles of the alignment patterns are, along an edge. */
function alignments(version) {
    if (version === 1) return [];
    const count = Math.floor(version / 7) + 2;
    const step = 2 * Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4));
    const last = version * 4 + 10;
    return Array.from({ length: count }, (_, index) => index === 0 ? 6 : last - step * (count - 1 - index));
}

/** The modules of a code: those of its patterns, and those that hold data. */
class Grid {
    constructor(version) {
        this.size = version * 4 + 17;
        this.rows = this.#blank();
        this.isPattern = this.#blank();
        this.#drawTiming();
        this.#drawFinders();
        this.#drawAlignments(version);
        this.#drawFormat(0, this.rows);
        if (version > 6) this.#drawVersion(version);
    }

    /** Puts bytes where there are no patterns: in pairs of columns from the right, upward and downward by turns. */
    fill(bytes) {
        let bit = 0;
        for (let right = this.size - 1; right > 0; right -= 2) {
            if (right === 6) right = 5;
            const isUpward = (right + 1 & 2) === 0;
            for (let step = 0; step < this.size; step += 1) {
                const y = isUpward ? this.size - 1 - step : step;
                for (const x of [right, right - 1]) {
                    if (this.isPattern[y][x]) continue;
                    this.rows[y][x] = (bytes[bit >> 3] >> 7 - (bit & 7) & 1) === 1;
                    bit += 1;
                }
            }
        }
    }

    /** The code by one of the masks. */
    masked(mask) {
        const rows = this.rows.map((row, y) => row.map(
            (isDark, x) => isDark !== (!this.isPattern[y][x] && masks[mask](x, y))));
        this.#drawFormat(mask, rows);
        return rows;
    }

    #blank() {
        return Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    }

    #set(x, y, isDark, rows = this.rows) {
        rows[y][x] = isDark;
        this.isPattern[y][x] = true;
    }

    #drawTiming() {
        for (let at = 0; at < this.size; at += 1) {
            this.#set(6, at, at % 2 === 0);
            this.#set(at, 6, at % 2 === 0);
        }
    }

    /** Three squares in corners, each with a light edge around it. */
    #drawFinders() {
        for (const [left, top] of [[3, 3], [this.size - 4, 3], [3, this.size - 4]]) {
            for (let down = -4; down <= 4; down += 1) {
                for (let along = -4; along <= 4; along += 1) {
                    const [x, y] = [left + along, top + down];
                    if (Math.min(x, y) < 0 || Math.max(x, y) >= this.size) continue;
                    const ring = Math.max(Math.abs(along), Math.abs(down));
                    this.#set(x, y, ring !== 2 && ring !== 4);
                }
            }
        }
    }

    #drawAlignments(version) {
        const middles = alignments(version);
        const last = middles.length - 1;
        for (const [row, top] of middles.entries()) {
            for (const [column, left] of middles.entries()) {
                const isFinder = row === 0 && (column === 0 || column === last) || row === last && column === 0;
                if (isFinder) continue;
                for (let down = -2; down <= 2; down += 1) {
                    for (let along = -2; along <= 2; along += 1) {
                        this.#set(left + along, top + down, Math.max(Math.abs(along), Math.abs(down)) !== 1);
                    }
                }
            }
        }
    }

    /** Level and mask, twice, with their bits of error correction. */
    #drawFormat(mask, rows) {
        const data = levelBits << 3 | mask;
        let rest = data;
        for (let turn = 0; turn < 10; turn += 1) rest = rest << 1 ^ (rest >> 9) * 0x537;
        const bits = (data << 10 | rest) ^ 0x5412;
        const end = this.size - 1;
        for (let index = 0; index < 15; index += 1) {
            const isDark = (bits >> index & 1) === 1;
            const [x, y] = index < 6 ? [8, index] : index < 8 ? [8, index + 1]
                : index === 8 ? [7, 8] : [14 - index, 8];
            this.#set(x, y, isDark, rows);
            const [otherX, otherY] = index < 8 ? [end - index, 8] : [8, end - 14 + index];
            this.#set(otherX, otherY, isDark, rows);
        }
        this.#set(8, this.size - 8, true, rows);
    }

    #drawVersion(version) {
        let rest = version;
        for (let turn = 0; turn < 12; turn += 1) rest = rest << 1 ^ (rest >> 11) * 0x1f25;
        const bits = version << 12 | rest;
        for (let index = 0; index < 18; index += 1) {
            const isDark = (bits >> index & 1) === 1;
            const [far, near] = [this.size - 11 + index % 3, Math.floor(index / 3)];
            this.#set(far, near, isDark);
            this.#set(near, far, isDark);
        }
    }
}

/** How badly a code is read: the standard's four rules, 7.8.3. */
function penalty(rows) {
    const columns = rows.map((_, x) => rows.map((row) => row[x]));
    const lines = [...rows, ...columns].map((line) => line.map((isDark) => isDark ? "1" : "0").join(""));
    let sum = 0;
    for (const line of lines) {
        for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
        for (const like of [/(?=00001011101)/g, /(?=10111010000)/g]) sum += 40 * [...line.matchAll(like)].length;
    }
    for (let y = 1; y < rows.length; y += 1) {
        for (let x = 1; x < rows.length; x += 1) {
            const isDark = rows[y][x];
            if (rows[y - 1][x] === isDark && rows[y][x - 1] === isDark && rows[y - 1][x - 1] === isDark) sum += 3;
        }
    }
    const dark = rows.flat().filter(Boolean).length / rows.length ** 2;
    return sum + 10 * Math.floor(Math.abs(20 * dark - 10));
}
