// The map: one Leaflet map for all tabs, with its ground, its scale and its middle.

import { text, onLanguageChange } from "../core/texts.js";
import { layGround } from "./ground.js";

const quietMilliseconds = 250;
// Room for the label on top of the circle and for the sheet's edge, in pixels, both sides together.
const aroundCircle = [24, 52];
const wholeWorld = { center: [25, 0], zoom: 2 };

/** A place as the service takes it: degrees, WGS84, rounded to a centimetre or so. */
export function place({ lat, lng }) {
    const wrapped = L.latLng(lat, lng).wrap();
    const rounded = (degrees) => Math.round(degrees * 1e7) / 1e7;
    return { lat: rounded(Math.max(-90, Math.min(90, wrapped.lat))), lon: rounded(wrapped.lng) };
}

export class MapView {
    /** @param {HTMLElement} container An empty element with a size. */
    constructor(container) {
        this.container = container;
        this.map = L.map(container, {
            zoomControl: false,
            minZoom: 2,
            maxZoom: 19,
            worldCopyJump: true,
            zoomSnap: 0.5,
            wheelPxPerZoomLevel: 90,
            ...motion(),
        }).setView(wholeWorld.center, wholeWorld.zoom);
        this.refreshColors = layGround(this.map);
        L.control.scale({ position: "bottomright", maxWidth: 120 }).addTo(this.map);
        this.opening = null;
        this.zoomControl = null;
        this.nameControls();
        onLanguageChange(() => this.nameControls());
        new ResizeObserver(() => this.map.invalidateSize({ animate: false })).observe(container);
    }

    /** Opens on a part of the map, for readers who have not said where to look. */
    openAt(bounds) {
        this.map.invalidateSize({ animate: false });
        this.map.fitBounds(bounds, { animate: false });
        this.opening = { center: this.map.getCenter(), zoom: this.map.getZoom() };
    }

    /** Whether the map still lies where it was opened, as nobody said where to look. */
    get isAsOpened() {
        return this.opening !== null && this.opening.zoom === this.map.getZoom()
            && this.opening.center.equals(this.map.getCenter());
    }

    /** The middle of the map. */
    get center() {
        return place(this.map.getCenter());
    }

    /** Calls `listener` with every frame of a movement. */
    onMove(listener) {
        this.map.on("move", listener);
    }

    /** Calls `listener` a moment after the map has come to rest somewhere else. */
    onRest(listener) {
        let timer = 0;
        this.map.on("moveend", () => {
            clearTimeout(timer);
            timer = setTimeout(listener, quietMilliseconds);
        });
    }

    /** Moves to a place, near enough to see what is around it. */
    goTo({ lat, lon }, zoom = Math.max(this.map.getZoom(), 14)) {
        this.map.setView([lat, lon], zoom);
    }

    /** Zooms so that a circle around the middle fits, unless it fits well already. */
    showCircle(radiusMeters, { always = false } = {}) {
        const center = this.map.getCenter();
        const circle = center.toBounds(2 * radiusMeters);
        const zoom = this.map.getBoundsZoom(circle, false, L.point(aroundCircle));
        const fits = Math.abs(zoom - this.map.getZoom()) <= 1.5 && zoom >= this.map.getZoom();
        if (always || !fits) this.map.setView(center, zoom);
    }

    /** Names the buttons to zoom with in the language that is shown. */
    nameControls() {
        this.zoomControl?.remove();
        this.zoomControl = L.control.zoom({
            position: "topright",
            zoomInTitle: text("map.zoom_in"),
            zoomOutTitle: text("map.zoom_out"),
        }).addTo(this.map);
    }
}

/** Nothing flies or fades for people who asked for less motion. */
function motion() {
    const isWanted = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    return { zoomAnimation: isWanted, fadeAnimation: isWanted, markerZoomAnimation: isWanted };
}
