// When a fair is, in words.

import { currentLanguage, text } from "../core/texts.js";

/** "5 June 2027, 10:00 to 18:00", by the clocks at the fair. */
export function whenWords({ starts_local: starts, ends_local: ends }) {
    if (!starts) return "";
    const [first, last] = [local(starts), local(ends ?? starts)];
    const day = (moment) => new Intl.DateTimeFormat(currentLanguage(), {
        weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC",
    }).format(moment);
    if (first.toISOString().slice(0, 10) === last.toISOString().slice(0, 10)) {
        return text("expo.when_day", { day: day(first), from: clock(first), to: clock(last) });
    }
    return text("expo.when_days", { from: day(first), to: day(last) });
}

/** "14:30", of what the clocks at a place show. */
export function clockWords(written) {
    return clock(local(written));
}

/** "Saturday 5 June", of what the clocks at a place show. */
export function dayWords(written) {
    return new Intl.DateTimeFormat(currentLanguage(), {
        weekday: "long", day: "numeric", month: "long", timeZone: "UTC",
    }).format(local(written));
}

/** What a visitor is told before and after the fair; null while it is on. */
export function phaseWords({ phase, starts_local: starts, status }) {
    if (status === "cancelled" || status === "postponed") return text(`expo.is_${status}`);
    if (phase === "before") return text("expo.before", { day: dayWords(starts), time: clockWords(starts) });
    if (phase === "after") return text("expo.after");
    if (phase === null) return text("expo.unknown_time");
    return null;
}

function local(written) {
    return new Date(`${written.length === 10 ? `${written}T00:00:00` : written}Z`);
}

function clock(moment) {
    return new Intl.DateTimeFormat(currentLanguage(), { timeStyle: "short", timeZone: "UTC" })
        .format(moment);
}
