import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const stored = new Map();
globalThis.localStorage = {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => stored.set(name, value),
    removeItem: (name) => stored.delete(name),
};
const { answerWithoutService, forgetAnswer, keepAnswer, keptAnswer } =
    await import("./web/vote/kept-answer.js");

const hour = 60 * 60 * 1_000;
const open = { state: "open", closes_at: "2027-05-11T19:00:00Z" };
const answer = {
    place: { lat: 42.1, lon: -101.5, address: "12 Main St" },
    voting: { stations: [{ id: "a.1", opening: open }, { id: "a.2", opening: { state: "over" } }] },
    stations: [],
};
let moment = 1_800_000_000_000;
mock.method(Date, "now", () => moment);
const answers = (status) => {
    globalThis.fetch = async () => {
        if (status === 0) throw new TypeError("Failed to fetch");
        return new Response("{}", { status });
    };
};

beforeEach(() => {
    stored.clear();
    moment = 1_800_000_000_000;
});

test("an answer is kept for a day, and then it is gone from the browser too", () => {
    assert.equal(keepAnswer("12 Main St", answer), true);
    moment += 24 * hour - 1;
    assert.equal(keptAnswer().words, "12 Main St");
    assert.equal(keptAnswer().moment, 1_800_000_000_000);
    moment += 1;
    assert.equal(keptAnswer(), null);
    assert.equal(stored.size, 0);
});

test("a clock that was set back does not keep it longer", () => {
    keepAnswer("12 Main St", answer);
    moment -= 1;
    assert.equal(keptAnswer(), null);
    assert.equal(stored.size, 0);
});

test("that a station was open is not kept, that its voting is over is", () => {
    keepAnswer("12 Main St", answer);
    const [first, second] = keptAnswer().voting.stations;
    assert.equal(first.opening, null);
    assert.deepEqual(second.opening, { state: "over" });
});

test("an answer without a station is not kept", () => {
    assert.equal(keepAnswer("nowhere", { ...answer, voting: { stations: [] } }), false);
    assert.equal(keptAnswer(), null);
});

test("it is given only while the service cannot be reached", async () => {
    answers(0);
    assert.equal(await answerWithoutService(), null);
    keepAnswer("12 Main St", answer);
    assert.equal((await answerWithoutService()).words, "12 Main St");
    for (const status of [200, 503]) {
        answers(status);
        assert.equal(await answerWithoutService(), null);
    }
    forgetAnswer();
    answers(0);
    assert.equal(await answerWithoutService(), null);
});
