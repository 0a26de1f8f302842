// The trips of a day as lines on the map.

import { text } from "../core/texts.js";
import { modeText } from "./travel.js";

export class TripLines {
    constructor(map) {
        this.map = map;
        this.layer = L.layerGroup();
    }

    attach() {
        this.layer.addTo(this.map);
    }

    detach() {
        this.layer.remove();
    }

    /** Draws the legs of trips, and moves the map to them. */
    show(trips) {
        this.layer.clearLayers();
        const lines = trips.flatMap(({ properties }) => properties.legs.filter(({ geometry }) => geometry));
        for (const leg of lines) {
            L.geoJSON(leg.geometry, { style: { weight: 5, opacity: 0.8 } })
                .bindTooltip(`${modeText(leg.mode)} · ${text("trips.mode")}`).addTo(this.layer);
        }
        if (lines.length === 0) return;
        const bounds = L.featureGroup(this.layer.getLayers()).getBounds();
        if (bounds.isValid()) this.map.fitBounds(bounds, { maxZoom: 16, padding: [24, 24], animate: false });
    }

    clear() {
        this.layer.clearLayers();
    }
}
