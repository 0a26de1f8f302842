// A circle around the middle of the map that stays there while the map moves: how far the reader
// looks, or how far a message that is being written will be seen.

import { distanceText } from "../core/format.js";

export class ScanCircle {
    /** @param {string} className "scan" or "reach": how it is drawn. */
    constructor(map, className) {
        this.map = map;
        const options = { radius: 1, interactive: false };
        this.circle = L.circle([0, 0], { ...options, className: `${className}-circle` });
        this.label = L.marker([0, 0], {
            interactive: false, keyboard: false, zIndexOffset: 5_000,
            icon: L.divIcon({ className: `circle-label ${className}-label`, iconSize: [0, 0] }),
        });
        this.group = L.layerGroup([this.circle, this.label]);
        this.follow = () => this.place();
    }

    attach() {
        this.group.addTo(this.map);
        this.map.on("move", this.follow);
        this.place();
    }

    detach() {
        this.map.off("move", this.follow);
        this.group.remove();
    }

    set radiusMeters(meters) {
        this.circle.setRadius(meters);
        this.place();
    }

    place() {
        const center = this.map.getCenter();
        this.circle.setLatLng(center);
        if (!this.map.hasLayer(this.circle)) return;
        this.label.setLatLng([this.circle.getBounds().getNorth(), center.lng]);
        const words = distanceText(this.circle.getRadius());
        const shown = this.label.getElement();
        if (shown && shown.textContent !== words) {
            shown.replaceChildren(document.createElement("span"));
            shown.firstChild.textContent = words;
        }
    }
}
