import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { setByService } from "./web/core/clock.js";
import { isInFuture, momentOfDeed } from "./web/expo/outbox.js";

const noon = Date.parse("2027-06-05T12:00:00Z");
let own = noon;
mock.method(Date, "now", () => own);
const minutes = 60_000;
const text = (moment) => new Date(moment).toISOString();

test("a phone's clock that is right is taken, and what is done at once keeps its order", () => {
    setByService(text(noon - 5_000));
    assert.equal(momentOfDeed(), text(noon));
    assert.equal(momentOfDeed(), text(noon + 1));
    own = noon + 10;
    assert.equal(momentOfDeed(), text(noon + 10));
});

test("where a phone's clock is wrong the service's is taken", () => {
    for (const wrong of [20, -300]) {
        own = noon + wrong * minutes;
        setByService(text(noon + minutes));
        own += 2 * minutes;
        const told = Date.parse(momentOfDeed());
        assert.ok(Math.abs(told - (noon + 3 * minutes)) < 5, text(told));
    }
});

test("a time is in the future by the service's clock", () => {
    own = noon + 20 * minutes;
    setByService(text(noon));
    assert.ok(isInFuture(text(noon + minutes)));
    assert.ok(!isInFuture(text(noon)));
});
