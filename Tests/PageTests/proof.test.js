import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { nonceFor } from "./web/core/proof.js";
import { TextHash, zeroBits } from "./web/core/sha256.js";

test("the page's SHA-256 is node's, wherever its blocks end", () => {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 200]) {
        for (const restLength of [0, 1, 11, 70]) {
            const [beginning, rest] = ["b".repeat(length), "r".repeat(restLength)];
            const words = new TextHash(beginning).of(rest);
            const found = [...words].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
            const wanted = createHash("sha256").update(beginning + rest).digest("hex");
            assert.equal(found, wanted, `${length} and ${restLength}`);
        }
    }
});

test("a proof of work has the zero bits that were asked for", async () => {
    const nonce = await nonceFor({ text: "a challenge.", bits: 10 });
    const hash = createHash("sha256").update(`a challenge.${nonce}`).digest();
    assert.ok(hash.readUInt16BE(0) < 2 ** 6);
    assert.equal(zeroBits(Int32Array.of(0, 1, 0)), 63);
    assert.equal(zeroBits(Int32Array.of(0, 0)), 64);
});
