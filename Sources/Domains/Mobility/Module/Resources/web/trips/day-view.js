// A day as a line of stays, legs and gaps; each trip can be tapped to correct it.

import { distanceText, durationText } from "../core/format.js";
import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { askOwn, clockText, dayAround, modeText, modes, scoreText } from "./travel.js";
import { changes, legEntry } from "./trip-changes.js";

/** @returns {Promise<Node[]>} The day that lies so many days from today, with its trips on the map. */
export async function dayView(tab) {
    const day = dayAround(tab.dayOffset);
    const [answer, { vehicles }] = await Promise.all([
        askOwn("/v1/trips", { query: { from: day.from, to: day.to, limit: 200 } }), askOwn("/v1/vehicles"),
    ]);
    tab.lines.show(answer.features, answer.stays);
    const entries = [
        ...answer.features.map((trip) => ({ at: trip.properties.started_at, node: tripEntry(tab, trip, vehicles) })),
        ...answer.stays.map((stay) => ({ at: stay.from, node: stayEntry(stay) })),
    ].sort((one, other) => one.at.localeCompare(other.at));
    const ended = answer.features.filter((trip) => trip.properties.state === "ended");
    return [
        element("div", { class: "actions" },
            stepButton(tab, -1, "trips.day_before"),
            element("strong", { id: "trips-day-name" }, day.name),
            tab.dayOffset < 0 ? stepButton(tab, 1, "trips.day_after") : null),
        entries.length === 0 ? element("p", { class: "quiet", id: "trips-none" }, text("trips.none")) : null,
        element("ol", { id: "trips-line", "aria-label": text("trips.line") },
            ...entries.map(({ node }) => node)),
        ended.length > 1 ? mergeForm(tab, ended) : null,
        addForm(tab),
    ].filter(Boolean);
}

function stepButton(tab, step, words) {
    return element("button", {
        type: "button", class: "button",
        on: { click: () => { tab.dayOffset += step; tab.show(); } },
    }, text(words));
}

function stayEntry(stay) {
    const seconds = (Date.parse(stay.to) - Date.parse(stay.from)) / 1000;
    return element("li", { class: `is-${stay.kind}` },
        element("p", {}, element("strong", {}, text(`trips.${stay.kind}`)), ` ${durationText(seconds)}`),
        element("p", { class: "quiet" }, `${clockText(stay.from)} – ${clockText(stay.to)}`,
            stay.kind === "gap" ? ` · ${text("trips.gap_why")}` : null));
}

function tripEntry(tab, trip, vehicles) {
    const own = trip.properties;
    const times = own.ended_at
        ? `${clockText(own.started_at)} – ${clockText(own.ended_at)}`
        : text("trips.since", { time: clockText(own.started_at) });
    return element("li", { class: "is-trip", "data-trip": trip.id },
        element("p", {},
            element("strong", {}, own.legs.map((leg) => modeText(leg.mode)).join(" → ")),
            ` ${distanceText(own.distance_m)}`),
        element("p", { class: "quiet" }, times,
            own.score ? ` · ${text("trips.spared", { score: scoreText(own.score) })}` : null),
        ...own.legs.map((_, index) => legEntry(tab, trip, index, vehicles)),
        own.state === "ended" ? changes(tab, trip) : null);
}

function mergeForm(tab, trips) {
    const boxes = trips.map((trip) => element("input", { type: "checkbox", value: trip.id }));
    return element("details", { id: "trips-merge" },
        element("summary", {}, text("trips.merge")),
        ...trips.map((trip, index) => element("label", { class: "check" }, boxes[index],
            `${clockText(trip.properties.started_at)} ${modeText(trip.properties.legs[0].mode)}`)),
        element("button", {
            type: "button", class: "button",
            on: {
                click: () => tab.act("/v1/trips/merge", "POST", {
                    ids: boxes.filter((box) => box.checked).map((box) => box.value),
                }),
            },
        }, text("trips.merge")));
}

function addForm(tab) {
    const mode = element("select", { id: "trips-add-mode" },
        ...modes.map((name) => element("option", { value: name }, modeText(name))));
    const [from, to] = ["from", "to"].map((name) => element("input", {
        id: `trips-add-${name}`, type: "datetime-local", required: true,
    }));
    const length = element("input", { id: "trips-add-length", type: "number", min: 0, step: 0.1, required: true });
    const form = element("form", { novalidate: true, id: "trips-add" },
        ...[["mode", mode], ["from", from], ["to", to], ["length", length]].map(([name, input]) =>
            element("div", { class: "field" },
                element("label", { for: input.id }, text(`trips.add_${name}`)), input)),
        element("button", { type: "submit", class: "button is-wide" }, text("trips.add")));
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        if (from.value === "" || to.value === "" || length.value === "") {
            tab.problem(text("trips.add_all"));
            return;
        }
        tab.act("/v1/trips", "POST", {
            mode: mode.value, started_at: new Date(from.value).toISOString(),
            ended_at: new Date(to.value).toISOString(), distance_m: Number(length.value) * 1000,
        });
    });
    return element("details", {}, element("summary", {}, text("trips.add")), form);
}
