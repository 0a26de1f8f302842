// The last answer to a voter, kept in this browser for a day, to be shown while the service cannot be
// reached: always with the moment when it was given, and never in place of an answer that can be had.

import { Unreachable, ask } from "../core/api.js";
import { now } from "../core/clock.js";
import { momentText } from "../core/format.js";
import { recall, remember } from "../core/preferences.js";
import { text } from "../core/texts.js";

const name = "last_vote";
const keptMilliseconds = 24 * 60 * 60 * 1_000;

/**
 * Keeps an answer that names a station, in place of the one before.
 *
 * @param {string} words What was written into the field; "" where a place was pointed at.
 * @param {object} answer
 * @param {object} answer.place What was asked about, as `votingAt` takes it.
 * @param {object} answer.voting What `votingAt` gave.
 * @param {object[]} answer.stations The stations near there.
 * @returns {boolean} Whether it is kept.
 */
export function keepAnswer(words, { place, voting, stations }) {
    if (voting.stations.length === 0) return false;
    remember(name, { moment: now(), place, words, voting, stations });
    return true;
}

/** Forgets it, if there is one. */
export function forgetAnswer() {
    remember(name, null);
}

/** The answer that is kept; null where there is none, or it is a day old: then it is forgotten. */
export function keptAnswer() {
    const kept = recall(name);
    if (kept === null) return null;
    const age = now() - kept.moment;
    if (age >= 0 && age < keptMilliseconds) return lasting(kept);
    forgetAnswer();
    return null;
}

/** The answer that is kept, where the service cannot be asked; null where it can. */
export async function answerWithoutService() {
    if (!keptAnswer()) return null;
    try {
        await ask("/healthz");
        return null;
    } catch (error) {
        return error instanceof Unreachable ? keptAnswer() : null;
    }
}

/** That an answer is not of now, and whose it is. */
export function keptWords({ moment, words }) {
    const time = momentText(moment);
    return words === "" ? text("vote.kept_of_place", { time }) : text("vote.kept", { time, words });
}

/** What of an answer still holds later: not what was open at that moment. */
function lasting(kept) {
    return JSON.parse(JSON.stringify(kept), (key, value) => (
        key === "opening" && value?.state !== "over" ? null : value));
}
