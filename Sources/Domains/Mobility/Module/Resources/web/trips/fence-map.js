// Fences on the map, and drawing a new one there: a circle by its middle, an area by its corners.

import { place } from "../map/map-view.js";

/** As the service takes them. */
const cornerLimit = 199;

export class FenceMap {
    #layer = L.layerGroup();
    #draft = L.layerGroup();
    #drawing = null;
    /** @type {(drawn: {count: number, body: ?object}) => void} */
    #tell = () => {};

    constructor(mapView) {
        this.mapView = mapView;
        mapView.map.on("click", ({ latlng }) => this.#drawing !== null && this.add(place(latlng)));
    }

    /** Shows fences, and moves the map to them; they are gone with `hide`. */
    show(fences) {
        this.#layer.clearLayers().addTo(this.mapView.map);
        this.#draft.addTo(this.mapView.map);
        for (const fence of fences) shapeOf(fence).bindTooltip(escaped(fence.properties.name)).addTo(this.#layer);
        if (fences.length === 0 || this.#drawing !== null) return;
        const bounds = L.featureGroup(this.#layer.getLayers()).getBounds();
        if (bounds.isValid()) this.mapView.map.fitBounds(bounds, { maxZoom: 16, padding: [24, 24], animate: false });
    }

    hide() {
        this.end();
        this.#layer.remove();
        this.#draft.remove();
    }

    /** Begins to draw: `kind` is "circle" or "area"; `tell` is called with what is drawn whenever that changes. */
    begin(kind, radius, tell) {
        this.#drawing = { kind, radius, corners: [] };
        this.#tell = tell;
        this.mapView.container.classList.add("is-drawing");
        this.#redraw();
    }

    end() {
        this.#drawing = null;
        this.mapView.container.classList.remove("is-drawing");
        this.#draft.clearLayers();
    }

    /** Adds a corner, or moves the middle. */
    add(corner) {
        if (this.#drawing.kind === "circle") this.#drawing.corners = [corner];
        else if (this.#drawing.corners.length < cornerLimit) this.#drawing.corners.push(corner);
        this.#redraw();
    }

    /** Adds what lies in the middle of the map, for those who do not tap. */
    addMiddle() {
        this.add(this.mapView.center);
    }

    /** Takes the last corner back. */
    undo() {
        this.#drawing.corners.pop();
        this.#redraw();
    }

    setRadius(meters) {
        this.#drawing.radius = meters;
        this.#redraw();
    }

    #redraw() {
        const { kind, radius, corners } = this.#drawing;
        const places = corners.map(({ lat, lon }) => [lat, lon]);
        this.#draft.clearLayers();
        if (kind === "circle" && places.length > 0 && radius > 0) {
            L.circle(places[0], { radius, weight: 2, dashArray: "4 4" }).addTo(this.#draft);
        } else if (kind === "area" && places.length > 2) {
            L.polygon(places, { weight: 2, dashArray: "4 4" }).addTo(this.#draft);
        }
        for (const at of places) L.circleMarker(at, { radius: 4, weight: 2 }).addTo(this.#draft);
        this.#tell(drawn(this.#drawing));
    }
}

/** What is drawn, as the service takes it, and how many corners it has; `body` is null while it is no fence yet. */
function drawn({ kind, radius, corners }) {
    if (kind === "circle") {
        const isWhole = corners.length === 1 && Number.isFinite(radius);
        return { count: corners.length, body: isWhole ? { ...corners[0], radius_m: radius } : null };
    }
    const ring = [...corners, ...corners.slice(0, 1)].map(({ lat, lon }) => [lon, lat]);
    return {
        count: corners.length,
        body: corners.length < 3 ? null : { area: { type: "Polygon", coordinates: [ring] } },
    };
}

function shapeOf({ geometry, properties }) {
    const style = { weight: 2, fillOpacity: properties.inside ? 0.3 : 0.1 };
    if (geometry.type !== "Point") return L.geoJSON(geometry, { style });
    const [lon, lat] = geometry.coordinates;
    return L.circle([lat, lon], { ...style, radius: properties.radius_m });
}

/** Words of a tooltip: an element, so that nothing in them is read as HTML. */
function escaped(words) {
    const made = document.createElement("span");
    made.textContent = words;
    return made;
}
