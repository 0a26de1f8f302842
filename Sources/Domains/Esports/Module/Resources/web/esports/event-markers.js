// Tournaments on the map: points that open the page of theirs.

export class EventMarkers {
    /** @param {function(string): void} onSelect Called with the id of a tournament that was clicked. */
    constructor(map, onSelect) {
        this.map = map;
        this.onSelect = onSelect;
        this.group = L.layerGroup();
    }

    attach() {
        this.group.addTo(this.map);
    }

    detach() {
        this.group.remove();
    }

    /** Shows exactly these; the list beside the map is the way for the keyboard. */
    show(events) {
        this.group.clearLayers();
        for (const { id, geometry, properties } of events) {
            if (!geometry) continue;
            const [lon, lat] = geometry.coordinates;
            L.marker([lat, lon], {
                icon: L.divIcon({ className: "esports-marker", iconSize: [18, 18] }),
                keyboard: false, title: properties.title,
            }).on("click", () => this.onSelect(id)).addTo(this.group);
        }
    }
}
