// Browse: all games and the events to come, each with a filter of its own; and what somebody searches for.

import { element } from "../core/dom.js";
import { numberText } from "../core/format.js";
import { text } from "../core/texts.js";
import {
    eventQuery, openEventFilter, openGameFilter, standardEvents, standardGames, takesGame,
} from "./browse-filter.js";
import { empty, eventCard, gameRow, section } from "./cards.js";
import { pagedList } from "./paged-list.js";
import { activeCount } from "./sheet.js";

const pageCount = 24;
const gameLimit = 1000;
/** What was chosen in this visit. */
const chosen = { games: standardGames, events: standardEvents };

/** @param {object} tab The tab. @param {function} query Asks the service. */
export async function browseView(tab, query) {
    const [games, events] = await Promise.all([
        query("/v1/games", { sort: chosen.games.order, limit: gameLimit }),
        query("/v1/events", { ...eventQuery(chosen.events, tab.mapView.center), limit: pageCount }),
    ]);
    const shown = games.features.filter((game) => takesGame(chosen.games, game));
    return [
        section(text("esports.games"),
            filterButton(tab, "games", standardGames, () => openGameFilter(chosen.games)),
            ...shown.length > 0
                ? [element("ol", { id: "esports-games" }, ...shown.map(
                    (game) => gameRow(game, tab.marks, (id) => tab.go("game", { id, view: "info" }))))]
                : [nothing(tab, "games", standardGames, games.features.length === 0
                    ? text("esports.no_games") : text("esports.no_games_fit"))]),
        section(text("esports.events"),
            filterButton(tab, "events", standardEvents, () => openEventFilter(chosen.events, games.features)),
            ...events.features.length > 0
                ? pagedList(events, (event) => eventCard(event, tab.marks, (id) => tab.go("event", id)),
                    { id: "esports-events" })
                : [nothing(tab, "events", standardEvents, activeCount(chosen.events, standardEvents) === 0
                    ? text("esports.no_events") : text("esports.no_events_fit"))]),
    ];
}

/** The button that opens a filter, with how many choices are made in it. */
function filterButton(tab, name, standard, open) {
    const count = activeCount(chosen[name], standard);
    const words = text(`esports.filter_${name}`);
    return element("button", {
        type: "button", class: "button", id: `esports-filter-${name}`,
        on: {
            click: async () => {
                const filter = await open();
                if (!filter) return;
                chosen[name] = filter;
                await tab.show();
                document.getElementById(`esports-filter-${name}`)?.focus({ preventScroll: true });
            },
        },
    }, count === 0 ? words : text("esports.filter_named_count", { name: words, count: numberText(count) }));
}

/** Words in place of a list that is empty, with the way back to all of it. */
function nothing(tab, name, standard, words) {
    return empty(words, activeCount(chosen[name], standard) === 0 ? null : element("button", {
        type: "button", class: "button", id: `esports-all-${name}`,
        on: {
            click: () => {
                chosen[name] = standard;
                tab.show();
            },
        },
    }, text("esports.show_all")));
}

/** What has the words that were typed. */
export async function searchView(tab, query, words) {
    const { features } = await query("/v1/search", {
        q: words, kind: "games,events,teams,products", limit: 40,
    });
    const open = { games: "game", events: "event", teams: "team", products: "product" };
    const rows = features.map(({ id, properties: { kind, title, detail } }) => {
        const target = kind === "games" ? { id, view: "info" } : id;
        const facts = element("span", { class: "quiet" },
            [text(`esports.kind_${kind}`), detail].filter(Boolean).join(" · "));
        return element("li", { class: "esports-row" },
            element("button", { type: "button", on: { click: () => tab.go(open[kind], target) } }, title),
            element("span", { class: "esports-row-end" }, facts,
                kind === "teams" ? tab.marks.button("team", id, title) : null));
    });
    return [
        element("div", { class: "esports-head" },
            element("h2", {}, text("esports.results_for", { words })), tab.backButton()),
        rows.length === 0 ? empty(text("esports.nothing_found", { words }))
            : element("ol", { id: "esports-found" }, ...rows),
    ];
}
