// The way from the voter's place to a station: on the map, and step by step in words.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { element, part } from "../core/dom.js";
import { distanceText, durationText } from "../core/format.js";
import { recall, remember } from "../core/preferences.js";
import { refusalWords } from "../core/refusals.js";
import { hasText, text } from "../core/texts.js";
import { announce } from "../shell/notices.js";
import { externalLink } from "./map-links.js";

const modes = ["walk", "drive"];
const programs = [["google_maps", "Google Maps"], ["apple_maps", "Apple Maps"], ["osm", "OpenStreetMap"]];

export class RouteView {
    constructor(mapView) {
        this.mapView = mapView;
        this.group = L.layerGroup();
        this.root = part("route");
        this.mode = modes.includes(recall("travel")) ? recall("travel") : modes[0];
        this.wanted = null;
    }

    attach() {
        this.group.addTo(this.mapView.map);
    }

    detach() {
        this.asking?.abort();
        this.group.remove();
    }

    /** Forgets the way that is shown. */
    clear() {
        this.asking?.abort();
        this.wanted = null;
        this.group.clearLayers();
        this.root.hidden = true;
        this.root.replaceChildren();
    }

    /**
     * Says why no way can be shown.
     *
     * @param {string} reason The key of a text.
     */
    refuse(station, reason) {
        this.clear();
        this.root.hidden = false;
        this.root.replaceChildren(
            element("h2", { id: "route-title", dir: "auto" }, text("route.title", { name: station.name })),
            element("p", { class: "alert", role: "alert" }, text(reason)));
        this.root.scrollIntoView({ block: "nearest" });
    }

    /**
     * Finds the way and shows it.
     *
     * @param {{lat: number, lon: number}} from
     * @param {object} station
     * @param {object} how
     * @param {boolean} how.isAssigned Whether it is the voter's own station.
     * @param {boolean} how.isAsked Whether the reader asked for it: then it comes into view.
     */
    async show(from, station, { isAssigned, isAsked }) {
        this.asking?.abort();
        const asking = new AbortController();
        this.asking = asking;
        this.wanted = { from, station, isAssigned };
        let way;
        try {
            way = await ask("/v1/directions", {
                query: {
                    from: `${from.lat},${from.lon}`, to_station: station.id, mode: this.mode,
                },
                signal: asking.signal,
            });
        } catch (error) {
            if (asking.signal.aborted) return;
            if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
            this.draw([element("p", { class: "alert", role: "alert" },
                refusalWords(error))]);
            return;
        }
        this.drawLine(way);
        this.draw([
            element("p", { class: "route-sum" }, text(`route.sum_${way.mode}`, {
                distance: distanceText(way.distance_m), time: durationText(wholeMinutes(way.duration_s)),
            })),
            way.method === "straight_line"
                ? element("p", { class: "caution" }, noticeWords(way.notice)) : null,
            ...way.cautions.map(({ code, message }) => element("p", { class: "caution" },
                hasText(`route.${code}`) ? text(`route.${code}`) : message)),
            way.steps.length > 0 ? element("details", { class: "contest", open: isAsked },
                element("summary", {}, text("route.steps")),
                element("ol", { class: "route-steps" },
                    ...way.steps.map((step) => element("li", {}, stepWords(step))))) : null,
            element("div", { class: "row-actions for-screen" },
                ...[...programs, ["geo", text("vote.map_app")]].map(([name, program]) =>
                    externalLink(program, way.links[name],
                        text("vote.way_in", { program, name: station.name })))),
        ]);
        if (isAsked) {
            announce(part("route-title").textContent);
            this.root.scrollIntoView({ block: "nearest" });
            this.mapView.map.fitBounds(
                L.latLngBounds(linesOf(way.geometry).flat()).pad(0.15), { maxZoom: 17 });
        }
    }

    draw(content) {
        const { from, station, isAssigned } = this.wanted;
        const choice = element("fieldset", { class: "segments for-screen" },
            element("legend", { class: "for-screen-readers" }, text("route.mode")),
            ...modes.map((mode) => element("label", {},
                element("input", {
                    type: "radio", name: "travel", id: `travel-${mode}`,
                    checked: mode === this.mode,
                    on: { change: () => {
                        this.mode = mode;
                        remember("travel", mode);
                        this.show(from, station, { isAssigned, isAsked: true });
                    } },
                }),
                element("span", {}, text(`route.${mode}`)))));
        const hadFocus = this.root.contains(document.activeElement);
        this.root.hidden = false;
        this.root.replaceChildren(
            element("div", { class: "list-head" },
                element("h2", { id: "route-title", dir: "auto" },
                    text("route.title", { name: station.name })), choice),
            ...(isAssigned ? [] : [element("p", { class: "not-assigned" }, text("route.not_assigned"))]),
            ...content.filter((one) => one !== null));
        if (hadFocus) part(`travel-${this.mode}`).focus({ preventScroll: true });
    }

    /** Blue where it begins, red where it ends; dashed where nobody can walk along it. */
    drawLine({ method, geometry }) {
        this.group.clearLayers();
        const lines = linesOf(geometry);
        const more = method === "straight_line" ? " is-straight" : "";
        for (const className of ["route-casing", `route-line${more}`]) {
            L.polyline(lines, { className, interactive: false }).addTo(this.group);
        }
        for (const [at, end] of [[lines[0][0], "start"], [lines.at(-1).at(-1), "end"]]) {
            // Above the pins: where the way ends is the door, not the building.
            L.marker(at, {
                icon: L.divIcon({ className: `route-dot route-${end}`, iconSize: [16, 16] }),
                interactive: false, keyboard: false, zIndexOffset: 2_000,
            }).addTo(this.group);
        }
    }
}

function wholeMinutes(seconds) {
    return 60 * Math.max(1, Math.round(seconds / 60));
}

/** The parts of a line as Leaflet takes them; across the antimeridian there are two. */
function linesOf({ type, coordinates }) {
    const parts = type === "MultiLineString" ? coordinates : [coordinates];
    return parts.map((one) => one.map(([lon, lat]) => [lat, lon]));
}

/** A step that is shorter is one place with the next, in metres. */
const SAME_METERS = 2.5;

/** "Turn left onto K Street, 400 m". */
function stepWords(step) {
    const key = `step.${step.maneuver}`;
    if (!hasText(key)) return step.instruction;
    const words = text(step.street && hasText(`${key}_named`) ? `${key}_named` : key, {
        street: step.street, direction: text(`compass.${step.direction}`),
    });
    return step.distance_m >= SAME_METERS && step.maneuver !== "arrive" ? `${words}, ${distanceText(step.distance_m)}` : words;
}

function noticeWords(notice) {
    const key = `route.${notice?.code}`;
    const why = hasText(key) ? text(key) : notice?.message ?? "";
    return `${text("route.straight_line")} ${why}`.trim();
}
