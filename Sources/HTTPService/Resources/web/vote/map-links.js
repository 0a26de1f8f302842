// Links that open a way in other map programs, with both ends. Only a click leaves the page.

import { element } from "../core/dom.js";
import { text } from "../core/texts.js";

/** @returns {HTMLElement[]} */
export function mapLinks(from, to) {
    const pair = ({ lat, lon }) => `${lat},${lon}`;
    const query = (values) => new URLSearchParams(values);
    const links = [
        ["Google Maps", `https://www.google.com/maps/dir/?${query({
            api: 1, origin: pair(from), destination: pair(to) })}`],
        ["Apple Maps", `https://maps.apple.com/?${query({ saddr: pair(from), daddr: pair(to) })}`],
        ["OpenStreetMap", `https://www.openstreetmap.org/directions?${query({
            from: pair(from), to: pair(to) })}`],
        [text("vote.map_app"), `geo:${pair(to)}`],
    ];
    return links.map(([name, href]) => externalLink(name, href));
}

/** A link that opens beside the page and tells nobody where it came from. */
export function externalLink(name, href) {
    return element("a", { class: "link", href, target: "_blank", rel: "noopener noreferrer" }, name);
}
