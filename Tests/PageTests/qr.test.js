import assert from "node:assert/strict";
import { test } from "node:test";

import { qrCode } from "./web/trips/qr.js";

// As qrcode 8.2 of PyPI makes them, in byte mode and level M; a row is a number in base 16.
const known = [
    {
        text: "Ambit",
        mask: 3, version: 1,
        rows: [
            "1fd97f", "105b41", "17485d", "175d5d", "174e5d", "104741", "1fd57f", "1700",
            "16eb4b", "ab7c9", "1cd603", "7aa78", "11d920", "1e49", "1fdf24", "10583e", "1745ff",
            "175e56", "175d6c", "104481", "1fd0bc",
        ],
    },
    {
        text: "overland://setup?url=https%3A%2F%2Fambit.example.org%2Fv1%2Fingest%2Foverland&token=0123456789abcdef&device_id=phone&unique_id=yes, ñ",
        mask: 5, version: 8,
        rows: [
            "1fcdfdeddc17f", "10509a78c5f41", "175d9e711a35d", "1756379b7525d", "174f94fcf885d",
            "1046f2c68f441", "1fd555555557f", "18b4c7c2b00", "10562d7c2dbce", "fb127becf7fe",
            "4c520520b59b", "b119dbbda353", "3d12f9fd145a", "16bf1bf2e30fa", "14d10df437e13",
            "cbbb68d9a146", "34029b53bbee", "1724028993ac8", "8fa7358c9ba9", "89001ddefd8",
            "2c7897465fee", "1c0317c9cfddc", "1f7787c87ffb", "191db74738f10", "155436d57bb58",
            "713cac6eab18", "ff5967c275ff", "f0a79d4e242c", "1acd7e92cb755", "1795a06bc11e8",
            "1c537d2f81269", "bae702640ab8", "11eca38acb397", "113cd73f7b43c", "e461aa2c8cf3",
            "6a2cb5dda33a", "15c13679d7300", "1b174e39e98ec", "8f671c8877ef", "e2355508cbbf",
            "1c4ae57c0fffd", "18a247e0918", "1fc15655b335d", "1041ae47d631b", "174d087c23ffe",
            "17475aa54f48d", "1745791a0fc20", "104f4f30b2e59", "1fd22cd4a1539",
        ],
    },
];

for (const { text, mask, version, rows } of known) {
    test(`a code of version ${version} is the one that another encoder makes`, () => {
        const made = qrCode(text, mask);
        assert.equal(made.length, 17 + 4 * version);
        assert.deepEqual(made.map((row) => BigInt(`0b${row.map(Number).join("")}`).toString(16)), rows);
    });
}

test("a code is as small as its text allows, up to what the largest holds", () => {
    for (const [count, version] of [[0, 1], [14, 1], [15, 2], [180, 9], [181, 10], [213, 10], [2_331, 40]]) {
        assert.equal(qrCode("x".repeat(count), 0).length, 17 + 4 * version, `${count} bytes`);
    }
    assert.throws(() => qrCode("x".repeat(2_332)), RangeError);
});

test("the mask is the one of the least penalty, and the same each time", () => {
    const chosen = JSON.stringify(qrCode("Ambit"));
    assert.equal(chosen, JSON.stringify(qrCode("Ambit")));
    const all = Array.from({ length: 8 }, (_, mask) => JSON.stringify(qrCode("Ambit", mask)));
    assert.ok(all.includes(chosen));
    assert.equal(new Set(all).size, 8);
});
