// What an import changes, on the map: what is new, what is gone, what stays because its row was
// refused, and where what moved has gone.
// Colour and shape tell it alike.

import { shape } from "../core/dom.js";
import { text } from "../core/texts.js";

/** The sorts of change, with the member of a report that lists each. */
export const changeSorts = [
    { name: "removed", list: "first_removed" },
    { name: "row_refused", list: "first_row_refused" },
    { name: "changed", list: "first_changed" },
    { name: "added", list: "first_added" },
];

const symbolSize = [18, 18];
const shapes = {
    added: "M9 5v8M5 9h8",
    removed: "M6 6l6 6M12 6l-6 6",
    row_refused: "M9 4.5v5.5M9 12.5v1",
    changed: "M5.5 10.5h7M5.5 7.5h7",
};

/** The sign of a sort of change. */
export function changeSymbol(sort) {
    return shape("svg", { viewBox: "0 0 18 18", class: `change-symbol is-${sort}`, "aria-hidden": "true" },
        shape("circle", { cx: 9, cy: 9, r: 8 }), shape("path", { d: shapes[sort] }));
}

export class ChangeMap {
    constructor(map) {
        this.map = map;
        this.group = L.layerGroup();
    }

    attach() {
        this.group.addTo(this.map);
    }

    detach() {
        this.group.remove();
    }

    clear() {
        this.group.clearLayers();
    }

    /** Shows the changes that reports name, and the part of the map where they are. */
    show(...all) {
        this.clear();
        const places = [];
        for (const { name, list } of changeSorts) {
            for (const change of all.flatMap((changes) => changes[list])) {
                if (!change.place) continue;
                this.mark(name, change);
                places.push(point(change.place));
                if (change.place_before) places.push(point(change.place_before));
            }
        }
        if (places.length > 0) {
            this.map.fitBounds(L.latLngBounds(places).pad(0.1), { maxZoom: 16 });
        }
    }

    /** Moves the map to a change. */
    goTo({ place }) {
        this.map.setView(point(place), Math.max(this.map.getZoom(), 15));
    }

    mark(sort, { name, place, place_before: before, differences }) {
        const title = [text(`change.${sort}`), name, ...differences].join(" · ");
        if (before) this.arrow(before, place, title);
        else this.symbol(changeSymbol(sort), place, title);
    }

    symbol(html, place, title, className = "change-marker") {
        L.marker(point(place), {
            icon: L.divIcon({ className, html, iconSize: symbolSize }), keyboard: false, title,
        }).addTo(this.group);
    }

    /** From where something was to where it is; its direction is the same at every zoom. */
    arrow(from, to, title) {
        L.polyline([point(from), point(to)], {
            className: "change-arrow", interactive: false,
        }).addTo(this.group);
        const turn = this.map.project(point(to), 20).subtract(this.map.project(point(from), 20));
        const degrees = (Math.atan2(turn.y, turn.x) * 180) / Math.PI;
        this.symbol(
            shape("svg", { viewBox: "0 0 18 18", class: "change-symbol is-old" },
                shape("circle", { cx: 9, cy: 9, r: 4 })), from, title);
        this.symbol(
            shape("svg", { viewBox: "0 0 18 18", class: "change-symbol is-moved" },
                shape("path", { d: "M2 3l14 6l-14 6l3-6z", transform: `rotate(${degrees} 9 9)` })),
            to, title);
    }
}

function point({ lat, lon }) {
    return L.latLng(lat, lon);
}
