// Home: favorites first, then what comes next, then what is featured.

import { ask } from "../core/api.js";
import { element } from "../core/dom.js";
import { distanceText } from "../core/format.js";
import { text } from "../core/texts.js";
import { accountToken, askAsAccount } from "./account.js";
import { empty, eventCard, gameRow, productCard, section } from "./cards.js";
import { newestPost } from "./timeline-view.js";

const nearMeters = 250_000;

/** @param {object} tab The tab. @param {AbortSignal} signal Gives up early. */
export async function homeView(tab, signal) {
    const { lat, lon } = tab.mapView.center;
    const isPlaced = tab.mapView.hasKnownPlace;
    const home = await askHome(isPlaced ? { lat, lon, radius_m: nearMeters } : {}, signal);
    // Nothing near is not nothing at all.
    const elsewhere = isPlaced && home.next_events.length === 0
        ? (await askHome({}, signal)).next_events : [];
    return [
        section(text("esports.favorites"), favorites(tab, home)),
        section(text("esports.next_events"), ...nextEvents(tab, home.next_events, elsewhere)),
        ...home.featured.map((featured) => section(text("esports.featured"),
            element("ol", {}, eventCard(featured.event, tab.marks, (id) => tab.go("event", id))),
            featured.post ? newestPost(tab, featured.post) : null,
            carousel(tab, featured.products))),
    ];
}

/** What the home page has, by the account where there is one. */
async function askHome(query, signal) {
    const own = accountToken() === null ? null : await askAsAccount("/v1/home", { query, signal });
    return own ?? await ask("/v1/home", { query, signal });
}

/** The events that come next; where none is near, that is said before those that are elsewhere. */
function nextEvents(tab, near, elsewhere) {
    if (near.length === 0 && elsewhere.length === 0) return [empty(text("esports.no_events"))];
    const cards = (near.length > 0 ? near : elsewhere).map(
        (event) => eventCard(event, tab.marks, (id) => tab.go("event", id)));
    return [
        near.length > 0 ? null : element("p", { class: "quiet", id: "esports-none-near" },
            text("esports.none_near_but", { distance: distanceText(nearMeters) })),
        element("ol", { id: "esports-next" }, ...cards),
    ].filter(Boolean);
}

function favorites(tab, { signed_in: isSignedIn, favorites: games }) {
    if (!isSignedIn) {
        return empty(text("esports.sign_in_hint"), element("button", {
            type: "button", class: "button is-primary", id: "esports-to-sign-in",
            on: { click: () => tab.go("profile") },
        }, text("esports.sign_in")));
    }
    if (games.length === 0) {
        return empty(text("esports.no_favorites"), element("button", {
            type: "button", class: "button", id: "esports-to-browse",
            on: { click: () => tab.go("browse") },
        }, text("esports.browse")));
    }
    return element("div", { id: "esports-favorites" }, ...games.map(({ game, products }) =>
        element("div", {},
            element("ol", {}, gameRow(game, tab.marks, (id) => tab.go("game", { id, view: "info" }))),
            carousel(tab, products),
            products.length === 0 ? null : element("button", {
                type: "button", class: "link",
                on: { click: () => tab.go("game", { id: game.id, view: "merchandise" }) },
            }, text("esports.merchandise")))));
}

function carousel(tab, products) {
    if (products.length === 0) return null;
    return element("ol", { class: "esports-carousel" },
        ...products.map((product) => productCard(product, (id) => tab.go("product", id))));
}
