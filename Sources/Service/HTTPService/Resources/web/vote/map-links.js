// Links that open a way in other map programs, with both ends. Only a click leaves the page.

import { element } from "../core/dom.js";
import { text } from "../core/texts.js";

/**
 * @param {?{lat: number, lon: number}} from Where the way begins; null where the other program asks.
 * @param {string} name What the station is called, which tells the links of several apart.
 * @returns {HTMLElement[]}
 */
export function mapLinks(from, to, name) {
    const pair = ({ lat, lon }) => `${lat},${lon}`;
    const query = (values) => new URLSearchParams(values);
    const links = [
        ["Google Maps", `https://www.google.com/maps/dir/?${query({
            api: 1, ...(from && { origin: pair(from) }), destination: pair(to) })}`],
        ["Apple Maps", `https://maps.apple.com/?${query({
            ...(from && { saddr: pair(from) }), daddr: pair(to) })}`],
        ["OpenStreetMap", `https://www.openstreetmap.org/directions?${query({
            ...(from && { from: pair(from) }), to: pair(to) })}`],
        [text("vote.map_app"), `geo:${pair(to)}`],
    ];
    return links.map(([program, href]) => externalLink(
        program, href, text("vote.way_in", { program, name })));
}

/** A link that opens beside the page and tells nobody where it came from. */
export function externalLink(name, href, label = null) {
    return element("a", {
        class: "link", href, target: "_blank", rel: "noopener noreferrer", "aria-label": label,
    }, name);
}
