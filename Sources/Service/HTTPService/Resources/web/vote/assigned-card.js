// The station that a voter is assigned to, and how that is known; or why it is not.

import { element } from "../core/dom.js";
import { distanceText, numberText, percentText } from "../core/format.js";
import { hasText, text } from "../core/texts.js";
import { districtWords, valueWords } from "../core/values.js";
import { hoursWords, otherElectionWords, stationFacts, typeWords } from "../stations/station-card.js";
import { mapLinks } from "./map-links.js";
import { streetField } from "./street-field.js";

/**
 * @param {object} voting What `votingAt` gave.
 * @param {?{lat: number, lon: number}} from The voter's place; null where nobody knows it.
 * @param {object} listener
 * @param {function(object): void} listener.onShow Called with a station that is to be shown on the map.
 * @param {function(object): void} listener.onRoute Called with a station that the way is wanted to.
 * @param {function(string): void} listener.onAddress Called with an address that was chosen.
 * @param {function(): void} listener.onAllCenters Called when all vote centers are wanted.
 * @returns {HTMLElement[]}
 */
export function assignedCards(voting, from, listener) {
    if (voting.stations.length === 0) return unknown(voting, listener);
    const several = voting.stations.length > 1
        ? [element("p", {}, text("vote.several", { count: voting.stations.length }))] : [];
    return [
        element("h2", { class: "assigned-title" }, text("vote.assigned")),
        element("p", { class: "why" }, whyWords(voting.why)),
        ...matchedAddress(voting),
        ...several,
        ...voting.stations.map((station) => stationCard(station, from, listener)),
        ...warningParagraphs(voting),
        ...neighbourCards(voting, listener),
        ...sitesParts(voting, listener),
    ];
}

/** What lies beyond a boundary that is near, where the station is assigned all the same. */
function neighbourCards({ choices, why }, listener) {
    const isOwn = ({ type, code }) => why.district?.type === type && why.district.code === code;
    const others = choices.filter(({ district }) => !isOwn(district));
    return others.length === 0 ? [] : [
        element("h3", {}, text("vote.beyond_boundary")),
        ...others.map((choice) => choiceCard(choice, listener)),
    ];
}

/**
 * That what was written is not known, in place of an answer for another place.
 *
 * @param {string} words What was written.
 * @param {HTMLElement[]} choices Buttons for what it may have meant.
 * @param {string} reason The key of a text that says why, where there are no choices.
 * @returns {HTMLElement[]}
 */
export function unsureCards(words, choices, reason) {
    return [
        element("h2", { class: "assigned-title" }, text("vote.place_unsure", { words })),
        element("p", {}, text(choices.length > 0 ? "vote.place_choices" : reason)),
        element("ul", { class: "place-choices" },
            ...choices.map((choice) => element("li", {}, choice))),
    ];
}

/** Where the voter may go besides the station of the day, each sort folded. */
function sitesParts(voting, listener) {
    return [
        ...sitePart("early", voting.early, listener),
        ...sitePart("drop_off", voting.dropOff, listener),
        ...centersPart(voting, listener),
        ...sitePart("other_elections", voting.otherElections, listener),
    ];
}

function sitePart(sort, { stations, count }, { onShow }) {
    if (count === 0) return [];
    const more = count - stations.length;
    return [element("details", { class: "contest", "data-sites": sort },
        element("summary", {}, text(`vote.${sort}`, { count })),
        element("ul", { class: "place-choices" }, ...stations.map((station) => element("li", {},
            siteLine(station, onShow)))),
        more > 0 ? element("p", { class: "quiet" }, text("vote.sites_more", { count: more })) : null)];
}

function siteLines(stations, onShow) {
    return stations.length === 0 ? null : element("ul", { class: "place-choices" },
        ...stations.map((station) => element("li", {}, siteLine(station, onShow))));
}

/** A site's name, which opens it on the map, and what is known of it. */
function siteLine(station, onShow) {
    return element("span", {},
        element("button", {
            type: "button", class: "link", on: { click: () => onShow(station) },
        }, station.name), " ",
        element("span", { class: "quiet" }, [
            typeWords(station), station.address,
            station.distanceMeters === null ? null : distanceText(station.distanceMeters),
            otherElectionWords(station) || hoursWords(station),
        ].filter((words) => words).join(", ")));
}

/** The stations where anybody of the county may vote; folded, for there may be hundreds. */
function centersPart({ centers, centerCount }, { onShow, onAllCenters }) {
    if (centerCount === 0) return [];
    const isPart = centers.length < centerCount;
    return [element("details", { class: "contest", id: "vote-centers" },
        element("summary", {}, text("vote.centers", { count: centerCount })),
        element("ul", { class: "place-choices" }, ...centers.map((station) => element("li", {},
            element("button", {
                type: "button", class: "link", on: { click: () => onShow(station) },
            }, station.name), " ",
            element("span", { class: "quiet" }, [
                station.address,
                station.distanceMeters === null ? null : distanceText(station.distanceMeters),
            ].filter((words) => words).join(", "))))),
        isPart ? element("button", {
            type: "button", class: "link", "data-action": "all-centers",
            on: { click: () => onAllCenters() },
        }, text("vote.centers_all", { count: centerCount })) : null)];
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
            }, text("map.show")),
            element("button", {
                type: "button", class: "link", "data-action": "route",
                on: { click: () => onRoute(station) },
            }, text("route.open")),
            ...mapLinks(from, station.at, station.name)) : null);
}

/** Where nobody can know, it says so, and offers what there is. */
function unknown(voting, listener) {
    const { choices, districts } = voting;
    return [
        element("h2", { class: "assigned-title" }, text("vote.unknown")),
        ...warningParagraphs(voting),
        ...(voting.narrow?.by === "street" ? narrowedChoices(voting, listener)
            : [element("p", {}, text(choices.length > 0 ? "vote.choose" : "vote.ask_office")),
                ...narrowHint(voting),
                ...choices.map((choice) => choiceCard(choice, listener))]),
        ...sitesParts(voting, listener),
        districts.length > 0 ? element("p", { class: "quiet" },
            text("vote.lies_in", { districts: districts.map(districtWords).join(", ") })) : null,
    ].filter((part) => part !== null);
}

/** A postcode of many addresses: the street decides, and its districts are there to be unfolded. */
function narrowedChoices({ choices, narrow }, listener) {
    return [
        element("p", {}, text("vote.narrow_street",
            { number: numberText(narrow.count), postcode: narrow.postcode })),
        streetField(narrow, listener.onAddress),
        element("details", { class: "contest", "data-choices": "districts" },
            element("summary", {}, text("vote.narrow_districts", { count: choices.length })),
            ...choices.map((choice) => choiceCard(choice, listener))),
    ];
}

/** That a street has more addresses than are listed. */
function narrowHint({ narrow }) {
    return narrow === null ? [] : [element("p", { class: "quiet" },
        text("vote.narrow_house", { number: numberText(narrow.count) }))];
}

function choiceCard(choice, { onShow, onAddress }) {
    return element("div", { class: "choice" },
        element("h3", {}, districtWords(choice.district)),
        choice.share ? element("p", { class: "quiet" }, text(`vote.share_${choice.share.of}`, {
            percent: percentText(choice.share.fraction) })) : null,
        choice.addresses.length > 0
            ? element("ul", { class: "place-choices" },
                ...choice.addresses.map((address) => element("li", {}, element("button", {
                    type: "button", class: "link", "data-action": "address",
                    on: { click: () => onAddress(address) },
                }, address)))) : null,
        siteLines(
            [...choice.stations, ...choice.also, ...choice.otherElections], onShow));
}

/** Which address of a list it was taken for: whoever wrote another one sees it. */
function matchedAddress({ matchedAddresses }) {
    return matchedAddresses.length === 0 ? [] : [element("p", { class: "matched-address", dir: "auto" },
        text("vote.matched_address", { address: matchedAddresses.join("; ") }))];
}

function whyWords({ method, district, boundaryMeters }) {
    const values = { district: district ? districtWords(district) : "" };
    const words = text(`vote.by_${method}`, values);
    return boundaryMeters === null || boundaryMeters === undefined ? words
        : `${words} ${text("vote.boundary", { distance: distanceText(boundaryMeters) })}`;
}

function warningParagraphs({ warnings }) {
    return warnings.map(({ wording, values, message }) => {
        const key = `warning.${wording}`;
        return element("p", { class: "caution" },
            hasText(key) ? text(key, valueWords(values)) : message);
    });
}
