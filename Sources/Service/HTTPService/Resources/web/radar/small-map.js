// A small map that shows where one message is, and no more.

import { layGround } from "../map/ground.js";
import { categoryClass, categorySymbol } from "./categories.js";

const symbolPixels = 30;

export class SmallMap {
    /** @param {HTMLElement} root An empty element that has a size. */
    constructor(root, { at, category, visibleRadiusMeters }) {
        this.map = L.map(root, {
            zoomControl: false, attributionControl: false, dragging: false, keyboard: false,
            scrollWheelZoom: false, doubleClickZoom: false, boxZoom: false, touchZoom: false,
            zoomSnap: 0.5, zoomAnimation: false, fadeAnimation: false,
        });
        const center = L.latLng(at.lat, at.lon);
        this.map.fitBounds(center.toBounds(2 * visibleRadiusMeters), { maxZoom: 16 });
        layGround(this.map);
        L.circle(center, {
            radius: visibleRadiusMeters, interactive: false,
            className: `message-range ${categoryClass(category)}`,
        }).addTo(this.map);
        L.marker(center, {
            interactive: false, keyboard: false,
            icon: L.divIcon({
                className: "message-marker", html: categorySymbol(category),
                iconSize: [symbolPixels, symbolPixels],
            }),
        }).addTo(this.map);
    }

    remove() {
        this.map.remove();
    }
}
