// The page of a team: what it plays, what it played, and its calendar.

import { element } from "../core/dom.js";
import { currentLanguage, text } from "../core/texts.js";
import { calendarPart, matchCalendar } from "./calendars.js";
import { empty, facts, logo, section } from "./cards.js";
import { matchList } from "./matches.js";

const comingCount = 20;
const pastDays = 90;
const dayMilliseconds = 86_400_000;

/** @param {object} tab The tab. @param {function} query Asks the service. @param {string} id The team's. */
export async function teamView(tab, query, id) {
    const results = tab.hidesResults ? "hide" : "show";
    const now = Date.now();
    const [{ properties }, coming, past] = await Promise.all([
        query(`/v1/teams/${encodeURIComponent(id)}`),
        query("/v1/matches", { team: id, from: new Date(now).toISOString(), limit: comingCount, results }),
        query("/v1/matches", {
            team: id, from: new Date(now - pastDays * dayMilliseconds).toISOString(),
            to: new Date(now).toISOString(), limit: 1000, results,
        }),
    ]);
    const { name, acronym, games, country, image } = properties;
    // What began before and goes on is in both.
    const over = past.features.filter((match) => !coming.features.some((one) => one.id === match.id));
    return [
        element("div", { class: "esports-head" },
            element("h2", {}, logo(image), name), tab.marks.button("team", id, name), tab.backButton()),
        facts([
            ["acronym", acronym], ["country", country ? countryName(country) : null],
            ["games", games.length === 0 ? null : element("span", {}, ...games.flatMap((game) => [
                element("button", {
                    type: "button", class: "link",
                    on: { click: () => tab.go("game", { id: game.id, view: "info" }) },
                }, game.name), " ",
            ]))],
        ]),
        events(tab, [...coming.features, ...over]),
        matchList(tab, coming.features, text("esports.matches_coming"))
            ?? section(text("esports.matches_coming"), empty(text("esports.no_matches_of_team"))),
        matchList(tab, over.reverse(), text("esports.matches_over", { count: pastDays })),
        calendarPart([matchCalendar({ team: id }, tab.hidesResults)]),
    ].filter(Boolean);
}

/** The tournaments that it plays in. */
function events(tab, matches) {
    const titles = new Map(matches.filter(({ properties }) => properties.event).map(
        ({ properties }) => [properties.event, properties.event_title]));
    if (titles.size === 0) return null;
    return section(text("esports.events"), element("ol", { id: "esports-team-events" },
        ...[...titles].map(([id, title]) => element("li", { class: "esports-row" },
            element("button", { type: "button", on: { click: () => tab.go("event", id) } }, title)))));
}

/** A country by its code, in the language that is shown. */
function countryName(code) {
    try {
        return new Intl.DisplayNames([currentLanguage()], { type: "region" }).of(code);
    } catch {
        return code;
    }
}
