import assert from "node:assert/strict";
import { test } from "node:test";

import { rangeFor, rangesWithin } from "./web/radar/choices.js";

const limits = { minimum: 10, maximum: 50_000 };

test("a blurred message has no range that the service refuses", () => {
    assert.deepEqual(rangesWithin(limits, "blurred").slice(0, 3), [150, 250, 500]);
    assert.deepEqual(rangesWithin(limits, "exact").slice(0, 5), [10, 25, 50, 100, 250]);
    assert.equal(Math.max(...rangesWithin(limits, "blurred")), 50_000);
});

test("a range that was kept is made as long as a blurred place needs, and no longer", () => {
    assert.equal(rangeFor("blurred", 50), 150);
    assert.equal(rangeFor("blurred", 1_000), 1_000);
    assert.equal(rangeFor("exact", 50), 50);
});
