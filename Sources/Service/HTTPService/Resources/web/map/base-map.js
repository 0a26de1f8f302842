// The map below everything: what Ambit has loaded, drawn tile by tile, or another map's tiles where
// the service names some.

import { colorsOfMap, drawSheet } from "./base-map-pen.js";
import { mapSettings } from "./start.js";

const tilePixels = 512;
// More at once would keep what people wait for from the connection.
const mostAtOnce = 3;
const retryMilliseconds = 5_000;

/** Lets so many through at a time, the others in the order of their coming. */
class Gate {
    #free = mostAtOnce;
    #waiting = [];

    async pass(signal, action) {
        if (this.#free === 0) await new Promise((enter) => this.#waiting.push(enter));
        else this.#free -= 1;
        try {
            signal.throwIfAborted();
            return await action();
        } finally {
            const next = this.#waiting.shift();
            if (next) next();
            else this.#free += 1;
        }
    }
}

const gate = new Gate();

const BaseMapTiles = L.GridLayer.extend({
    initialize(revision, onChange) {
        L.GridLayer.prototype.initialize.call(this, {
            tileSize: tilePixels, keepBuffer: 1, updateWhenZooming: false,
            className: "base-map",
        });
        this._revision = revision;
        this._onChange = onChange;
        this._colors = colorsOfMap();
        this.on("tileunload", ({ tile }) => {
            tile.leaving.abort();
            this._onChange();
        });
    },

    createTile(at, done) {
        const tile = document.createElement("canvas");
        tile.leaving = new AbortController();
        this._fill(tile, at).then(() => done(null, tile), () => done(null, tile));
        return tile;
    },

    async _fill(tile, at) {
        const { signal } = tile.leaving;
        while (!tile.sheet) {
            try {
                tile.sheet = await gate.pass(signal, () => this._ask(at, signal));
            } catch (error) {
                // A tile that has left needs nothing; the others wait for the service.
                signal.throwIfAborted();
                await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
                signal.throwIfAborted();
            }
        }
        tile.at = at;
        this._draw(tile);
        this._onChange();
    },

    async _ask({ x, y, z: zoom }, signal) {
        const degrees = (number) => number.toFixed(7);
        const corner = (column, row) =>
            this._map.unproject(L.point(column, row).multiplyBy(tilePixels), zoom);
        const [northWest, southEast] = [corner(x, y), corner(x + 1, y + 1)];
        const bbox = [northWest.lng, southEast.lat, southEast.lng, northWest.lat].map(degrees);
        const response = await fetch(
            `/v1/ground?bbox=${bbox}&zoom=${zoom}&revision=${this._revision}`,
            { signal, credentials: "omit", priority: "low" });
        if (response.ok) return await response.json();
        // What is refused would be refused again.
        if (response.status === 400) return { features: [] };
        throw new Error(response.statusText);
    },

    _draw(tile) {
        if (tile.sheet.features.length === 0) return;
        // Between two levels a tile is shown up to 1.4 times as large as it is.
        const scale = Math.min(2, 1.5 * (window.devicePixelRatio || 1));
        tile.width = tilePixels * scale;
        tile.height = tilePixels * scale;
        const pen = tile.getContext("2d");
        pen.scale(scale, scale);
        const { at } = tile;
        const zoom = this._map.getZoom();
        drawSheet(pen, tile.sheet.features, {
            at, size: tilePixels, colors: this._colors,
            magnification: Math.max(1, Math.min(1.5, this._map.getZoomScale(zoom, at.z))),
        });
    },

    onAdd(map) {
        L.GridLayer.prototype.onAdd.call(this, map);
        map.on("zoomend", this._redrawAll, this);
    },

    onRemove(map) {
        map.off("zoomend", this._redrawAll, this);
        L.GridLayer.prototype.onRemove.call(this, map);
    },

    // Between two levels the tiles of the lower one are shown: half as many, and less in each.
    _setView(center, zoom, ...more) {
        this._shownZoom = zoom;
        L.GridLayer.prototype._setView.call(this, center, zoom, ...more);
    },

    _clampZoom() {
        return Math.floor(this._shownZoom + 0.01);
    },

    _redrawAll() {
        for (const { el } of Object.values(this._tiles ?? {})) {
            if (el.sheet) this._draw(el);
        }
    },

    /** Whether anything is drawn in a tile that is there. */
    hasContent() {
        return Object.values(this._tiles ?? {})
            .some(({ el, current }) => current && el.sheet?.features.length > 0);
    },

    /** Draws everything again: light may have turned to dark. */
    refreshColors() {
        this._colors = colorsOfMap();
        this._redrawAll();
    },
});

// The server of another map is told which site shows it, as such servers ask for, and no more.
const ForeignTiles = L.TileLayer.extend({
    createTile(at, done) {
        const tile = document.createElement("img");
        tile.alt = "";
        tile.referrerPolicy = "origin";
        tile.addEventListener("load", () => done(null, tile));
        tile.addEventListener("error", () => done(new Error("no picture"), tile));
        tile.src = this.getTileUrl(at);
        return tile;
    },

    // Leaflet would put an empty picture in its place, which the page's policy does not let in.
    _abortLoading() {
        for (const [key, { coords, el }] of Object.entries(this._tiles)) {
            if (coords.z === this._tileZoom || el.complete) continue;
            el.remove();
            delete this._tiles[key];
        }
    },
});

/**
 * Lays the map on a Leaflet map, once the service has said which.
 *
 * @param {L.Map} map
 * @param {function(string): void} onState Told "empty" where nothing is drawn in view, "drawn" where
 *     something is, "foreign" where another map lies there.
 * @returns {Promise<{refreshColors: function(): void}>}
 */
export async function layBaseMap(map, onState) {
    const { tiles, ground_revision: revision } = await patiently(map, mapSettings);
    if (tiles) {
        const words = document.createElement("span");
        words.textContent = tiles.attribution;
        // Leaflet takes HTML; this is the text as HTML has it.
        new ForeignTiles(tiles.url, { attribution: words.innerHTML, maxZoom: 22 }).addTo(map);
        onState("foreign");
        return { refreshColors() {} };
    }
    const layer = new BaseMapTiles(
        revision, () => onState(layer.hasContent() ? "drawn" : "empty"));
    return layer.addTo(map);
}

/** Tries until it succeeds, or the map is gone. */
async function patiently(map, action) {
    let isGone = false;
    map.once("unload", () => { isGone = true; });
    for (;;) {
        try {
            return await action();
        } catch (error) {
            if (isGone) throw error;
            await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
        }
    }
}
