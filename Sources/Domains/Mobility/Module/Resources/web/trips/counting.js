// How one is counted: what is usual, what stayed at home, whose figures, and which days.

import { element } from "../core/dom.js";
import { currentLanguage, text } from "../core/texts.js";
import { announce } from "../shell/notices.js";
import { button, check, choice, field, modeChoice } from "./controls.js";
import { modeText, modes } from "./travel.js";

const pickLimit = 8;
const settingsPath = "/v1/me/travel-settings";

/** The choices of how trips are counted. @returns {Node[]} */
export function countingForm(tab, vehicles, settings) {
    const set = (body) => tab.act(settingsPath, "PUT", body);
    const own = vehicles.map(({ id, name }) => [id, name]);
    const orNone = (value) => value === "" ? null : value;
    return [
        field(text("trips.usual_mode"),
            modeChoice("trips-usual-mode", settings.default_mode, (mode) => set({ default_mode: mode }))),
        field(text("trips.usual_vehicle"), choice(
            "trips-usual-vehicle", [["", text("trips.no_vehicle")], ...own], settings.default_vehicle ?? "",
            (id) => set({ default_vehicle: orNone(id) }))),
        field(text("trips.baseline_car"), choice(
            "trips-baseline", [["", text("trips.baseline_table")], ...own], settings.baseline ?? "",
            (id) => set({ baseline: orNone(id) }))),
        element("p", { class: "quiet" }, text("trips.baseline_note")),
        picks(set, own, settings.quick_picks),
        field(text("trips.fuel_figures"), choice(
            "trips-fuel-figures", ["epa", "eia"].map((name) => [name, text(`trips.figures_${name}`)]),
            settings.fuel_factors, (authority) => set({ fuel_factors: authority }))),
        field(text("trips.first_day"), choice("trips-first-day", weekdays(), String(settings.first_day),
            (day) => set({ first_day: Number(day) }))),
        field(text("trips.zone"), choice("trips-zone", zones(settings.time_zone), settings.time_zone,
            (zone) => set({ time_zone: zone }))),
        element("p", { class: "quiet" }, text("trips.anew_note")),
        button("trips.anew", async () => {
            if (await set({ rescore: true })) announce(text("trips.anew_done"));
        }, { id: "trips-anew" }),
    ];
}

/** The buttons to start with: up to eight modes and vehicles. */
function picks(set, own, chosen) {
    const all = [...own, ...modes.map((mode) => [mode, modeText(mode)])];
    const names = new Map(all);
    const kept = chosen.filter((pick) => names.has(pick));
    return element("details", { id: "trips-picks" },
        element("summary", {}, text("trips.picks")),
        element("p", { class: "quiet" }, text("trips.picks_note", { limit: pickLimit })),
        ...all.map(([pick, words]) => check(`trips-pick-${pick}`, words, kept.includes(pick), (isOn) => set({
            quick_picks: isOn ? [...kept, pick] : kept.filter((other) => other !== pick),
        }))));
}

/** Monday to Sunday. */
function weekdays() {
    const format = new Intl.DateTimeFormat(currentLanguage(), { weekday: "long", timeZone: "UTC" });
    // 1 January 2024 was a Monday.
    return Array.from({ length: 7 }, (_, day) => [String(day + 1), format.format(Date.UTC(2024, 0, day + 1))]);
}

/** The zones that this browser knows, the chosen one among them. */
function zones(chosen) {
    const known = /** @type {any} */ (Intl).supportedValuesOf?.("timeZone") ?? [];
    return [...new Set([chosen, "UTC", ...known])].map((zone) => [zone, zone]);
}
