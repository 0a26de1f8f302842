// Vote: the station that a voter at a place is assigned to, the ballot there, and the stations that
// are merely near. Nearest is not assigned, and the page says so.

import { Refusal, Unreachable, ask, nextPage } from "../core/api.js";
import { part } from "../core/dom.js";
import { refusalWords } from "../core/refusals.js";
import { onLanguageChange, text } from "../core/texts.js";
import { showDetail } from "../map/detail.js";
import { place } from "../map/map-view.js";
import { announce } from "../shell/notices.js";
import { stationOf } from "../stations/station.js";
import { stationBubble, stationRow } from "../stations/station-card.js";
import { StationMarkers } from "../stations/station-markers.js";
import { assignedCards, unsureCards } from "./assigned-card.js";
import { ballotSections } from "./ballot-list.js";
import { DistrictOutline } from "./district-outline.js";
import { allCenters, nearbyMeters, noStationWords, votingAt } from "./guide.js";
import { answerWithoutService, forgetAnswer, keepAnswer, keptWords } from "./kept-answer.js";
import { PlaceField } from "./place-field.js";
import { RouteView } from "./route-view.js";

const pageSize = 10;
const retryMilliseconds = 5_000;

/** @param {object} page What the tabs share. */
export async function makeTab(page) {
    return new VoteTab(page);
}

class VoteTab {
    constructor({ mapView, sheet, findPosition }) {
        this.mapView = mapView;
        this.sheet = sheet;
        this.findPosition = findPosition;
        this.isActive = false;
        this.stations = [];
        this.voting = null;
        this.next = null;
        this.chosenPlace = null;
        this.wantedCenters = null;
        this.markers = new StationMarkers(mapView.map, (id) => this.select(id));
        this.outline = new DistrictOutline(mapView.map);
        this.route = new RouteView(mapView);
        this.retryTimer = 0;
        this.detailClosedAt = -Infinity;

        part("origin-position").addEventListener("click", () => this.askFromPosition());
        part("origin-center").addEventListener("click", () => this.askFrom(this.mapView.center));
        this.field = new PlaceField({
            onSearch: () => this.begin(),
            onChoose: (found) => this.choosePlace(found),
            onUnsure: (words, choices, reason) => this.askBack(words, choices, reason),
        });
        part("vote-forget").addEventListener("click", () => this.forget());
        part("vote-print").addEventListener("click", () => this.print());
        part("stations-more").addEventListener("click", () => this.showMore());
        mapView.map.on("click", ({ latlng }) => this.isActive && this.choosePoint(place(latlng)));
        onLanguageChange(() => this.isActive && this.look());
        window.addEventListener("online", () => this.isActive && this.look());
    }

    /** Where the distances are measured from; null before anything was asked for. */
    get place() {
        return this.chosenPlace;
    }

    /** Whether an address was asked for whose place nobody knows. */
    get isUnplaced() {
        return this.chosenPlace?.isUnplaced === true;
    }

    activate() {
        this.isActive = true;
        this.markers.attach();
        this.outline.attach();
        this.route.attach();
        this.showOrigin();
        if (this.place) this.look();
        else this.showKept();
    }

    deactivate() {
        this.isActive = false;
        clearTimeout(this.retryTimer);
        this.asking?.abort();
        this.closeDetail?.();
        this.markers.detach();
        this.outline.detach();
        this.route.detach();
    }

    async askFromPosition() {
        const found = await this.findPosition();
        if (!found) return;
        this.mapView.goTo(found);
        this.askFrom({
            ...place(L.latLng(found.lat, found.lon)), accuracyMeters: found.accuracyMeters,
        });
    }

    /** Asks about a place that was pointed at. */
    askFrom(at) {
        this.field.clear();
        this.pin(at);
        this.look();
    }

    /** Takes away all that was answered before: what stands there is of the question that was asked. */
    clear() {
        this.asking?.abort();
        clearTimeout(this.retryTimer);
        this.closeDetail?.();
        this.route.clear();
        this.outline.clear();
        this.voting = null;
        this.next = null;
        this.stations = [];
        this.markers.show([], []);
        this.showProblem("");
        part("assigned").replaceChildren();
        part("stations").replaceChildren();
        part("ballot-part").hidden = true;
        part("nearby-part").hidden = true;
        part("vote-kept").hidden = true;
    }

    /** Shows that an answer is on its way, and nothing of the one before. */
    begin() {
        this.clear();
        this.chosenPlace = null;
        this.showOrigin();
        this.showBusy(true);
    }

    showBusy(isBusy) {
        part("vote-busy").hidden = !isBusy;
        part("panel-vote").setAttribute("aria-busy", String(isBusy));
    }

    /** Takes what was typed: a place, and the postcode or the address that it was found by. */
    choosePlace({ at, ...found }) {
        if (at) {
            this.pin({ ...place(L.latLng(at.lat, at.lon)), ...found });
            this.mapView.goTo(at);
        } else if (found.address) {
            // A list may have an address without its place: then nothing is near it.
            this.pin({ ...this.mapView.center, ...found, isUnplaced: true });
        } else {
            return;
        }
        this.look();
    }

    /**
     * Says that what was written is not known, in place of an answer for another place.
     *
     * @param {string} [reason] The key of a text that says why, where that is known.
     */
    askBack(words, choices, reason = "vote.place_unknown") {
        this.clear();
        this.chosenPlace = null;
        this.showOrigin();
        this.showBusy(false);
        this.showCards(unsureCards(words, choices, reason));
    }

    choosePoint(at) {
        // A click beside a bubble closes it, and does nothing else.
        if (performance.now() - this.detailClosedAt < 50) return;
        this.askFrom(at);
    }

    /** Measures from a place that stays where it is when the map moves. */
    pin(at) {
        this.chosenPlace = at;
        this.showOrigin();
    }

    showOrigin() {
        const at = this.chosenPlace;
        this.markers.showOrigin(!at || at.isUnplaced ? null : at);
        part("origin-hint").hidden = at !== null;
    }

    /** Asks what holds at the place, and for the stations nearest to it; nothing before there is one. */
    async look() {
        if (this.place) await this.fetch(null, []);
    }

    /** What is near the place that is asked about; nothing where nobody knows where that is. */
    async stationsNear(signal) {
        if (this.isUnplaced) return { features: [] };
        const { lat, lon } = this.place;
        return await ask("/v1/stations", {
            query: { lat, lon, radius_m: nearbyMeters, limit: pageSize }, signal,
        });
    }

    /**
     * Asks what holds at the place, and what is near it. An address lies where the service says with
     * its answer, and nowhere where it says nothing.
     */
    async answerAt(signal) {
        const asked = votingAt(this.place, signal, this.wantedCenters);
        if (!this.place.address) {
            const [list, voting] = await Promise.all([this.stationsNear(signal), asked]);
            return { list, voting };
        }
        const voting = await asked;
        this.placeAddress(voting.at);
        return { list: await this.stationsNear(signal), voting };
    }

    placeAddress(at) {
        const before = this.place;
        const isMoved = at && (before.isUnplaced || at.lat !== before.lat || at.lon !== before.lon);
        this.pin({ ...before, ...at, isUnplaced: !at });
        this.shownPlace = JSON.stringify(this.place);
        if (isMoved) this.mapView.goTo(at);
    }

    async showMore() {
        if (this.next) await this.fetch(this.next, this.stations);
    }

    /** @param {?string} path The next page of the stations; null for an answer of its own. */
    async fetch(path, before) {
        this.asking?.abort();
        clearTimeout(this.retryTimer);
        if (before.length === 0) {
            const key = JSON.stringify(this.place);
            if (key !== this.shownPlace) this.clear();
            this.shownPlace = key;
        }
        const asking = new AbortController();
        this.asking = asking;
        this.showBusy(true);
        try {
            const { list, voting } = path === null ? await this.answerAt(asking.signal)
                : { list: await ask(path, { signal: asking.signal }), voting: this.voting };
            this.voting = voting;
            this.stations = [...before, ...list.features.map(stationOf)];
            this.next = nextPage(list);
            this.showProblem("");
            this.showBusy(false);
            part("vote-kept").hidden = true;
            this.show();
            if (before.length === 0) part("vote-keeping").hidden = !keepAnswer(this.field.words, this);
            if (before.length === 0) this.followRoute();
            await this.outline.show(
                this.isUnplaced ? { ...voting, districts: [] } : voting, this.place, asking.signal);
        } catch (error) {
            if (asking.signal.aborted) return;
            this.showBusy(false);
            if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
            const isPassing = error instanceof Unreachable || error.isPassing;
            this.showProblem(isPassing
                ? text(error instanceof Unreachable ? "offline" : "feed.loading")
                : refusalWords(error));
            if (isPassing) {
                this.retryTimer = setTimeout(
                    () => this.fetch(path, before), retryMilliseconds);
            }
        }
    }

    show() {
        this.nearby.forEach((station, index) => { station.rank = index + 1; });
        part("nearby-part").hidden = false;
        this.draw();
        this.markers.show(this.nearby, this.voting.stations);
    }

    /** Shows the last answer, marked as such, while the service cannot be reached. */
    async showKept() {
        const kept = await answerWithoutService();
        if (!kept || this.place || !this.isActive) return;
        this.clear();
        this.pin(kept.place);
        this.shownPlace = JSON.stringify(kept.place);
        this.voting = kept.voting;
        this.stations = kept.stations;
        this.next = null;
        part("vote-kept").textContent = keptWords(kept);
        part("vote-kept").hidden = false;
        part("vote-keeping").hidden = false;
        this.show();
        if (!this.isUnplaced) this.mapView.goTo(kept.place);
        this.look(); // It is replaced as soon as the service answers.
    }

    /** Takes the answer from the page, and from what this browser keeps. */
    forget() {
        forgetAnswer();
        this.field.clear();
        this.chosenPlace = null;
        this.shownPlace = null;
        this.clear();
        this.showBusy(false);
        this.showOrigin();
    }

    /** The way to the voter's own station, once the place is more than the map's middle. */
    followRoute() {
        const own = this.voting.stations.find(({ at }) => at);
        if (this.isUnplaced || !own) this.route.clear();
        else this.route.show(this.place, own, { isAssigned: true, isAsked: false });
    }

    /** The way to a station that the reader chose. */
    routeTo(station) {
        this.closeDetail?.();
        const isAssigned = this.voting?.stations.some(({ id }) => id === station.id) ?? false;
        if (this.isUnplaced) this.route.refuse(station, "route.no_start");
        else this.route.show(this.place, station, { isAssigned, isAsked: true });
    }

    showProblem(words) {
        const problem = part("stations-problem");
        problem.hidden = words === "";
        problem.textContent = words;
        part("panel-vote").classList.toggle("is-stale", words !== "");
    }

    /** The stations that are near, but not the voter's. */
    get nearby() {
        const assigned = new Set(this.voting?.stations.map(({ id }) => id));
        return this.stations.filter(({ id }) => !assigned.has(id));
    }

    draw() {
        this.drawVoting();
        this.drawNearby();
    }

    drawVoting() {
        if (!this.voting) return;
        const hasOpen = [...part("ballot").querySelectorAll("details")].map(({ open }) => open);
        this.showCards(assignedCards(this.voting, this.isUnplaced ? null : this.place, {
            onShow: (station) => this.open(station),
            onRoute: (station) => this.routeTo(station),
            onAddress: (address) => this.field.ask(address),
            onAllCenters: () => this.showAllCenters(),
        }));
        const sections = ballotSections(this.voting.ballot);
        part("ballot-part").hidden = sections.length === 0;
        part("ballot").replaceChildren(...sections);
        [...part("ballot").querySelectorAll("details")].forEach((details, index) => {
            details.open = hasOpen[index] ?? false;
        });
    }

    /** Shows what holds at a place, and says its headings aloud. */
    showCards(cards) {
        const assigned = part("assigned");
        assigned.replaceChildren(...cards);
        announce([...assigned.querySelectorAll("h2, h3")].map((one) => one.textContent).join(". "));
    }

    /** Lists all vote centers, and leaves them unfolded. */
    async showAllCenters() {
        this.wantedCenters = allCenters;
        try {
            await this.look();
        } finally {
            this.wantedCenters = null;
        }
        const details = part("assigned").querySelector("#vote-centers");
        if (details) details.open = true;
    }

    /** Prints what the panel says, with everything in it unfolded. */
    print() {
        for (const details of part("panel-vote").querySelectorAll("details")) details.open = true;
        window.print();
    }

    drawNearby() {
        const focused = this.nearby.findIndex(({ id }) => id === this.focusedStation());
        const rows = this.nearby.map((station) => {
            const row = stationRow(station, {
                isSelected: station.id === this.selected, onSelect: (id) => this.select(id),
            });
            row.dataset.station = station.id;
            return row;
        });
        part("stations").replaceChildren(...rows);
        if (focused >= 0) rows[focused].querySelector("button").focus({ preventScroll: true });
        const empty = part("stations-empty");
        empty.hidden = this.stations.length > 0;
        const nearest = this.voting?.nearestMeters ?? null;
        empty.textContent = noStationWords(this.isUnplaced, nearest);
        part("stations-more").hidden = this.next === null;
    }

    focusedStation() {
        return document.activeElement?.closest("[data-station]")?.getAttribute("data-station") ?? null;
    }

    /** Opens a station of the list or of the map. */
    select(id) {
        const assigned = this.voting?.stations.find((one) => one.id === id);
        if (assigned) this.open(assigned);
        else this.open(this.stations.find((one) => one.id === id));
    }

    /** Opens a station on the map. */
    open(station) {
        if (!station?.at) return;
        this.closeDetail?.();
        this.selected = station.id;
        this.drawNearby();
        this.sheet.open();
        const isAssigned = this.voting?.stations.some(({ id }) => id === station.id) ?? false;
        this.closeDetail = showDetail(this.mapView.map, {
            at: station.at, height: 30,
            content: stationBubble({ ...station, isAssigned }, () => this.routeTo(station)),
            onClose: () => {
                this.detailClosedAt = performance.now();
                this.selected = null;
                if (this.isActive) this.drawNearby();
            },
        });
    }
}
