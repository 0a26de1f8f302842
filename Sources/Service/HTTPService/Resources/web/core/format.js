// Numbers, distances and times as people read them, in the language that is shown.

import { currentLanguage } from "./texts.js";

const second = 1;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30 * day;
const year = 365 * day;

/** "350 m", "2.4 km", "24 km". */
export function distanceText(meters) {
    if (meters < 999.5) return inUnit(Math.round(meters), "meter");
    const kilometers = meters / 1000;
    return inUnit(kilometers, "kilometer", kilometers < 9.95 ? 1 : 0);
}

/** "350 m²", "2.4 km²". */
export function areaText(squareMeters) {
    const isLarge = squareMeters >= 100_000;
    const number = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 1 })
        .format(isLarge ? squareMeters / 1_000_000 : squareMeters);
    return `${number} ${isLarge ? "km²" : "m²"}`;
}

/** "1,234,567". */
export function numberText(number) {
    return new Intl.NumberFormat(currentLanguage()).format(number);
}

/** "34%"; what is less than one of a hundred has a digit behind the point. */
export function percentText(fraction) {
    return new Intl.NumberFormat(currentLanguage(), {
        style: "percent", maximumFractionDigits: fraction < 0.01 ? 1 : 0,
    }).format(fraction);
}

/** "8 Nov 2016", of a day such as "2016-11-08"; "8 Nov" of one without a year, "--11-08". */
export function dayText(date) {
    if (date.startsWith("--")) {
        return new Intl.DateTimeFormat(currentLanguage(), {
            day: "numeric", month: "short", timeZone: "UTC",
        }).format(new Date(`2024-${date.slice(2)}T00:00:00Z`));
    }
    return new Intl.DateTimeFormat(currentLanguage(), {
        day: "numeric", month: "short", year: "numeric", timeZone: "UTC",
    }).format(new Date(`${date}T00:00:00Z`));
}

/** "8 Nov 2016, 19:05", of a moment in milliseconds since 1970, by this device's own clock. */
export function momentText(milliseconds) {
    return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium", timeStyle: "short" })
        .format(new Date(milliseconds));
}

/** How long, in the two largest units that say something: "3 hr 20 min", "45 sec", "9 years 87 days". */
export function durationText(seconds) {
    const whole = Math.max(0, Math.floor(seconds));
    /** @type {[string, number][]} */
    const units = [
        ["year", year], ["day", day], ["hour", hour], ["minute", minute], ["second", second],
    ];
    const first = units.findIndex(([, length]) => whole >= length);
    if (first < 0) return inUnit(0, "second");
    return units
        .slice(first, first + 2)
        .map(([unit, length], place) => [
            unit,
            place === 0
                ? Math.floor(whole / length)
                : Math.floor((whole % units[first][1]) / length),
        ])
        .filter(([, count]) => count > 0)
        .map(([unit, count]) => inUnit(count, unit))
        .join(" ");
}

/** "169 days", "169 días". */
export function daysText(days) {
    return new Intl.NumberFormat(currentLanguage(), {
        style: "unit", unit: "day", unitDisplay: "long", maximumFractionDigits: 0,
    }).format(Math.floor(days));
}

/** How long ago: "5 min. ago", "hace 5 min". */
export function ageText(seconds) {
    const format = (count, unit, numeric) =>
        new Intl.RelativeTimeFormat(currentLanguage(), { numeric, style: lengthOf(unit) })
            .format(count, unit);
    /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
    const units = [
        ["year", year], ["month", month], ["day", day], ["hour", hour], ["minute", minute],
    ];
    for (const [unit, length] of units) {
        if (seconds >= length) return format(-Math.floor(seconds / length), unit, "always");
    }
    return format(0, "second", "auto");
}

/** Some languages shorten days and years to single letters, which nobody reads. */
function lengthOf(unit) {
    return ["day", "month", "year"].includes(unit) ? "long" : "short";
}

function inUnit(number, unit, digits = 0) {
    return new Intl.NumberFormat(currentLanguage(), {
        style: "unit", unit, unitDisplay: lengthOf(unit),
        maximumFractionDigits: digits, minimumFractionDigits: 0,
    }).format(number);
}
