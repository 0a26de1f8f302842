// What events, games, products, matches and posts look like in lists.

import { element } from "../core/dom.js";
import { ageText, dayText, distanceText, momentText } from "../core/format.js";
import { currentLanguage, text } from "../core/texts.js";

/** "2–5 Sep 2026", or a day with its time by this device's clock and by the clocks there. */
export function whenText({ all_day: isAllDay, starts_local: starts, ends_local: ends, starts_at: at,
    time_zone: zone }) {
    if (isAllDay) return starts === ends ? dayText(starts) : `${dayText(starts)} – ${dayText(ends)}`;
    const own = momentText(Date.parse(at));
    if (!zone || zone === "UTC") return own;
    return `${own} (${text("esports.there", { time: `${starts.slice(11, 16)} ${zone}` })})`;
}

/** "Austin, United States", "Online", "Europe". */
export function whereText({ place_kind: kind, venue, city, country, region, format,
    distance_m: meters }) {
    if (kind === "online" || format === "online") return text("esports.online");
    const words = [venue, city, country].filter(Boolean).join(", ") || region
        || text("esports.nowhere");
    return meters === undefined ? words : `${words} · ${distanceText(meters)}`;
}

/** "19.99 USD" in the words of the language. */
export function priceText({ text: written, currency }) {
    const amount = Number(written.split(" ")[0]);
    return new Intl.NumberFormat(currentLanguage(), { style: "currency", currency }).format(amount);
}

/** An event with its date and place. */
export function eventCard({ id, properties }, marks, onOpen) {
    const { title, status, games = [], tier, prize } = properties;
    const known = [
        games.map(({ name }) => name).join(", "), tier ? text("esports.tier", { tier: tier.toUpperCase() }) : "",
        prize ? priceText(prize) : "",
    ].filter(Boolean).join(" · ");
    return element("li", { class: "esports-card", "data-id": id },
        element("h3", {}, logo(properties.image),
            element("button", { type: "button", on: { click: () => onOpen(id) } }, title)),
        element("div", { class: "marks" }, marks.button("bell", id, title)),
        element("p", { class: "esports-when" }, whenText(properties)),
        element("p", { class: "esports-where" }, whereText(properties)),
        known ? element("p", { class: "quiet" }, known) : null,
        status === "scheduled" ? null
            : element("p", { class: "caution" }, text(`esports.status_${status}`)));
}

/** A game in a list. */
export function gameRow({ id, properties }, marks, onOpen) {
    const { name, counts } = properties;
    return element("li", { class: "esports-row", "data-id": id },
        element("button", { type: "button", on: { click: () => onOpen(id) } }, logo(properties.image), name,
            element("span", { class: "quiet" }, ` ${text("esports.upcoming", { count: counts.upcoming })}`)),
        marks.button("heart", id, name));
}

/** A product in a list. */
export function productCard({ id, properties }, onOpen) {
    const { title, price, sold, stale, age_s: age } = properties;
    return element("li", { "data-id": id },
        element("button", { type: "button", class: "esports-product", on: { click: () => onOpen(id) } },
            picture(properties), element("span", {}, title),
            element("br"), element("span", { class: "esports-price" }, priceText(price)),
            sold ? element("span", { class: "caution" }, ` ${text("esports.sold")}`) : null,
            stale ? element("span", { class: "quiet" },
                ` ${text("esports.stale", { age: ageText(age) })}`) : null));
}

/** Whether a picture is one of this service, or this service shows those of others. */
function isShown(image) {
    return Boolean(image) && (image.startsWith("/v1/media/") || document.documentElement.dataset.remoteImages === "on");
}

/** The logo of a game, a team or an event, beside its name; null where none is shown. */
export function logo(image) {
    return isShown(image) ? element("img", {
        class: "esports-logo", src: image, alt: "", loading: "lazy", referrerpolicy: "no-referrer",
    }) : null;
}

/** The largest picture, where it is shown; else a few words in its place. */
export function picture({ image, title }) {
    if (!isShown(image)) {
        return element("span", { class: "esports-picture" }, text("esports.no_picture"));
    }
    return element("img", {
        class: "esports-picture", src: image, alt: title, loading: "lazy", referrerpolicy: "no-referrer",
    });
}

/** A post: text, and where it stands. */
export function postCard({ properties }) {
    const { account, text: words, posted_at: at, url } = properties;
    const seconds = (Date.now() - Date.parse(at)) / 1000;
    return element("article", { class: "esports-card" },
        element("h3", {}, account),
        element("p", {}, words),
        element("p", { class: "quiet" }, seconds >= 0 ? ageText(seconds) : momentText(Date.parse(at)),
            url ? " · " : "", url ? outward(url, text("esports.at_source")) : null));
}

/**
 * A match: both sides, when, and what it came to where that is shown.
 *
 * @param {object} match
 * @param {{hasStage: boolean, onTeam: function(string): void}} how Whether it says its stage, and what a team opens.
 */
export function matchRow({ properties }, { hasStage, onTeam }) {
    const { sides, stage, league, moved_from: movedFrom, status } = properties;
    const score = sides.every((side) => side.score !== null && side.score !== undefined)
        ? `${sides[0].score} – ${sides[1].score}` : text("esports.versus");
    const [one, other] = sides.map(({ team, team_id: id }) => {
        if (!id) return team ?? text("esports.open_side");
        return element("button", { type: "button", on: { click: () => onTeam(id) } }, team);
    });
    return element("li", { class: "esports-card" },
        element("h3", {}, one, ` ${score} `, other),
        element("p", { class: "esports-when" }, whenText(properties)),
        movedFrom ? element("p", { class: "caution" },
            text("esports.moved_from", { time: momentText(Date.parse(movedFrom)) })) : null,
        element("p", { class: "quiet" },
            [league, hasStage ? stage : null, text(`esports.match_${status}`)].filter(Boolean).join(" · ")));
}

/** A link that leaves this service; it carries nothing of whoever follows it. */
export function outward(href, words) {
    return element("a", { href, target: "_blank", rel: "noopener noreferrer" }, words,
        element("span", { class: "for-screen-readers" }, ` ${text("esports.leaves")}`));
}

/** A part of a page with its heading. */
export function section(title, ...children) {
    return element("section", { class: "esports-section" }, element("h2", {}, title), ...children);
}

/** Words in place of a list that is empty. */
export function empty(words, ...more) {
    return element("div", { class: "empty" }, element("p", {}, words), ...more);
}

/** Names and values; what has no value is left out. */
export function facts(pairs) {
    const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
    return element("dl", { class: "esports-facts" }, ...known.flatMap(([name, value]) => [
        element("dt", {}, text(`esports.${name}`)), element("dd", {}, value),
    ]));
}
