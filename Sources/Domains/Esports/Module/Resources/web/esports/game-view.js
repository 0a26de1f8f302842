// The pages of a game, of an event and of a product. Information and merchandise are two views of one page.

import { element } from "../core/dom.js";
import { ageText, numberText } from "../core/format.js";
import { text } from "../core/texts.js";
import { calendarPart, gameCalendar, matchCalendar } from "./calendars.js";
import {
    empty, eventCard, facts, logo, outward, picture, postCard, priceText, productCard, section, whenText, whereText,
} from "./cards.js";
import { filterQuery, openFilter, standardFilter } from "./filter-sheet.js";
import { isEditor, linkEditor, productLinks } from "./link-editor.js";
import { matchList, rounds } from "./matches.js";
import { pagedList } from "./paged-list.js";
import { activeCount } from "./sheet.js";
import { newestPost } from "./timeline-view.js";

const filters = new Map();

/** @param {{id: string, view: "info"|"merchandise"}} of */
export async function gameView(tab, query, of) {
    const page = await query(`/v1/games/${encodeURIComponent(of.id)}`);
    const { id, properties } = page.game;
    const head = element("div", { class: "esports-head" },
        element("h2", {}, logo(properties.image), properties.name), tab.marks.button("heart", id, properties.name),
        tab.backButton());
    const body = of.view === "merchandise"
        ? await merchandise(tab, query, { game: id }, properties.name)
        : await gameInfo(tab, query, page);
    return [head, views(tab, of), ...body];
}

/** The two views of a page. */
function views(tab, of) {
    return element("fieldset", { class: "segments is-wide", id: "esports-page-views" },
        element("legend", { class: "for-screen-readers" }, text("esports.page_views")),
        ...["info", "merchandise"].map((view) => element("label", {},
            element("input", {
                type: "radio", name: "esports-page-view", value: view, checked: of.view === view,
                on: {
                    change: () => {
                        of.view = view;
                        tab.show();
                    },
                },
            }),
            element("span", {}, text(`esports.${view}`)))));
}

async function gameInfo(tab, query, { game, next_events: events, posts }) {
    const matches = await query("/v1/matches", {
        game: game.id, from: new Date().toISOString(), limit: 10,
        results: tab.hidesResults ? "hide" : "show",
    });
    const { publisher, accounts, aliases } = game.properties;
    return [
        facts([
            ["publisher", publisher], ["aliases", aliases.join(", ")],
            ["accounts", accountLinks(accounts)],
        ]),
        section(text("esports.next_events"), events.length === 0
            ? empty(text("esports.no_events_of_game"))
            : element("ol", {}, ...events.map(
                (event) => eventCard(event, tab.marks, (id) => tab.go("event", id))))),
        matchList(tab, matches.features),
        calendarPart([gameCalendar(game.id), matchCalendar({ game: game.id }, tab.hidesResults)]),
        ...posts.map((post) => section(text("esports.latest_post"), newestPost(tab, post))),
    ].filter(Boolean);
}

/** What accounts posted, each under its own name. */
function timelines(posts) {
    const accounts = new Map();
    for (const post of posts) {
        const { account } = post.properties;
        accounts.set(account, [...(accounts.get(account) ?? []), post]);
    }
    return [...accounts].map(([account, own]) => section(
        text("esports.timeline_of", { account }), ...own.map(postCard)));
}

/** The page of an event. */
export async function eventView(tab, query, of) {
    const place = typeof of === "string" ? tab.place : null;
    const state = place ? (place.state ??= { view: "info" }) : of;
    const id = typeof of === "string" ? of : of.id;
    const [event, matches, posts] = await Promise.all([
        query(`/v1/events/${encodeURIComponent(id)}`),
        query("/v1/matches", {
            event: id, limit: 1000, results: tab.hidesResults ? "hide" : "show",
        }).catch(() => ({ features: [] })),
        query("/v1/posts", { event: id, limit: 20 }).catch(() => ({ features: [] })),
    ]);
    const { properties } = event;
    const head = element("div", { class: "esports-head" },
        element("h2", {}, logo(properties.image), properties.title), tab.marks.button("bell", id, properties.title),
        tab.backButton());
    if (state.view === "merchandise") {
        return [
            head, views(tab, state), ...await merchandise(tab, query, { event: id }, properties.title),
            ...(properties.games ?? []).map((game) => merchandiseOf(tab, game)),
        ];
    }
    if (event.geometry) {
        const [lon, lat] = event.geometry.coordinates;
        // Looking at an event says nothing of where somebody is.
        tab.mapView.map.setView([lat, lon], 9);
        tab.markers.show([event]);
    }
    return [
        head, views(tab, state),
        element("p", { class: "esports-when" }, whenText(properties)),
        element("p", { class: "esports-where" }, whereText(properties)),
        facts([
            ["games", (properties.games ?? []).map(({ name }) => name).join(", ")],
            ["format", properties.format ? text(`esports.format_${properties.format}`) : null],
            ["tier_name", properties.tier?.toUpperCase()],
            ["prize", properties.prize ? priceText(properties.prize) : null],
            ["league", properties.league],
            ["more", properties.link ? outward(properties.link, text("esports.at_source")) : null],
            ["registration", properties.registration_url
                ? outward(properties.registration_url, text("esports.register_there")) : null],
            ["streams", links(properties.streams ?? [])],
            ["accounts", accountLinks(properties.accounts ?? [])],
        ]),
        calendarLink(`/v1/events/${encodeURIComponent(id)}/calendar.ics`),
        matches.features.length === 0 ? null
            : calendarPart([matchCalendar({ event: id }, tab.hidesResults)]),
        rounds(tab, matches.features),
        ...timelines(posts.features),
    ].filter(Boolean);
}

/** The page of a product. */
export async function productView(tab, query, id) {
    const [{ properties }, all, decided] = await Promise.all([
        query(`/v1/products/${encodeURIComponent(id)}`),
        isEditor() ? query("/v1/games", { limit: 1000 }) : null,
        productLinks(id),
    ]);
    const { title, description, price, converted_from: asked, sold, stale, age_s: age, shown_with: games,
        ships_from: from, web_url: url, source } = properties;
    return [
        element("div", { class: "esports-head" }, element("h2", {}, title), tab.backButton()),
        picture(properties),
        element("p", { class: "esports-price", id: "esports-price" }, priceText(price),
            asked ? ` (${text("esports.asked", { price: priceText(asked) })})` : ""),
        element("p", { class: stale ? "caution" : "quiet" }, text("esports.price_age", { age: ageText(age) })),
        sold ? element("p", { class: "caution" }, text("esports.sold_words")) : null,
        description ? element("p", {}, description) : null,
        facts([
            ["games", games.map(({ name }) => name).join(", ")], ["condition", text("esports.new")],
            ["ships_from", from], ["source", source],
        ]),
        url && !sold ? element("p", {}, outward(url, text("esports.to_shop", { source }))) : null,
        element("p", { class: "quiet" }, text("esports.leaves_hint")),
        all && decided ? linkEditor(tab, id, decided, all.features) : null,
    ].filter(Boolean);
}

/** The products of a game or an event, with their filter. */
async function merchandise(tab, query, scope, name) {
    const key = JSON.stringify(scope);
    const filter = filters.get(key) ?? standardFilter;
    const list = await query("/v1/products", { ...scope, ...filterQuery(filter) });
    const count = activeCount(filter, standardFilter);
    const open = element("button", {
        type: "button", class: "button", id: "esports-open-filter",
        on: {
            click: async () => {
                const chosen = await openFilter(filter);
                if (!chosen) return;
                filters.set(key, chosen);
                await tab.show();
            },
        },
    }, count === 0 ? text("esports.filter") : text("esports.filter_count", { count: numberText(count) }));
    if (list.features.length === 0) {
        return [open, empty(emptyWords(filter, name), count === 0 ? null : element("button", {
            type: "button", class: "button",
            on: {
                click: () => {
                    filters.delete(key);
                    tab.show();
                },
            },
        }, text("esports.show_all")))];
    }
    return [open, ...pagedList(list, (product) => productCard(product, (id) => tab.go("product", id)),
        { class: "esports-products", id: "esports-products" })];
}

/** A button that opens what shops offer for a game: few products name the event that they are bought for. */
function merchandiseOf(tab, { id, name }) {
    return element("p", {}, element("button", {
        type: "button", class: "link esports-game-merchandise",
        on: { click: () => tab.go("game", { id, view: "merchandise" }) },
    }, text("esports.merchandise_of", { name })));
}

/** "No clothing under $20 for Dota 2". */
function emptyWords({ category, most }, name) {
    const what = text(`esports.category_${category}`);
    return most === "" ? text("esports.none_of", { what, name })
        : text("esports.none_under", {
            what, name, price: priceText({ text: `${most} USD`, currency: "USD" }),
        });
}

function calendarLink(path) {
    return element("p", {}, element("a", { href: path, download: "" }, text("esports.calendar")));
}

function links(urls) {
    return urls.length === 0 ? null
        : element("span", {}, ...urls.flatMap((url) => [outward(url, new URL(url).hostname), " "]));
}

function accountLinks(accounts) {
    if (accounts.length === 0) return null;
    return element("span", {}, ...accounts.flatMap(({ network, handle, url }) => [
        url ? outward(url, `${handle} (${network})`) : `${handle} (${network})`, " ",
    ]));
}
