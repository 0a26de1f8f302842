// The way to a stand from where one is: how far and in which direction, as a line on the map or on the plan, and
// along roads where there are some.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { element, part } from "../core/dom.js";
import { distanceText, durationText } from "../core/format.js";
import { refusalWords } from "../core/refusals.js";
import { text } from "../core/texts.js";

/** The words of eight directions on a picture, clockwise from its upper edge. */
const turns = ["up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left"];
/** Where the visitor is, by the phone. */
const here = "here";

export class WayView {
    #asking = null;

    constructor(tab) {
        this.tab = tab;
        /** Where the way leads to; null for no way. */
        this.exhibitor = null;
        /** Where it begins: "here", "booth:LABEL" or "place:ID". */
        this.start = "";
        /** As the service told it; null before. */
        this.way = null;
        part("expo-way-from").addEventListener("change", () => this.#choose(part("expo-way-from").value));
        part("expo-way-end").addEventListener("click", () => this.end());
    }

    /** Leads to a stand: from where the last way began, else the visitor says where they are. */
    async to(exhibitor) {
        this.exhibitor = exhibitor;
        this.way = null;
        this.tab.show("map");
        if (this.start === "") this.draw();
        else await this.#choose(this.start);
        part("expo-way-from").focus({ preventScroll: true });
    }

    /** Shows no way any more. */
    end() {
        this.#asking?.abort();
        this.exhibitor = null;
        this.way = null;
        this.tab.map.showWay(null);
        this.tab.redraw();
    }

    draw() {
        const { exhibitor, tab } = this;
        part("expo-way").hidden = exhibitor === null;
        if (exhibitor === null) return;
        part("expo-way-title").textContent = text("expo.way_to", { name: exhibitor.name });
        const choice = part("expo-way-from");
        choice.replaceChildren(...starts(tab.fair, exhibitor));
        choice.value = this.start;
        this.#tell(this.way ? wayWords(this.way) : [text("expo.way_choose")]);
    }

    async #choose(start) {
        this.start = start;
        this.way = null;
        this.tab.map.showWay(null);
        this.#tell([]);
        if (start === "") return this.draw();
        const query = await this.#query(start);
        if (query === null) {
            this.start = "";
            return this.draw();
        }
        this.#asking?.abort();
        const asking = new AbortController();
        this.#asking = asking;
        try {
            const id = encodeURIComponent(this.exhibitor.id);
            this.way = await ask(`/v1/exhibitors/${id}/way`, { query, signal: asking.signal });
        } catch (error) {
            if (asking.signal.aborted) return;
            if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
            this.#tell([error instanceof Unreachable ? text("expo.away") : refusalWords(error)]);
            return;
        }
        this.tab.map.showWay(this.way);
        this.tab.redraw();
    }

    /** What the service is asked; null where nobody knows where the visitor is. */
    async #query(start) {
        if (start.startsWith("booth:")) return { from_booth: start.slice("booth:".length) };
        if (start.startsWith("place:")) return { from_place: start.slice("place:".length) };
        const found = await this.tab.findPosition();
        return found && { lat: found.lat, lon: found.lon };
    }

    #tell(lines) {
        part("expo-way-words").replaceChildren(...lines.map((words) => element("span", {}, words)));
    }
}

/** Where a way may begin. */
function starts(fair, exhibitor) {
    const option = (value, words) => element("option", { value }, words);
    const booths = fair.exhibitors.filter(({ id, booth }) => booth && id !== exhibitor.id)
        .map(({ booth, name }) => option(`booth:${booth}`, `${booth} · ${name}`));
    const places = fair.places.map(({ id, name }) => option(`place:${id}`, name));
    const group = (label, options) => options.length === 0 ? null
        : element("optgroup", { label: text(label) }, ...options);
    return [
        option("", text("expo.way_start")), option(here, text("expo.way_here")),
        group("expo.way_places", places), group("expo.way_booths", booths),
    ].filter(Boolean);
}

/** A way in words, a line each. */
function wayWords({ distance_m: meters, direction, drawing, other_floor: isOther, to, directions }) {
    const lines = [];
    if (meters !== null) {
        const distance = distanceText(meters);
        lines.push(direction === null ? text("expo.way_there")
            : text("expo.way_words", { distance, direction: text(`expo.way_${direction}`) }));
    }
    if (drawing) {
        lines.push(text("expo.way_drawn", {
            direction: text(`expo.way_${turns[Math.round(drawing.angle / 45) % turns.length]}`),
        }));
    }
    if (isOther) lines.push(text("expo.way_floor", { floor: to.floor }));
    if (directions?.method === "road") {
        lines.push(text("expo.way_walk", {
            distance: distanceText(directions.distance_m),
            time: durationText(60 * Math.max(1, Math.round(directions.duration_s / 60))),
        }));
    }
    return lines.length === 0 ? [text("expo.way_unknown")] : lines;
}
