// Messages on the map: a symbol each, gathered into a ring of their categories' colours where they
// would overlap.

import { element, shape } from "../core/dom.js";
import { text } from "../core/texts.js";
import { categoryClass, categorySymbol } from "./categories.js";

const fadeMilliseconds = 900;
const freshMilliseconds = 60_000;
const symbolPixels = 30;
const ringPixels = 46;

export class MessageMarkers {
    /** @param {function(string): void} onSelect Called with the id of a message that was clicked. */
    constructor(map, onSelect) {
        this.map = map;
        this.onSelect = onSelect;
        this.markers = new Map();
        this.group = L.markerClusterGroup({
            maxClusterRadius: 42,
            showCoverageOnHover: false,
            spiderLegPolylineOptions: { className: "spider-leg" },
            animate: map.options.zoomAnimation,
            iconCreateFunction: (cluster) => clusterIcon(cluster.getAllChildMarkers()),
        });
    }

    attach() {
        this.group.addTo(this.map);
    }

    detach() {
        this.group.remove();
    }

    /** Shows exactly these messages. */
    show(messages, moment) {
        const added = [];
        for (const message of messages.values()) {
            if (this.markers.has(message.id)) continue;
            const marker = this.markerOf(message, moment);
            this.markers.set(message.id, marker);
            added.push(marker);
        }
        const removed = [];
        for (const [id, marker] of this.markers) {
            if (messages.has(id)) continue;
            this.markers.delete(id);
            removed.push(marker);
        }
        if (removed.length > 0) this.group.removeLayers(removed);
        if (added.length > 0) this.group.addLayers(added);
    }

    /** Lets a message that has expired fade away. */
    expire(id) {
        const marker = this.markers.get(id);
        if (!marker) return;
        this.markers.delete(id);
        marker.getElement()?.classList.add("is-fading");
        setTimeout(() => this.group.removeLayer(marker), fadeMilliseconds);
    }

    markerOf(message, moment) {
        const isFresh = moment - message.postedAt < freshMilliseconds;
        const marker = L.marker([message.at.lat, message.at.lon], {
            icon: L.divIcon({
                className: `message-marker${isFresh ? " is-fresh" : ""}`,
                html: categorySymbol(message.category),
                iconSize: [symbolPixels, symbolPixels],
            }),
            // The list beside the map is the way for the keyboard.
            keyboard: false,
        });
        marker.category = message.category;
        marker.on("click", () => this.onSelect(message.id));
        return marker;
    }
}

function clusterIcon(markers) {
    const counts = new Map();
    for (const { category } of markers) counts.set(category, (counts.get(category) ?? 0) + 1);
    const count = markers.length;
    const face = element("div", {},
        ring([...counts].sort(([a], [b]) => (a < b ? -1 : 1)), count),
        element("span", { class: "cluster-count", "aria-hidden": "true" }, String(count)),
        element("span", { class: "for-screen-readers" }, text("radar.cluster", { count })));
    return L.divIcon({
        className: "message-cluster", html: face, iconSize: [ringPixels, ringPixels],
    });
}

/** A ring with an arc for each category, as long as its share. */
function ring(counts, total) {
    const radius = 18;
    const around = 2 * Math.PI * radius;
    let start = 0;
    const arcs = counts.map(([category, count]) => {
        const length = (count / total) * around;
        const arc = shape("circle", {
            class: `cluster-arc ${categoryClass(category)}`, cx: 23, cy: 23, r: radius,
            "stroke-dasharray": `${length} ${around - length}`,
            "stroke-dashoffset": -start,
        });
        start += length;
        return arc;
    });
    return shape("svg", { viewBox: "0 0 46 46", "aria-hidden": "true" },
        shape("circle", { class: "cluster-face", cx: 23, cy: 23, r: 21.5 }), ...arcs);
}
