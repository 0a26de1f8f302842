// What the views of trips share: asking as the account, and the words of modes and scores.

import { Refusal, ask } from "../core/api.js";
import { recall, remember } from "../core/preferences.js";
import { currentLanguage, text } from "../core/texts.js";

const key = "account";

/** The modes that there are, the usual ones first. */
export const modes = [
    "walking", "running", "biking", "scootering", "e_bike", "e_scooter", "segway", "car", "suv",
    "electric_car", "hybrid_car", "motorcycle", "bus", "subway", "train", "plane", "public_transport",
];

/** The account's token, which other tabs use as well; null where nobody is signed in. */
export function accountToken() {
    return recall(key);
}

/** Keeps the token of somebody who has signed in, or nothing for null. */
export function keepToken(token) {
    remember(key, token);
}

/** Nobody is signed in, or no longer. */
export class SignedOut extends Error {}

/**
 * Asks the service as the account. A token that holds no longer is forgotten.
 *
 * @returns {Promise<any>} The answer.
 * @throws {SignedOut|Refusal}
 */
export async function askOwn(path, how = {}) {
    const token = accountToken();
    if (token === null) throw new SignedOut();
    try {
        return await ask(path, { ...how, token });
    } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 401) throw error;
        keepToken(null);
        throw new SignedOut();
    }
}

/** Whether somebody agrees that it is kept where they are, by their consents. */
export function agreesToTracking(consents) {
    return (consents ?? []).some(
        ({ purpose, withdrawn_at: ended }) => purpose === "auto_track" && !ended);
}

/** A mode in words. */
export function modeText(mode) {
    return text(`trips.mode_${mode}`);
}

/** A score in the reader's unit: "3 kg"; what is given off more than otherwise has a minus. */
export function scoreText(score) {
    const digits = Math.abs(score.amount) < 10 ? 1 : 0;
    const number = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: digits })
        .format(score.amount);
    return `${number} ${score.unit_name}`;
}

/** "08:15", of a moment as the service writes it. */
export function clockText(moment) {
    return new Intl.DateTimeFormat(currentLanguage(), { timeStyle: "short" }).format(new Date(moment));
}

/** The day that begins at midnight of this device's clock so many days from today: its ends, and its name. */
export function dayAround(offset) {
    const from = new Date();
    from.setHours(0, 0, 0, 0);
    from.setDate(from.getDate() + offset);
    const to = new Date(from);
    to.setDate(to.getDate() + 1);
    const name = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "full" }).format(from);
    return { from: from.toISOString(), to: to.toISOString(), name };
}

/** What happens on one's trips: calls `tell` with each event's name and data until `signal` ends it. */
export async function listen(signal, tell) {
    const response = await fetch("/v1/trips/stream", {
        headers: { Accept: "text/event-stream", Authorization: `Bearer ${accountToken()}` },
        cache: "no-store",
        signal,
    });
    if (!response.ok || !response.body) return;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    for (let kept = ""; ;) {
        const { value, done } = await reader.read();
        if (done) return;
        kept += decoder.decode(value, { stream: true });
        const events = kept.split("\n\n");
        kept = events.pop() ?? "";
        for (const event of events) {
            const name = /^event: (.*)$/m.exec(event)?.[1];
            const data = /^data: (.*)$/m.exec(event)?.[1];
            if (name && data) tell(name, JSON.parse(data));
        }
    }
}
