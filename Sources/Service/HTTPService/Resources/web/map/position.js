// The reader's own position: asked for only when a button says so, shown with its accuracy, and
// with words of their own for each way in which it can fail.

import { distanceText } from "../core/format.js";
import { text } from "../core/texts.js";
import { notify } from "../shell/notices.js";

const inaccurateMeters = 500;
const patience = { enableHighAccuracy: true, timeout: 12_000, maximumAge: 30_000 };

export class Position {
    constructor(mapView) {
        this.mapView = mapView;
        this.layer = L.layerGroup().addTo(mapView.map);
    }

    /**
     * Asks the browser for the position and shows it on the map.
     *
     * @returns {Promise<{lat: number, lon: number, accuracyMeters: number}|null>} Null when there is none; the reader has
     *   then been told why, and what to do instead.
     */
    async find() {
        if (!navigator.geolocation || !window.isSecureContext) {
            notify(text("position.insecure"), "warning");
            return null;
        }
        let found;
        try {
            found = await new Promise((resolve, reject) => {
                navigator.geolocation.getCurrentPosition(resolve, reject, patience);
            });
        } catch (error) {
            const isDenied = error.code === GeolocationPositionError.PERMISSION_DENIED;
            notify(text(isDenied ? "position.denied" : "position.unavailable"), "warning");
            return null;
        }
        const { latitude, longitude, accuracy } = found.coords;
        this.show([latitude, longitude], accuracy);
        if (accuracy > inaccurateMeters) {
            const known = text("position.inaccurate", { distance: distanceText(accuracy) });
            notify(known, "warning");
        }
        return { lat: latitude, lon: longitude, accuracyMeters: accuracy };
    }

    show(at, accuracyMeters) {
        this.layer.clearLayers();
        L.circle(at, {
            radius: accuracyMeters, className: "position-accuracy", interactive: false,
        }).addTo(this.layer);
        L.circleMarker(at, {
            radius: 7, className: "position-dot", interactive: false,
        }).addTo(this.layer);
    }
}
