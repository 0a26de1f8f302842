// A polling station in words.

import { now } from "../core/clock.js";
import { element } from "../core/dom.js";
import { dayText, distanceText, durationText } from "../core/format.js";
import { hasText, text } from "../core/texts.js";
import { stationSymbol } from "./station-markers.js";

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
        accessibilityChip(station.accessibility)));
}

/**
 * One station whole, for the bubble on the map.
 *
 * @param {function(object)} onRoute Called with the station when the way to it is wanted.
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
    const { hours, opening, districts, accessibility } = station;
    return element("dl", { class: "station-facts" },
        ...fact("stations.type", typeWords(station)),
        ...fact("stations.address", addressOf(station)),
        ...fact("stations.hours", hours ?? text("stations.hours_unknown")),
        ...fact("stations.opening", openingWords(opening)),
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
    const exceptions = (opening.other_hours_on ?? []).map((day) => text(`opening.except_${day}`));
    return [stateWords(opening), ...exceptions].join(" ");
}

function stateWords(opening) {
    const key = `opening.${opening.state}`;
    if (!hasText(key)) return opening.text;
    if (opening.state === "over") return text(key, { date: dayText(opening.ended_on) });
    const moment = opening.state === "open" ? opening.closes_at : opening.opens_at;
    if (opening.state === "open" && !moment) return text("opening.always");
    const seconds = moment ? (Date.parse(moment) - now()) / 1000 : 0;
    return text(key, { time: durationText(Math.max(0, seconds)) });
}

/** What sort of station it is; nothing of the usual sort, a polling place. */
export function typeWords({ type }) {
    const key = `stations.type_${type}`;
    return type !== "polling_place" && hasText(key) ? text(key) : "";
}

function accessibilityWords({ wheelchair, note }) {
    const words = text(`stations.wheelchair_${wheelchair}`);
    return note ? `${words}. ${note}` : words;
}

/** "Precinct 120"; a code such as "Ward 8" says its type already. */
export function districtWords({ type, code }) {
    if (code.toLowerCase().startsWith(type)) return code;
    const key = `district.${type}`;
    return `${hasText(key) ? text(key) : type} ${code}`;
}
