// Stalls: those around the middle of the map.

import { ask } from "../core/api.js";
import { element, part } from "../core/dom.js";
import { text } from "../core/texts.js";

/** @param {object} page What the tabs share. */
export async function makeTab({ mapView }) {
    return new SampleTab(mapView);
}

class SampleTab {
    constructor(mapView) {
        this.mapView = mapView;
    }

    async activate() {
        const { lat, lng } = this.mapView.center;
        const { features } = await ask(`/v1/stalls?lat=${lat}&lon=${lng}&radius_m=5000`);
        part("stalls").replaceChildren(...features.map(
            ({ properties }) => element("li", {}, properties.name)));
        part("stalls-count").textContent = text("sample.count", { count: features.length });
    }

    deactivate() {}
}
