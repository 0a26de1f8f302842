// The ground of the map: meridians and parallels, at steps that fit the zoom, with their degrees
// along the edges; and over them, once there is time for it, the base map.

import { resolvedColor } from "./colors.js";

// Steps of the graticule in seconds of arc, from 30 degrees to one second.
const steps = [
    108_000, 54_000, 36_000, 18_000, 7_200, 3_600, 1_800, 600, 300, 120, 60, 30, 10, 5, 2, 1,
];
const narrowestStepPixels = 96;
const tilePixels = 256;
// Lists come first: the base map waits for this long after the map has come to its place, or for
// longer where it stays where it was.
const idleMilliseconds = 300;
const placedMilliseconds = 2_000;
// Web Mercator ends here (EPSG:3857).
const northernmostLatitude = 85.05;

/** The step in seconds of arc between two neighbouring lines at a zoom. */
function stepAt(zoom) {
    const pixelsPerSecond = (tilePixels * 2 ** zoom) / (360 * 3600);
    const fitting = steps.filter((step) => step * pixelsPerSecond >= narrowestStepPixels);
    return fitting.at(-1) ?? steps[0];
}

/** The step of the stronger lines among them. */
function strongStepAt(zoom) {
    const step = stepAt(zoom);
    return steps.findLast((other) => other >= 4 * step && other % step === 0) ?? step;
}

/** The multiples of `step` (seconds) from `from` to `to` (degrees), in seconds. */
function multiples(step, from, to) {
    const lines = [];
    for (let n = Math.ceil((from * 3600) / step); n * step <= to * 3600; n += 1) {
        lines.push(n * step);
    }
    return lines;
}

const GraticuleTiles = L.GridLayer.extend({
    createTile(coordinates) {
        const tile = document.createElement("canvas");
        const scale = Math.min(2, window.devicePixelRatio || 1);
        tile.width = tilePixels * scale;
        tile.height = tilePixels * scale;
        const pen = tile.getContext("2d");
        pen.scale(scale, scale);
        this._drawLines(pen, coordinates);
        return tile;
    },

    _drawLines(pen, { x, y, z: zoom }) {
        const corner = L.point(x, y).multiplyBy(tilePixels);
        const northWest = this._map.unproject(corner, zoom);
        const southEast = this._map.unproject(corner.add([tilePixels, tilePixels]), zoom);
        const step = stepAt(zoom);
        const strongStep = strongStepAt(zoom);
        const passes = [
            { every: step / 5, color: this._colors.faint },
            { every: step, color: this._colors.line },
            { every: strongStep, color: this._colors.strong },
        ];
        for (const { every, color } of passes) {
            pen.fillStyle = color;
            for (const seconds of multiples(every, northWest.lng, southEast.lng)) {
                const at = this._map.project([0, seconds / 3600], zoom).x - corner.x;
                pen.fillRect(Math.round(at), 0, 1, tilePixels);
            }
            for (const seconds of multiples(every, southEast.lat, northWest.lat)) {
                const at = this._map.project([seconds / 3600, 0], zoom).y - corner.y;
                pen.fillRect(0, Math.round(at), tilePixels, 1);
            }
        }
    },

    /** Reads the colours again: light may have turned to dark. */
    refreshColors() {
        this._colors = {
            faint: resolvedColor("--map-line-faint"), line: resolvedColor("--map-line"),
            strong: resolvedColor("--map-line-strong"),
        };
        if (this._map) this.redraw();
        return this;
    },
});

/** The degrees of the lines, along the left and the bottom edge. */
class EdgeLabels {
    constructor(map) {
        this.map = map;
        this.box = L.DomUtil.create("div", "edge-labels", map.getContainer());
        this.box.setAttribute("aria-hidden", "true");
        this.isWaiting = false;
        map.on("move zoomend resize", () => this.update());
        this.update();
    }

    update() {
        if (this.isWaiting) return;
        this.isWaiting = true;
        requestAnimationFrame(() => {
            this.isWaiting = false;
            this.draw();
        });
    }

    draw() {
        const { map } = this;
        const bounds = map.getBounds();
        const step = stepAt(map.getZoom());
        const size = map.getSize();
        const labels = [];
        const south = Math.max(bounds.getSouth(), -northernmostLatitude);
        const north = Math.min(bounds.getNorth(), northernmostLatitude);
        for (const seconds of multiples(step, south, north)) {
            const { y } = map.latLngToContainerPoint([seconds / 3600, bounds.getWest()]);
            if (y > 24 && y < size.y - 48) labels.push(this.label(seconds, "NS", "top", y));
        }
        for (const seconds of multiples(step, bounds.getWest(), bounds.getEast())) {
            const { x } = map.latLngToContainerPoint([bounds.getSouth(), seconds / 3600]);
            if (x > 48 && x < size.x - 120) {
                const wrapped = ((seconds + 648_000) % 1_296_000 + 1_296_000) % 1_296_000 - 648_000;
                labels.push(this.label(wrapped, "EW", "left", x));
            }
        }
        this.box.replaceChildren(...labels);
    }

    label(seconds, letters, side, pixels) {
        const label = L.DomUtil.create("span", `edge-label edge-label-${side}`);
        label.textContent = angleText(seconds, letters);
        label.style[side] = `${Math.round(pixels)}px`;
        return label;
    }
}

/** "42°06′N", "101°30′15″W"; `letters` are those of the positive and of the negative side. */
function angleText(signedSeconds, letters) {
    const seconds = Math.abs(signedSeconds);
    const padded = (number) => String(number).padStart(2, "0");
    let words = `${Math.floor(seconds / 3600)}°`;
    if (seconds % 3600 !== 0) words += `${padded(Math.floor(seconds / 60) % 60)}′`;
    if (seconds % 60 !== 0) words += `${padded(seconds % 60)}″`;
    return words + (signedSeconds === 0 ? "" : letters[signedSeconds < 0 ? 1 : 0]);
}

/** Resolves when a map has been moved to where it belongs, and the page has nothing better to do. */
async function isIdle(map) {
    const isPlaced = map.getZoom() > map.getMinZoom() || new Promise((resolve) => {
        map.once("moveend", resolve);
        setTimeout(resolve, placedMilliseconds);
    });
    await isPlaced;
    await new Promise((resolve) => setTimeout(resolve, idleMilliseconds));
}

/** Lays the ground under a map; call the result when the colours have changed. */
export function layGround(map) {
    const tiles = new GraticuleTiles({ keepBuffer: 4, updateWhenZooming: false, noWrap: false });
    tiles.refreshColors().addTo(map);
    new EdgeLabels(map);
    let baseMap = null;
    let isGone = false;
    map.once("unload", () => { isGone = true; });
    const show = (state) => {
        if (isGone) return;
        // The lines are faint where there is a map, and gone where it is another's.
        map.getContainer().dataset.ground = state;
        tiles.setOpacity({ empty: 1, drawn: 0.3, foreign: 0 }[state]);
    };
    (async () => {
        await isIdle(map);
        if (isGone) return;
        const { layBaseMap } = await import("./base-map.js");
        if (!isGone) baseMap = await layBaseMap(map, show);
    })();
    return () => {
        tiles.refreshColors();
        baseMap?.refreshColors();
    };
}
