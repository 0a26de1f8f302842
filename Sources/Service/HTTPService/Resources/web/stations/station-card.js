// A polling station in words.

import { now } from "../core/clock.js";
import { element } from "../core/dom.js";
import { dayText, daysText, distanceText, durationText } from "../core/format.js";
import { currentLanguage, hasText, text } from "../core/texts.js";
import { districtWords } from "../core/values.js";
import { stationSymbol } from "./station-markers.js";

const day = 24 * 60 * 60;

/** One station in the list; its heading opens it on the map. */
export function stationRow(station, { isSelected, onSelect }) {
    return element("li", { class: isSelected ? "is-selected" : null },
        element("button", {
            type: "button", class: "station-row", "aria-current": String(isSelected),
            on: { click: () => onSelect(station.id) },
        },
        stationSymbol(station.rank),
        element("span", { class: "station-name", dir: "auto" }, station.name),
        element("span", { class: "station-distance" }, distanceText(station.distanceMeters)),
        element("span", { class: "station-address", dir: "auto" }, addressOf(station)),
        accessibilityChip(station.accessibility),
        otherElectionChip(station)));
}

/**
 * One station whole, for the bubble on the map.
 *
 * @param {function(object): void} onRoute Called with the station when the way to it is wanted.
 */
export function stationBubble(station, onRoute) {
    const distance = distanceText(station.distanceMeters ?? 0);
    return element("article", { class: "station-bubble", tabindex: "-1" },
        element("h3", { dir: "auto" }, station.name),
        element("p", { class: station.isAssigned ? "is-assigned" : "not-assigned" },
            text(station.isAssigned ? "vote.assigned_badge" : "stations.nearby_badge",
                { distance })),
        stationFacts(station),
        element("button", {
            type: "button", class: "link", "data-action": "route",
            on: { click: () => onRoute(station) },
        }, text("route.open")));
}

/** What is known of a station beside its name. */
export function stationFacts(station) {
    const { opening, districts, accessibility, notes } = station;
    return element("dl", { class: "station-facts" },
        ...fact("stations.type", typeWords(station)),
        ...fact("stations.address", addressOf(station)),
        ...fact("stations.hours", hoursWords(station)),
        ...fact("stations.opening", openingWords(opening)),
        ...notes.flatMap((note) => fact("stations.notes", note)),
        ...fact("stations.accessibility", accessibilityWords(accessibility)),
        ...fact("stations.districts", districts.map(districtWords).join(", ")));
}

function fact(key, words) {
    return words === "" ? [] : [
        element("dt", {}, text(key)), element("dd", { dir: "auto" }, words),
    ];
}

function addressOf({ address, postcode }) {
    if (!address) return postcode ?? text("stations.address_unknown");
    return postcode && !address.includes(postcode) ? `${address}, ${postcode}` : address;
}

function accessibilityChip({ wheelchair }) {
    return element("span", { class: "access", "data-wheelchair": wheelchair },
        text(`stations.wheelchair_${wheelchair}`));
}

/** "Open, closes in 40 min (other hours on public holidays)"; nothing of hours not understood. */
function openingWords(opening) {
    if (!opening) return "";
    const exceptions = (opening.other_hours_on ?? []).map((name) => text(`opening.except_${name}`));
    return [stateWords(opening), ...exceptions].join(" ");
}

function stateWords(opening) {
    const key = `opening.${opening.state}`;
    if (!hasText(key)) return opening.text;
    if (opening.state === "over") return text(key, { date: dayText(opening.ended_on) });
    const moment = opening.state === "open" ? opening.closes_at : opening.opens_at;
    if (opening.state === "open" && !moment) return text("opening.always");
    const seconds = moment ? Math.max(0, (Date.parse(moment) - now()) / 1000) : 0;
    // Of days nobody counts the hours.
    return text(key, { time: seconds < 2 * day ? durationText(seconds) : daysText(seconds / day) });
}

/**
 * That a station is not open in the election that is shown: its voting is over, or it is open in
 * another one; nothing of the others.
 */
export function otherElectionWords({ electionPart, nextDay, lastDay, opening }) {
    const isOver = electionPart === "unknown" && opening?.state === "over";
    const part = isOver ? "ended" : electionPart;
    const date = isOver ? opening.ended_on : part === "ended" ? lastDay : nextDay ?? lastDay;
    return part !== "ended" && part !== "other_election" || !date ? ""
        : text(`stations.part_${part}`, { date: dayText(date) });
}

function otherElectionChip(station) {
    const words = otherElectionWords(station);
    return words === "" ? null : element("span", { class: "access other-election" }, words);
}

/** What sort of station it is; nothing of the usual sort, a polling place. */
export function typeWords({ type }) {
    const key = `stations.type_${type}`;
    return type !== "polling_place" && hasText(key) ? text(key) : "";
}

/** When it is open: in words where the hours are understood, else as the file writes them. */
export function hoursWords({ hours, times }) {
    if (!hours) return text("stations.hours_unknown");
    if (!times) return hours;
    return times.map(stretchWords).join("; ");
}

/** "May 11, 2027, 7:00 – 19:00"; "Mon, Tue, 8:00 – 12:00". */
function stretchWords({ first, last, weekdays, opens, closes, by_appointment: isByAppointment }) {
    const days = first === undefined ? []
        : [first === last ? dayText(first) : `${dayText(first)} – ${dayText(last)}`];
    const names = weekdays === undefined ? [] : [weekdays.map(weekdayText).join(", ")];
    const span = `${clockText(opens)} – ${clockText(closes)}`;
    return [...days, ...names, isByAppointment
        ? text("stations.with_appointment", { time: span }) : span].join(", ");
}

/** A day of the week by its number, 1 for Monday. */
function weekdayText(number) {
    // 1 January 2024 was a Monday.
    return new Intl.DateTimeFormat(currentLanguage(), { weekday: "short", timeZone: "UTC" })
        .format(new Date(Date.UTC(2024, 0, number)));
}

function clockText(time) {
    const [hour, minute] = time.split(":").map(Number);
    return new Intl.DateTimeFormat(currentLanguage(), {
        hour: "numeric", minute: "2-digit", timeZone: "UTC",
    }).format(new Date(Date.UTC(2024, 0, 1, hour, minute)));
}

function accessibilityWords({ wheelchair, note }) {
    const words = text(`stations.wheelchair_${wheelchair}`);
    return note ? `${words}. ${note}` : words;
}
