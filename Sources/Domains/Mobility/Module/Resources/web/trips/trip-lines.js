// The trips of a day as lines on the map, its stays and gaps as circles.

import { durationText } from "../core/format.js";
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

    /** Draws the legs of trips, stays and gaps, and moves the map to them. A gap is drawn where it began. */
    show(trips, stays = []) {
        this.layer.clearLayers();
        for (const stay of stays) {
            const seconds = (Date.parse(stay.to) - Date.parse(stay.from)) / 1000;
            L.circleMarker([stay.lat, stay.lon], {
                radius: 8, weight: 2, fillOpacity: stay.kind === "gap" ? 0 : 0.4,
                dashArray: stay.kind === "gap" ? "3 4" : null, className: `trips-${stay.kind}`,
            }).bindTooltip(`${text(`trips.${stay.kind}`)} · ${durationText(seconds)}`).addTo(this.layer);
        }
        const lines = trips.flatMap(({ properties }) => properties.legs.filter(({ geometry }) => geometry));
        for (const leg of lines) {
            L.geoJSON(leg.geometry, { style: { weight: 5, opacity: 0.8 } })
                .bindTooltip(`${modeText(leg.mode)} · ${text("trips.mode")}`).addTo(this.layer);
        }
        if (lines.length + stays.length === 0) return;
        const bounds = L.featureGroup(this.layer.getLayers()).getBounds();
        if (bounds.isValid()) this.map.fitBounds(bounds, { maxZoom: 16, padding: [24, 24], animate: false });
    }

    clear() {
        this.layer.clearLayers();
    }
}
