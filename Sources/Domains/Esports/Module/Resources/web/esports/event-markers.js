// Tournaments on the map: points that open the page of theirs, and how far they were looked for.

import { reachRing } from "./reach-ring.js";

export class EventMarkers {
    /** @param {function(string): void} onSelect Called with the id of a tournament that was clicked. */
    constructor(map, onSelect) {
        this.map = map;
        this.onSelect = onSelect;
        this.reach = L.layerGroup();
        this.group = L.layerGroup();
    }

    attach() {
        this.reach.addTo(this.map);
        this.group.addTo(this.map);
    }

    detach() {
        this.reach.remove();
        this.group.remove();
    }

    /** Shows exactly these; the list beside the map is the way for the keyboard. */
    show(events) {
        this.group.clearLayers();
        for (const { id, geometry, properties } of events) {
            if (!geometry) continue;
            const [lon, lat] = geometry.coordinates;
            L.marker([lat, lon], {
                icon: L.divIcon({ className: "esports-marker", iconSize: [18, 18] }),
                keyboard: false, title: properties.title,
            }).on("click", () => this.onSelect(id)).addTo(this.group);
        }
    }

    /**
     * Draws how far tournaments were looked for, in place of what was drawn before.
     *
     * @param {?{lat: number, lon: number, meters: number}} search Null where they were looked for everywhere.
     */
    showReach(search) {
        this.reach.clearLayers();
        if (!search) return;
        L.polygon(reachRing(search, search.meters), {
            className: "esports-radius", interactive: false,
        }).addTo(this.reach);
    }
}
