// Browse: all games and the events to come; and what somebody searches for.

import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { empty, eventCard, gameRow, section } from "./cards.js";

const eventCount = 50;

/** @param {object} tab The tab. @param {function} query Asks the service. */
export async function browseView(tab, query) {
    const [games, events] = await Promise.all([
        query("/v1/games", { sort: "upcoming" }),
        query("/v1/events", {
            kind: "tournament", from: new Date().toISOString().slice(0, 10), limit: eventCount,
        }),
    ]);
    return [
        section(text("esports.games"), games.features.length === 0
            ? empty(text("esports.no_games"))
            : element("ol", { id: "esports-games" }, ...games.features.map(
                (game) => gameRow(game, tab.marks, (id) => tab.go("game", { id, view: "info" }))))),
        section(text("esports.events"), events.features.length === 0
            ? empty(text("esports.no_events"))
            : element("ol", { id: "esports-events" }, ...events.features.map(
                (event) => eventCard(event, tab.marks, (id) => tab.go("event", id))))),
    ];
}

/** What has the words that were typed. */
export async function searchView(tab, query, words) {
    const { features } = await query("/v1/search", {
        q: words, kind: "games,events,teams,products", limit: 40,
    });
    const open = { games: "game", events: "event", products: "product" };
    const rows = features.map(({ id, properties: { kind, title, detail } }) => {
        const facts = element("span", { class: "quiet" },
            [text(`esports.kind_${kind}`), detail].filter(Boolean).join(" · "));
        // A team has no page of its own; its matches are heard of by its bell.
        if (!(kind in open)) {
            return element("li", { class: "esports-row" },
                element("span", {}, title, " ", facts), tab.marks.button("team", id, title));
        }
        const target = kind === "games" ? { id, view: "info" } : id;
        return element("li", { class: "esports-row" },
            element("button", { type: "button", on: { click: () => tab.go(open[kind], target) } }, title),
            facts);
    });
    return [
        element("div", { class: "esports-head" },
            element("h2", {}, text("esports.results_for", { words })), tab.backButton()),
        rows.length === 0 ? empty(text("esports.nothing_found", { words }))
            : element("ol", { id: "esports-found" }, ...rows),
    ];
}
