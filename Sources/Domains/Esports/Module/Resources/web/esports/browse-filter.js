// The filters of Browse: which games are listed, and which events.

import { text } from "../core/texts.js";
import { choice, day, openSheet, pick } from "./sheet.js";

const dayMilliseconds = 86_400_000;

/** The games that are shown when nothing was chosen. */
export const standardGames = Object.freeze({ which: "any", order: "upcoming" });

/** The events that are shown when nothing was chosen: those to come. */
export const standardEvents = Object.freeze({
    game: "", format: "", tier: "", status: "", from: "", to: "", order: "time",
});

/** Whether a filter takes a game, by what is counted of it. */
export function takesGame({ which }, { properties: { counts } }) {
    return which === "any" || (which === "upcoming" ? counts.upcoming : counts.products) > 0;
}

/** @returns {Promise<?object>} The filter that was confirmed; null where it was put away. */
export function openGameFilter(filter) {
    return openSheet(text("esports.filter_games"), {
        which: choice("which", ["any", "upcoming", "products"], filter.which),
        order: choice("order", ["upcoming", "name"], filter.order),
    }, standardGames);
}

/**
 * A filter as parameters of a request; those that are null are left out.
 *
 * @param {object} filter
 * @param {{lat: number, lon: number}} center Where distances are measured from.
 */
export function eventQuery({ game, format, tier, status, from, to, order }, center) {
    const isNear = order === "nearest";
    return {
        kind: "tournament", game: given(game), format: given(format), tier: given(tier), status: given(status),
        from: from === "" ? new Date().toISOString().slice(0, 10) : from,
        // The last day is one of the period.
        to: to === "" ? null : new Date(Date.parse(to) + dayMilliseconds).toISOString().slice(0, 10),
        sort: order, lat: isNear ? center.lat : null, lon: isNear ? center.lon : null,
    };
}

const given = (words) => (words === "" ? null : words);

/**
 * Asks which events are wanted.
 *
 * @param {object[]} games The games, as the service lists them.
 * @returns {Promise<?object>} The filter that was confirmed; null where it was put away.
 */
export function openEventFilter(filter, games) {
    const words = (name, values) => [
        ["", text(`esports.${name}_any`)], ...values.map((value) => [value, text(`esports.${name}_${value}`)]),
    ];
    return openSheet(text("esports.filter_events"), {
        game: pick("game", [
            ["", text("esports.game_any")], ...games.map(({ id, properties }) => [id, properties.name]),
        ], filter.game),
        format: pick("format", words("format", ["offline", "online", "hybrid"]), filter.format),
        tier: pick("tier_name", [
            ["", text("esports.tier_any")],
            ...["s", "a", "b", "c", "d"].map((tier) => [tier, text("esports.tier", { tier: tier.toUpperCase() })]),
        ], filter.tier),
        status: pick("status", words("status", ["scheduled", "postponed", "cancelled", "finished"]), filter.status),
        from: day("day_from", filter.from),
        to: day("day_to", filter.to),
        order: choice("order", ["time", "name", "nearest"], filter.order),
    }, standardEvents, faultOf);
}

function faultOf({ from, to }) {
    const isBackwards = to !== "" && to < (from === "" ? new Date().toISOString().slice(0, 10) : from);
    return isBackwards ? text("esports.period_wrong") : null;
}
