// The station that a voter is assigned to, and how that is known; or why it is not.

import { element } from "../core/dom.js";
import { distanceText } from "../core/format.js";
import { hasText, text } from "../core/texts.js";
import { districtWords, stationFacts } from "../stations/station-card.js";
import { mapLinks } from "./map-links.js";

/**
 * @param {object} voting What `votingAt` gave.
 * @param {{lat: number, lon: number}} from The voter's place.
 * @param {boolean} isGuess Whether the place is merely where the map is, and nobody said so.
 * @param {{onShow: function(object), onRoute: function(object)}} listener Called with a station
 *   that is to be shown on the map, or that the way is wanted to.
 * @returns {HTMLElement[]}
 */
export function assignedCards(voting, from, isGuess, listener) {
    if (voting.stations.length === 0) return unknown(voting, listener);
    const several = voting.stations.length > 1
        ? [element("p", {}, text("vote.several", { count: voting.stations.length }))] : [];
    return [
        element("h2", { class: "assigned-title" },
            text(isGuess ? "vote.assigned_middle" : "vote.assigned")),
        element("p", { class: "why" }, whyWords(voting.why)),
        ...several,
        ...voting.stations.map((station) => stationCard(station, from, listener)),
        ...warningParagraphs(voting.warnings),
    ];
}

function stationCard(station, from, { onShow, onRoute }) {
    return element("article", { class: "assigned-station" },
        element("h3", { dir: "auto" }, station.name),
        station.distanceMeters === null ? null : element("p", { class: "station-distance" },
            distanceText(station.distanceMeters)),
        stationFacts(station),
        station.at ? element("div", { class: "row-actions" },
            element("button", {
                type: "button", class: "link", on: { click: () => onShow(station) },
            }, text("saved.show")),
            element("button", {
                type: "button", class: "link", "data-action": "route",
                on: { click: () => onRoute(station) },
            }, text("route.open")),
            ...mapLinks(from, station.at)) : null);
}

/** Where nobody can know, it says so, and offers what there is. */
function unknown({ choices, warnings, districts }, { onShow }) {
    return [
        element("h2", { class: "assigned-title" }, text("vote.unknown")),
        ...warningParagraphs(warnings),
        element("p", {}, text(choices.length > 0 ? "vote.choose" : "vote.ask_office")),
        ...choices.map((choice) => element("div", { class: "choice" },
            element("h3", {}, districtWords(choice.district)),
            ...choice.stations.map((station) => element("button", {
                type: "button", class: "link", on: { click: () => onShow(station) },
            }, station.name)),
            choice.addresses.length > 0
                ? element("p", { class: "quiet" }, choice.addresses.join("; ")) : null)),
        districts.length > 0 ? element("p", { class: "quiet" },
            text("vote.lies_in", { districts: districts.map(districtWords).join(", ") })) : null,
    ].filter((part) => part !== null);
}

function whyWords({ method, district, boundaryMeters }) {
    const values = { district: district ? districtWords(district) : "" };
    const words = text(`vote.by_${method}`, values);
    return boundaryMeters === null || boundaryMeters === undefined ? words
        : `${words} ${text("vote.boundary", { distance: distanceText(boundaryMeters) })}`;
}

function warningParagraphs(warnings) {
    return warnings.map(({ code, message }) => {
        const key = `warning.${code}`;
        return element("p", { class: "caution" }, hasText(key) ? text(key) : message);
    });
}
