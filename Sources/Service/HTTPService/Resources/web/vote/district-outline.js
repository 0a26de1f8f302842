// The districts that hold the voter's place, drawn on the map; the one that decides stands out.

import { ask } from "../core/api.js";

export class DistrictOutline {
    constructor(map) {
        this.group = L.layerGroup();
        this.map = map;
        this.shown = "";
    }

    attach() {
        this.group.addTo(this.map);
    }

    detach() {
        this.group.remove();
    }

    clear() {
        this.shown = "";
        this.group.clearLayers();
    }

    /**
     * Draws the districts of `voting` around a place.
     *
     * @param {object} voting What `votingAt` gave.
     * @param {{lat: number, lon: number}} place
     * @param {AbortSignal} signal
     */
    async show(voting, { lat, lon }, signal) {
        const wanted = voting.districts.map(({ id }) => id).join(" ");
        if (wanted === this.shown) return;
        this.shown = wanted;
        this.group.clearLayers();
        if (wanted === "") return;
        const { features } = await ask("/v1/districts", { query: { lat, lon }, signal });
        if (wanted !== this.shown) return;
        const decides = voting.why?.district;
        const isDeciding = ({ properties: { type, code } }) =>
            type === decides?.type && code === decides?.code;
        for (const district of features.sort((a, b) => Number(isDeciding(a)) - Number(isDeciding(b)))) {
            L.geoJSON(district, {
                interactive: false,
                style: () => ({
                    className: `district-line${isDeciding(district) ? " is-deciding" : ""}`,
                }),
            }).addTo(this.group);
        }
    }
}
