// The score, and its graph over days, weeks, months and years.

import { element, shape } from "../core/dom.js";
import { dayText, distanceText, numberText } from "../core/format.js";
import { text } from "../core/texts.js";
import { button, choice, field, filled, numberInput } from "./controls.js";
import { askOwn, scoreText } from "./travel.js";

const spans = { day: 30, week: 7 * 26, month: 366, year: 5 * 366 };
const [width, height] = [320, 120];

/** @returns {Promise<Node[]>} */
export async function scoreView(tab) {
    const { from, to } = period(tab);
    const [score, series, units, settings] = await Promise.all([
        askOwn("/v1/score"),
        askOwn("/v1/score/series", {
            query: {
                from: from.toISOString(), to: to.toISOString(), interval: tab.interval,
                time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            },
        }),
        askOwn("/v1/score-units"),
        askOwn("/v1/me/travel-settings"),
    ]);
    const unit = units.units.find(({ id }) => id === settings.unit);
    return [
        element("section", { id: "trips-total" },
            element("p", {}, element("strong", {}, scoreText(score.total))),
            element("p", { class: "quiet" }, text("trips.total", {
                count: score.trips, trips: numberText(score.trips), distance: distanceText(score.distance_m),
            })),
            unit?.symbolic ? element("p", { class: "quiet" }, text("trips.symbol")) : null,
            element("p", { class: "quiet" }, unit?.source ?? "")),
        field(text("trips.unit"), choice("trips-unit", units.units.map(({ id, name }) => [id, name]), settings.unit,
            (id) => tab.act("/v1/me/travel-settings", "PUT", { unit: id }))),
        unit ? unitForm(tab, unit) : null,
        field(text("trips.interval"), choice(
            "trips-interval", Object.keys(spans).map((name) => [name, text(`trips.by_${name}`)]), tab.interval,
            (name) => { tab.interval = name; tab.show(); })),
        ...["from", "to"].map((name) => field(text(`trips.graph_${name}`), element("input", {
            id: `trips-graph-${name}`, type: "date", value: tab.period[name],
            on: {
                change: (event) => {
                    tab.period = { ...tab.period, [name]: event.target.value || null };
                    tab.show();
                },
            },
        }))),
        graph(series),
    ].filter(Boolean);
}

/** The ends of the graph: the days that are chosen, the last of them whole; else as long as suits the steps, till now. */
function period({ period: chosen, interval }) {
    const to = chosen.to ? new Date(`${chosen.to}T00:00:00`) : new Date(Date.now() + 60_000);
    if (chosen.to) to.setDate(to.getDate() + 1);
    const from = chosen.from
        ? new Date(`${chosen.from}T00:00:00`) : new Date(to.getTime() - spans[interval] * 86_400_000);
    return { from, to };
}

/** What a unit is called, and what it weighs, as its reader wants it. */
function unitForm(tab, unit) {
    const fields = new Map([
        ["name", element("input", { id: "trips-unit-name", type: "text", maxlength: 60, value: unit.name })],
        ["grams", numberInput("trips-unit-grams", { value: unit.grams, min: 1 })],
    ]);
    return element("details", { id: "trips-unit-own" },
        element("summary", {}, text("trips.unit_change")),
        field(text("trips.unit_name"), fields.get("name")), field(text("trips.unit_grams"), fields.get("grams")),
        button("trips.unit_set", () => tab.act(`/v1/score-units/${unit.id}`, "PATCH", filled(fields))));
}

/** Bars above and below nought, the unit's name beside them; the same as a table for those who hear it. */
function graph(series) {
    const amounts = series.steps.map(({ amount }) => amount);
    const most = Math.max(...amounts, 0);
    const least = Math.min(...amounts, 0);
    const scale = most > least ? height / (most - least) : 0;
    const step = width / Math.max(1, amounts.length);
    const bars = amounts.map((amount, index) => shape("rect", {
        x: index * step, width: Math.max(1, step - 1), height: Math.abs(amount) * scale,
        y: (most - Math.max(amount, 0)) * scale, class: amount < 0 ? "is-negative" : "",
        fill: amount < 0 ? "var(--alarm)" : "var(--accent)",
    }, shape("title", {}, `${dayText(series.steps[index].day)}: ${numberText(amount)}`)));
    return element("figure", { id: "trips-graph" },
        shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": text("trips.graph") }, ...bars),
        element("figcaption", {}, text("trips.graph_in", { unit: series.unit_name })),
        element("details", {}, element("summary", {}, text("trips.as_table")),
            element("table", {}, ...series.steps.filter(({ trips }) => trips > 0).map((row) =>
                element("tr", {}, element("th", { scope: "row" }, dayText(row.day)),
                    element("td", {}, numberText(row.amount)))))));
}
