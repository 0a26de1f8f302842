// Correcting a trip: the mode, length, vehicle and company of each leg, its times, and taking it apart.

import { element } from "../core/dom.js";
import { distanceText, percentText } from "../core/format.js";
import { text } from "../core/texts.js";
import { button, choice, field, modeChoice, numberInput } from "./controls.js";
import { why } from "./score-why.js";
import { modeText } from "./travel.js";

const shared = ["car", "suv", "electric_car", "hybrid_car", "motorcycle"];

/** A leg with all that may be corrected of it. `vehicles` are those of the trip's owner. */
export function legEntry(tab, trip, index, vehicles) {
    const leg = trip.properties.legs[index];
    const id = `trips-leg-${trip.id}-${index}`;
    const change = (body) => tab.change(trip.id, { ...body, leg: index });
    const isSure = leg.mode_source !== "inferred";
    const length = numberInput(`${id}-length`, {
        value: (leg.distance_m / 1000).toFixed(1), step: 0.1,
        onChange: (value) => change({ distance_m: Number(value) * 1000 }),
    });
    const own = vehicles.filter(({ mode }) => mode === leg.mode);
    return element("details", { "data-leg": index },
        element("summary", {}, `${modeText(leg.mode)}, ${distanceText(leg.distance_m)}`,
            isSure ? null : ` (${text("trips.likely", { share: percentText(leg.confidence ?? 0) })})`),
        field(text("trips.mode"), modeChoice(`${id}-mode`, leg.mode, (mode) => change({ mode }))),
        isSure ? null : button("trips.confirm", () => change({ mode: leg.mode })),
        field(`${text("trips.length")} · ${text(`trips.from_${leg.distance_source}`)}`, length),
        own.length === 0 ? null : field(text("trips.by_vehicle"), choice(
            `${id}-vehicle`,
            [...leg.vehicle === null ? [["", text("trips.no_vehicle")]] : [],
                ...own.map((vehicle) => [vehicle.id, vehicle.name])],
            leg.vehicle ?? "", (vehicle) => vehicle !== "" && change({ vehicle }))),
        shared.includes(leg.mode) ? field(text("trips.occupants"), numberInput(`${id}-occupants`, {
            value: leg.occupants, min: 1, step: 1, onChange: (value) => change({ occupants: Number(value) }),
        })) : null,
        field(text("trips.replaced"), modeChoice(`${id}-replaced`, leg.replaced_mode,
            (mode) => change({ replaced_mode: mode === "" ? null : mode }), text("trips.replaced_none"))),
        leg.why ? why(leg.why) : null);
}

/** Moving an ended trip's times, splitting it, and taking it out. */
export function changes(tab, trip) {
    const own = trip.properties;
    const middle = new Date((Date.parse(own.started_at) + Date.parse(own.ended_at)) / 2);
    const [from, to, at] = [["from", own.started_at], ["to", own.ended_at], ["split", middle]].map(
        ([name, moment]) => element("input", {
            id: `trips-${name}-${trip.id}`, type: "datetime-local", step: 1, value: localText(new Date(moment)),
        }));
    return element("details", { class: "changes" },
        element("summary", {}, text("trips.change")),
        field(text("trips.add_from"), from), field(text("trips.add_to"), to),
        button("trips.set_times", () => {
            // What was left alone stays to the millisecond.
            const body = {};
            if (from.value !== localText(new Date(own.started_at))) body.started_at = momentOf(from);
            if (to.value !== localText(new Date(own.ended_at))) body.ended_at = momentOf(to);
            if (Object.values(body).includes(null)) tab.problem(text("trips.add_all"));
            else if (Object.keys(body).length > 0) tab.change(trip.id, body);
        }, { "data-act": "times" }),
        field(text("trips.split_at"), at),
        element("div", { class: "actions" },
            button("trips.split", () => {
                const moment = momentOf(at);
                if (moment === null) tab.problem(text("trips.add_all"));
                else tab.act(`/v1/trips/${trip.id}/split`, "POST", { at: moment });
            }, { "data-act": "split" }),
            button("trips.remove", () => tab.act(`/v1/trips/${trip.id}`, "DELETE"),
                { class: "button is-danger", "data-act": "remove" })));
}

/** A moment as fields for one take it, by this device's clock. */
function localText(moment) {
    const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
    return shifted.toISOString().slice(0, 19);
}

/** What such a field says; null where it says nothing. */
function momentOf(input) {
    const moment = new Date(input.value);
    return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
