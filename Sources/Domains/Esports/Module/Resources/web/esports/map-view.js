// The tournaments around the middle of the map, within a radius and a period; online ones apart.

import { element } from "../core/dom.js";
import { distanceText } from "../core/format.js";
import { recall, remember } from "../core/preferences.js";
import { text } from "../core/texts.js";
import { calendarPart, placeCalendar } from "./calendars.js";
import { empty, eventCard, section } from "./cards.js";
import { pagedList } from "./paged-list.js";

const radii = [50, 100, 250, 500, 1_000, 5_000];
const periods = [30, 90, 365];
const dayMilliseconds = 86_400_000;

/** @param {object} tab The tab. @param {function} query Asks the service. */
export async function mapPart(tab, query) {
    const radius = recall("esports_radius_km", 500);
    const days = recall("esports_days", 90);
    const { lat, lon } = tab.mapView.center;
    const period = {
        kind: "tournament", from: new Date().toISOString(),
        to: new Date(Date.now() + days * dayMilliseconds).toISOString(),
    };
    const [near, online] = await Promise.all([
        query("/v1/events", { ...period, lat, lon, radius_m: radius * 1_000, sort: "nearest", limit: 100 }),
        query("/v1/events", { ...period, format: "online", limit: 20 }),
    ]);
    tab.markers.show(near.features);
    tab.markers.showReach({ lat, lon, meters: radius * 1_000 });
    const select = (name, values, chosen, words) => element("select", {
        id: `esports-${name}`, class: "quiet-select", "aria-label": text(`esports.${name}`),
        on: {
            change: ({ target }) => {
                remember(name === "radius" ? "esports_radius_km" : "esports_days", Number(target.value));
                tab.show();
            },
        },
    }, ...values.map((value) => element("option", { value, selected: value === chosen }, words(value))));
    const card = (event) => eventCard(event, tab.marks, (id) => tab.go("event", id));
    return [
        element("div", { class: "esports-head" },
            element("h2", {}, text("esports.near_title")),
            select("radius", radii, radius, (km) => distanceText(km * 1_000)),
            select("days", periods, days, (count) => text("esports.next_days", { count }))),
        near.features.length === 0
            ? empty(text("esports.none_near", { distance: distanceText(radius * 1_000) }))
            : element("div", {}, ...pagedList(near, card, { id: "esports-near" })),
        online.features.length === 0 ? null
            : section(text("esports.online_title"), ...pagedList(online, card, { id: "esports-online" })),
        calendarPart([placeCalendar({ lat, lon }, radius * 1_000)], text("esports.calendar_place_hint")),
    ].filter(Boolean);
}
