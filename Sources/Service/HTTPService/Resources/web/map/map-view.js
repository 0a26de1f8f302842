// The map: one Leaflet map for all tabs, with its ground, its scale and its middle.

import { text, onLanguageChange } from "../core/texts.js";
import { layGround } from "./ground.js";

const quietMilliseconds = 250;
// Room for the label on top of the circle and for the sheet's edge, in pixels, both sides together.
const aroundCircle = [24, 52];
const wholeWorld = { center: [25, 0], zoom: 2 };
// Below it the map shows a continent, which says nothing of where somebody is.
const leastTellingZoom = 5;
const movingKeys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

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
        this.isPlaceGiven = false;
        this.noteGestures();
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

    /**
     * Whether somebody said where to look: by a gesture, an address or a position. A middle that nobody chose, or
     * of a map of half the world, is the place of nobody.
     */
    get hasKnownPlace() {
        return this.isPlaceGiven && this.map.getZoom() >= leastTellingZoom;
    }

    /** Notes when somebody moves the map by hand; zooming around the middle leaves that where it was. */
    noteGestures() {
        const note = () => { this.isPlaceGiven = true; };
        this.map.on("dragstart boxzoomend", note);
        this.container.addEventListener("wheel", note, { passive: true });
        this.container.addEventListener("dblclick", note);
        this.container.addEventListener("keydown", ({ key }) => {
            if (movingKeys.includes(key)) note();
        });
        this.container.addEventListener("touchstart", ({ touches }) => {
            if (touches.length > 1) note();
        }, { passive: true });
    }

    /** Shows what an address says. */
    lookAt({ lat, lon, zoom }, options) {
        this.isPlaceGiven = true;
        this.map.setView([lat, lon], zoom, options);
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
        this.isPlaceGiven = true;
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
