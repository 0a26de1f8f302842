// Stations: the polling stations nearest to a place. Nearest is not assigned, and the page says so.

import { Refusal, Unreachable, ask, nextPage } from "../core/api.js";
import { part } from "../core/dom.js";
import { onLanguageChange, text } from "../core/texts.js";
import { showDetail } from "../map/detail.js";
import { place } from "../map/map-view.js";
import { stationBubble, stationRow } from "./station-card.js";
import { StationMarkers } from "./station-markers.js";

const pageSize = 10;
const retryMilliseconds = 5_000;

export class StationsTab {
    constructor(mapView, sheet, position) {
        Object.assign(this, { mapView, sheet, position });
        this.isActive = false;
        this.stations = [];
        this.next = null;
        this.origin = "center";
        this.chosenPlace = null;
        this.markers = new StationMarkers(mapView.map, (id) => this.select(id));
        this.retryTimer = 0;
        this.detailClosedAt = -Infinity;

        for (const origin of ["center", "position", "point"]) {
            part(`origin-${origin}`).addEventListener("change", () => this.changeOrigin(origin));
        }
        part("stations-more").addEventListener("click", () => this.showMore());
        mapView.map.on("click", ({ latlng }) => this.isActive && this.choosePoint(place(latlng)));
        mapView.onRest(() => this.isActive && this.origin === "center" && this.look());
        onLanguageChange(() => this.isActive && this.draw());
        window.addEventListener("online", () => this.isActive && this.look());
    }

    /** Where the distances are measured from. */
    get place() {
        return this.origin === "center" ? this.mapView.center : this.chosenPlace;
    }

    activate() {
        this.isActive = true;
        this.markers.attach();
        this.showOrigin();
        this.look();
    }

    deactivate() {
        this.isActive = false;
        clearTimeout(this.retryTimer);
        this.asking?.abort();
        this.closeDetail?.();
        this.markers.detach();
        this.mapView.container.classList.remove("has-middle");
    }

    async changeOrigin(origin) {
        if (origin === "position") {
            const found = await this.position.find();
            if (!found) {
                part(`origin-${this.origin}`).checked = true;
                return;
            }
            this.chosenPlace = place(L.latLng(found.lat, found.lon));
            this.mapView.goTo(found);
        } else if (origin === "point") {
            this.chosenPlace = this.mapView.center;
        }
        this.origin = origin;
        this.showOrigin();
        this.look();
    }

    choosePoint(at) {
        // A click beside a bubble closes it, and does nothing else.
        if (performance.now() - this.detailClosedAt < 50) return;
        this.origin = "point";
        this.chosenPlace = at;
        part("origin-point").checked = true;
        this.showOrigin();
        this.look();
    }

    showOrigin() {
        const isCenter = this.origin === "center";
        this.mapView.container.classList.toggle("has-middle", isCenter);
        this.markers.showOrigin(isCenter ? null : this.chosenPlace);
        part("origin-hint").hidden = this.origin !== "point";
    }

    /** Asks for the stations nearest to the place. */
    async look() {
        const { lat, lon } = this.place;
        await this.fetch("/v1/stations", { lat, lon, limit: pageSize }, []);
    }

    async showMore() {
        if (this.next) await this.fetch(this.next, {}, this.stations);
    }

    async fetch(path, query, before) {
        this.asking?.abort();
        clearTimeout(this.retryTimer);
        const asking = new AbortController();
        this.asking = asking;
        try {
            const list = await ask(path, { query, signal: asking.signal });
            this.stations = [...before, ...list.features.map(stationOf)]
                .map((station, index) => ({ ...station, rank: index + 1 }));
            this.next = nextPage(list);
            this.showProblem("");
            this.draw();
            this.markers.show(this.stations);
        } catch (error) {
            if (asking.signal.aborted) return;
            if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
            const isPassing = error instanceof Unreachable || error.isPassing;
            this.showProblem(isPassing
                ? text(error instanceof Unreachable ? "offline" : "feed.loading")
                : error.message);
            if (isPassing) {
                this.retryTimer = setTimeout(
                    () => this.fetch(path, query, before), retryMilliseconds);
            }
        }
    }

    showProblem(words) {
        const problem = part("stations-problem");
        problem.hidden = words === "";
        problem.textContent = words;
        part("panel-stations").classList.toggle("is-stale", words !== "");
    }

    draw() {
        const focused = this.stations.findIndex(({ id }) => id === this.focusedStation());
        const rows = this.stations.map((station) => {
            const row = stationRow(station, {
                isSelected: station.id === this.selected, onSelect: (id) => this.select(id),
            });
            row.dataset.station = station.id;
            return row;
        });
        part("stations").replaceChildren(...rows);
        if (focused >= 0) rows[focused].querySelector("button").focus({ preventScroll: true });
        part("stations-empty").hidden = this.stations.length > 0;
        part("stations-more").hidden = this.next === null;
    }

    focusedStation() {
        return document.activeElement?.closest("[data-station]")?.dataset.station ?? null;
    }

    /** Opens a station on the map. */
    select(id) {
        const station = this.stations.find((one) => one.id === id);
        if (!station?.at) return;
        this.closeDetail?.();
        this.selected = id;
        this.draw();
        this.sheet.open();
        this.closeDetail = showDetail(this.mapView.map, {
            at: station.at, content: stationBubble(station), height: 30,
            onClose: () => {
                this.detailClosedAt = performance.now();
                this.selected = null;
                if (this.isActive) this.draw();
            },
        });
    }
}

function stationOf({ id, geometry, properties }) {
    return {
        id,
        at: geometry && { lat: geometry.coordinates[1], lon: geometry.coordinates[0] },
        name: properties.name,
        address: properties.address,
        postcode: properties.postcode,
        hours: properties.hours,
        districts: properties.districts,
        accessibility: properties.accessibility,
        distanceMeters: properties.distance_m,
    };
}
