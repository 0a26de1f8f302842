// The fair on the map: its plan, its booths, and what visitors look for besides.

import { shape } from "../core/dom.js";
import { text } from "../core/texts.js";

const boothZoom = 18;
/** What stands for each kind of place, on a square of 24. */
export const placePictures = {
    food: "M7 3v7M4.500 3v5a2.500 2.500 0 0 0 5 0V3M7 10v11M17 3c-2 1-3 3.500-3 6.500V13h3v8M17 3v10",
    activity: "M12 3l2.600 5.700 6.200.700-4.600 4.200 1.300 6.100L12 16.600l-5.500 3.100 1.300-6.100L3.200 9.400l6.200-.700z",
    restroom: "M7.500 5.500a1.500 1.500 0 1 0 0-.010M16.500 5.500a1.500 1.500 0 1 0 0-.010M5.500 9h4v6h-.700V21H6.200v-6H5.500zM14.500 9h4l1.200 6.500h-1.700V21h-3v-5.500h-1.700zM12 3v18",
    entrance: "M5 3.500h9v17H5M9 12h11M16.500 8.500L20 12l-3.500 3.500",
    first_aid: "M10 4h4v6h6v4h-6v6h-4v-6H4v-4h6z",
    stage: "M4 5h16v9H4zM8 14l-2 6M16 14l2 6M12 8v3",
    info: "M12 3.500a8.500 8.500 0 1 0 0 17a8.500 8.500 0 0 0 0-17zM12 11v5.500M12 7.500v.500",
    other: "M12 3a6.500 6.500 0 0 0-6.500 6.500C5.500 14.500 12 21 12 21s6.500-6.500 6.500-11.500A6.500 6.500 0 0 0 12 3z",
};

/** The picture of a kind of place. */
export function placePicture(kind) {
    return shape("svg", { viewBox: "0 0 24 24", class: "fair-picture", "aria-hidden": "true" },
        shape("path", { d: placePictures[kind] ?? placePictures.other }));
}

export class FairMap {
    /** @param {function(string): void} onSelect Called with the id of an exhibitor that was clicked. */
    constructor(mapView, onSelect) {
        this.map = mapView.map;
        this.onSelect = onSelect;
        this.plans = L.layerGroup();
        this.booths = L.layerGroup();
        this.places = L.layerGroup();
        this.way = L.layerGroup();
        this.markers = new Map();
        this.kind = null;
        this.lit = null;
        this.bounds = null;
    }

    attach() {
        for (const group of this.#groups) group.addTo(this.map);
    }

    detach() {
        for (const group of this.#groups) group.remove();
    }

    get #groups() {
        return [this.plans, this.booths, this.places, this.way];
    }

    /** Shows a way as the service tells it; null for none. Where there are roads the line follows them. */
    showWay(way) {
        this.way.clearLayers();
        if (!way || way.from.lat === null || way.to.lat === null) return;
        const ends = [way.from, way.to].map(({ lat, lon }) => [lat, lon]);
        const isRoad = way.directions?.method === "road";
        const lines = isRoad ? linesOf(way.directions.geometry) : [ends];
        for (const className of ["route-casing", `route-line${isRoad ? "" : " is-straight"}`]) {
            L.polyline(lines, { className, interactive: false }).addTo(this.way);
        }
        for (const [number, end] of ["start", "end"].entries()) {
            L.marker(ends[number], {
                icon: L.divIcon({ className: `route-dot route-${end}`, iconSize: [16, 16] }),
                interactive: false, keyboard: false, zIndexOffset: 2_000,
            }).addTo(this.way);
        }
        this.map.fitBounds(L.latLngBounds([...lines.flat(), ...ends]).pad(0.2), { maxZoom: boothZoom + 1 });
    }

    /** Shows a fair's plan, its booths and its places. */
    show(fair) {
        this.plans.clearLayers();
        this.bounds = null;
        const corners = [];
        for (const plan of fair.maps) {
            if (!plan.corners) continue;
            new PlanLayer(plan).addTo(this.plans);
            corners.push(...plan.corners.map(({ lat, lon }) => [lat, lon]));
        }
        const points = [...fair.exhibitors, ...fair.places].filter(({ at }) => at)
            .map(({ at }) => [at.lat, at.lon]);
        const all = points.length > 0 ? points : corners;
        if (all.length > 0) this.bounds = L.latLngBounds(all);
        else if (fair.about.lat !== null) {
            this.bounds = L.latLng(fair.about.lat, fair.about.lon).toBounds(400);
        }
        this.draw(fair);
    }

    draw(fair) {
        this.booths.clearLayers();
        this.markers.clear();
        for (const exhibitor of fair.exhibitors) {
            if (!exhibitor.at) continue;
            const isVisited = fair.ratings.has(exhibitor.id);
            const label = exhibitor.booth ?? exhibitor.name.slice(0, 2);
            const marker = L.marker([exhibitor.at.lat, exhibitor.at.lon], {
                icon: L.divIcon({
                    className: `fair-pin${isVisited ? " is-visited" : ""}`
                        + `${this.lit === exhibitor.id ? " is-lit" : ""}`,
                    html: words(label), iconSize: [26, 20],
                }),
                // The list beside the map is the way for the keyboard.
                keyboard: false,
                title: text("expo.pin", { booth: exhibitor.booth ?? "", name: exhibitor.name }),
                zIndexOffset: this.lit === exhibitor.id ? 1_000 : 0,
            }).on("click", () => this.onSelect(exhibitor.id)).addTo(this.booths);
            this.markers.set(exhibitor.id, marker);
        }
        this.places.clearLayers();
        for (const place of fair.places) {
            if (this.kind && place.kind !== this.kind) continue;
            L.marker([place.at.lat, place.at.lon], {
                icon: L.divIcon({
                    className: `fair-place-pin is-${place.kind}`, html: placePicture(place.kind),
                    iconSize: [30, 30],
                }),
                keyboard: false, title: place.name,
            }).bindTooltip(words(place.name)).addTo(this.places);
        }
    }

    /** Shows the places of one kind alone; null for all. */
    filter(kind, fair) {
        this.kind = kind;
        this.draw(fair);
    }

    /** Moves to the fair. */
    goThere() {
        // The sheet below it may have changed its height just now.
        this.map.invalidateSize({ animate: false });
        if (this.bounds) this.map.fitBounds(this.bounds.pad(0.1), { maxZoom: boothZoom });
    }

    /** Lights an exhibitor's booth up, in the middle of the map. */
    light(exhibitor) {
        this.lit = exhibitor.id;
        this.map.setView([exhibitor.at.lat, exhibitor.at.lon],
            Math.max(this.map.getZoom(), boothZoom));
        for (const [id, marker] of this.markers) {
            marker.getElement()?.classList.toggle("is-lit", id === exhibitor.id);
        }
    }

    /** Moves to a place. */
    goTo({ at }) {
        this.map.setView([at.lat, at.lon], Math.max(this.map.getZoom(), boothZoom));
    }
}

/** The parts of a line as Leaflet takes them; across the antimeridian there are two. */
function linesOf({ type, coordinates }) {
    const parts = type === "MultiLineString" ? coordinates : [coordinates];
    return parts.map((one) => one.map(([lon, lat]) => [lat, lon]));
}

/** A text of somebody else's for the map, which takes plain strings for markup. */
function words(plain) {
    const span = document.createElement("span");
    span.textContent = plain;
    return span;
}

/** A plan's picture where it lies on the ground, however it is turned. */
const PlanLayer = L.Layer.extend({
    initialize(plan) {
        this.plan = plan;
    },

    onAdd(map) {
        this.image = L.DomUtil.create("img", "fair-plan leaflet-zoom-hide");
        this.image.src = this.plan.href;
        this.image.alt = this.plan.alt ?? "";
        this.getPane("overlayPane").append(this.image);
        map.on("zoomend viewreset moveend", this.place, this);
        this.place();
    },

    onRemove(map) {
        map.off("zoomend viewreset moveend", this.place, this);
        this.image.remove();
    },

    /** Three corners tell how an affine picture lies; the fourth is where it must be. */
    place() {
        const [upperLeft, upperRight, , lowerLeft] = this.plan.corners
            .map(({ lat, lon }) => this._map.latLngToLayerPoint([lat, lon]));
        const { width, height } = this.plan;
        const across = upperRight.subtract(upperLeft).divideBy(width);
        const down = lowerLeft.subtract(upperLeft).divideBy(height);
        const { style } = this.image;
        style.width = `${width}px`;
        style.height = `${height}px`;
        style.transform = `matrix(${across.x},${across.y},${down.x},${down.y},${upperLeft.x},${upperLeft.y})`;
    },
});
