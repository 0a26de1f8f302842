// Calendars that other programs subscribe to: they ask again by themselves, and move what was moved.

import { address } from "../core/api.js";
import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { notify } from "../shell/notices.js";

/** Tournaments of a game. */
export function gameCalendar(id) {
    return { words: text("esports.calendar_tournaments"), path: tournaments({ game: id }) };
}

/** Tournaments around a place, which is told to about a kilometre. */
export function placeCalendar({ lat, lon }, radiusMeters) {
    const path = tournaments({ lat: lat.toFixed(2), lon: lon.toFixed(2), radius_m: radiusMeters });
    return { words: text("esports.calendar_place"), path };
}

/** Matches of a game, a team or an event. @param {{game?: string, team?: string, event?: string}} scope */
export function matchCalendar(scope, hidesResults) {
    const path = address("/v1/matches.ics", { ...scope, results: hidesResults ? "hide" : null });
    return { words: text("esports.calendar_matches"), path };
}

const tournaments = (scope) => address("/v1/events.ics", { kind: "tournament", ...scope });

/**
 * What can be subscribed to, folded away.
 *
 * @param {{words: string, path: string}[]} calendars
 * @param {?string} hint What the address of one tells of whoever uses it.
 */
export function calendarPart(calendars, hint = null) {
    return element("details", { class: "esports-calendars" },
        element("summary", {}, text("esports.calendars")),
        element("p", { class: "quiet" }, text("esports.calendars_hint")),
        hint ? element("p", { class: "quiet" }, hint) : null,
        ...calendars.map(calendarRow));
}

function calendarRow({ words, path }) {
    const url = new URL(path, location.href).href;
    const shown = element("input", {
        type: "text", readonly: true, value: url, "aria-label": text("esports.calendar_address", { name: words }),
        on: { focus: () => shown.select() },
    });
    return element("div", { class: "esports-calendar" },
        element("h3", {}, words), shown,
        element("p", {},
            element("a", { href: url.replace(/^https?:/, "webcal:") }, text("esports.subscribe")), " · ",
            element("button", { type: "button", class: "link", on: { click: () => copy(shown) } },
                text("esports.copy_address")), " · ",
            element("a", { href: path, download: "" }, text("esports.calendar"))));
}

/** Copies the address; where that is not allowed it is chosen, to be copied by whoever wants it. */
async function copy(shown) {
    shown.select();
    try {
        await navigator.clipboard.writeText(shown.value);
        notify(text("esports.address_copied"));
    } catch {
        notify(text("esports.address_chosen"));
    }
}
