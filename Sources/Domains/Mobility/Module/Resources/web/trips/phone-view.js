// A phone's own tracking: codes to scan, and links to open, that set up OwnTracks and Overland.

import { element, shape } from "../core/dom.js";
import { text } from "../core/texts.js";
import { qrCode } from "./qr.js";
import { accountToken } from "./travel.js";

/** Light modules around a code: the standard asks for four. */
const quietModules = 4;
const localHosts = ["localhost", "127.0.0.1", "[::1]"];

/** What each program takes as its setup: a link of its own scheme, with the address and the sign-in. */
const setups = {
    OwnTracks: (origin, token) => {
        // Source: OwnTracks Booklet, "URL config"; mode 3 is HTTP.
        const setup = {
            _type: "configuration", mode: 3, url: `${origin}/v1/ingest/owntracks`,
            auth: true, username: "ambit", password: token,
        };
        const bytes = new TextEncoder().encode(JSON.stringify(setup));
        const inline = btoa(String.fromCharCode(...bytes));
        return `owntracks:///config?inline=${encodeURIComponent(inline)}`;
    },
    Overland: (origin, token) => {
        // Source: github.com/aaronpk/Overland-iOS, "Configuration by URL".
        const query = new URLSearchParams({
            url: `${origin}/v1/ingest/overland`, token, device_id: "phone", unique_id: "yes",
        });
        return `overland://setup?${query}`;
    },
};

/** How a phone's own program sends where it is. A code is made when it is asked for: it holds the sign-in. */
export function phoneView() {
    return element("details", { id: "trips-phone" },
        element("summary", {}, text("trips.phone")),
        element("p", {}, text("trips.phone_how")),
        localHosts.includes(location.hostname)
            ? element("p", { class: "caution", id: "trips-phone-local" }, text("trips.phone_local")) : null,
        ...Object.keys(setups).map(setupEntry));
}

function setupEntry(name) {
    // One at a time, so that a camera sees one code.
    const entry = element("details", { class: "setup", name: "trips-setup", "data-program": name },
        element("summary", {}, name));
    entry.addEventListener("toggle", () => {
        if (!entry.open || entry.children.length > 1) return;
        const link = setups[name](location.origin, accountToken());
        entry.append(
            codeShape(link, text("trips.phone_code", { program: name })),
            element("p", {}, element("a", { href: link }, text("trips.phone_link", { program: name }))));
    });
    return entry;
}

/** A code as a drawing, dark on light in every theme. */
export function codeShape(words, label) {
    const rows = qrCode(words);
    const size = rows.length + 2 * quietModules;
    const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) =>
        isDark ? `M${x + quietModules} ${y + quietModules}h1v1h-1z` : [])).join("");
    return shape("svg", {
        class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label,
        "shape-rendering": "crispEdges",
    }, shape("rect", { width: size, height: size, fill: "#fff" }), shape("path", { d: dark, fill: "#000" }));
}
