// Stations on the map: pins with their place in the list.

import { shape } from "../core/dom.js";
import { text } from "../core/texts.js";

const pinSize = [30, 38];

/** A pin with a number, or with a star for the station that is assigned: rank 0. */
export function stationSymbol(rank) {
    return shape("svg", {
        viewBox: "0 0 30 38", class: `pin${rank === 0 ? " is-own" : ""}`,
        "aria-hidden": "true",
    },
    shape("path", {
        class: "pin-outline",
        d: "M7 1.5h16a5.5 5.5 0 0 1 5.5 5.5v15a5.5 5.5 0 0 1-5.5 5.5h-3.6L15 36.5l-4.4-9H7"
            + "A5.5 5.5 0 0 1 1.5 22V7A5.5 5.5 0 0 1 7 1.5z",
    }),
    shape("text", { class: "pin-number", x: 15, y: 15.2 },
        rank === 0 ? "★" : String(rank)));
}

export class StationMarkers {
    /** @param {function(string): void} onSelect Called with the id of a station that was clicked. */
    constructor(map, onSelect) {
        this.map = map;
        this.onSelect = onSelect;
        this.group = L.layerGroup();
        this.origin = L.marker([0, 0], {
            interactive: false, keyboard: false,
            icon: L.divIcon({ className: "origin-marker", iconSize: [18, 18] }),
        });
    }

    attach() {
        this.group.addTo(this.map);
    }

    detach() {
        this.group.remove();
        this.origin.remove();
    }

    /** Shows exactly these stations; those that are assigned stand out. */
    show(nearby, assigned) {
        this.group.clearLayers();
        const marked = assigned.map((station) => ({ ...station, rank: 0 }));
        for (const station of [...nearby, ...marked]) {
            if (!station.at) continue;
            L.marker([station.at.lat, station.at.lon], {
                icon: L.divIcon({
                    className: "station-marker", html: stationSymbol(station.rank),
                    iconSize: pinSize, iconAnchor: [15, 37],
                }),
                // The list beside the map is the way for the keyboard.
                keyboard: false,
                title: station.rank === 0 ? station.name
                    : text("stations.pin", { rank: station.rank, name: station.name }),
                zIndexOffset: station.rank === 0 ? 1_000 : -station.rank * 10,
            }).on("click", () => this.onSelect(station.id)).addTo(this.group);
        }
    }

    /** Marks the place from which the distances are; null when that is the map's middle. */
    showOrigin(at) {
        if (at) {
            this.origin.setLatLng([at.lat, at.lon]).addTo(this.map);
        } else {
            this.origin.remove();
        }
    }
}
