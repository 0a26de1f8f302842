// Trips: starting and ending them, the day as a line, the score, friends, and what is kept.

import { Refusal, Unreachable } from "../core/api.js";
import { arrange, element, part } from "../core/dom.js";
import { distanceText } from "../core/format.js";
import { refusalWords } from "../core/refusals.js";
import { onLanguageChange, text } from "../core/texts.js";
import { announce } from "../shell/notices.js";
import { dayView } from "./day-view.js";
import { FenceMap } from "./fence-map.js";
import { friendsView } from "./friends-view.js";
import { placesView } from "./places-view.js";
import { PositionWatch } from "./position-watch.js";
import { privacyView } from "./privacy-view.js";
import { scoreView } from "./score-view.js";
import { signInForms } from "./sign-in.js";
import { applyStyles } from "./styles.js";
import { TripLines } from "./trip-lines.js";
import { vehiclesView } from "./vehicles-view.js";
import { SignedOut, accountToken, agreesToTracking, askOwn, listen, modeText, scoreText } from "./travel.js";

const views = {
    day: dayView, score: scoreView, vehicles: vehiclesView, places: placesView, friends: friendsView,
    privacy: privacyView,
};

/** @param {object} page What the tabs share. */
export async function makeTab(page) {
    return new TripsTab(page);
}

class TripsTab {
    #listening = null;
    #turn = 0;
    #isShowingAgain = false;
    #hasChanged = false;
    #watch = new PositionWatch(() => this.show());

    constructor({ mapView }) {
        applyStyles();
        this.lines = new TripLines(mapView.map);
        this.fences = new FenceMap(mapView);
        this.isActive = false;
        this.view = "day";
        this.dayOffset = 0;
        this.interval = "day";
        this.period = { from: null, to: null };
        for (const name of Object.keys(views)) {
            part(`trips-view-${name}`).addEventListener("change", () => {
                this.view = name;
                this.show();
            });
        }
        onLanguageChange(() => this.isActive && this.show());
        window.addEventListener("online", () => this.isActive && this.show());
        window.addEventListener("offline", () => { part("trips-offline").hidden = false; });
    }

    async activate() {
        this.isActive = true;
        this.lines.attach();
        await this.show();
    }

    deactivate() {
        this.isActive = false;
        this.lines.detach();
        this.fences.hide();
        this.#listening?.abort();
        this.#listening = null;
    }

    /** Shows what is asked for; of several at once the last one counts. */
    async show() {
        const turn = ++this.#turn;
        const isSignedIn = accountToken() !== null;
        part("trips-account").hidden = isSignedIn;
        part("trips-own").hidden = !isSignedIn;
        part("trips-offline").hidden = navigator.onLine !== false;
        if (!isSignedIn) {
            this.lines.clear();
            this.fences.hide();
            part("trips-account").replaceChildren(...signInForms(() => this.show()));
            return;
        }
        this.problem(null);
        part("trips-busy").hidden = false;
        if (this.view !== "day") this.lines.clear();
        if (this.view !== "places") this.fences.hide();
        try {
            const [nodes] = await Promise.all([views[this.view](this), this.#showRunning()]);
            if (turn === this.#turn) part("trips-content").replaceChildren(...nodes);
            this.#listen();
        } catch (error) {
            if (turn === this.#turn) this.failed(error);
        } finally {
            if (turn === this.#turn) part("trips-busy").hidden = true;
        }
    }

    /** Says what is wrong; null for nothing. */
    problem(words) {
        part("trips-problem").hidden = words === null;
        part("trips-problem").textContent = words ?? "";
    }

    failed(error) {
        if (error instanceof SignedOut) {
            this.show();
        } else if (error instanceof Unreachable) {
            part("trips-offline").hidden = false;
        } else if (error instanceof Refusal) {
            this.problem(refusalWords(error));
        } else {
            throw error;
        }
    }

    /** Changes something and shows what is there now. */
    async act(path, method, body) {
        try {
            const answer = await askOwn(path, { method, body });
            await this.show();
            return answer;
        } catch (error) {
            this.failed(error);
            return null;
        }
    }

    /** Corrects a trip. */
    async change(id, body) {
        await this.act(`/v1/trips/${id}`, "PATCH", body);
    }

    /** Agrees to something, or takes it back. */
    async consent(purpose, given) {
        await this.act("/v1/me/consents", "PUT", {
            consents: [{ purpose, given, text_version: "trips-1", method: "page" }],
        });
    }

    /** Start with quick picks, or Stop with the distance as it grows. */
    async #showRunning() {
        const [{ features }, settings, { vehicles }, { consents }] = await Promise.all([
            askOwn("/v1/trips", { query: { state: "ongoing", limit: 1 } }),
            askOwn("/v1/me/travel-settings"), askOwn("/v1/vehicles"), askOwn("/v1/me/consents"),
        ]);
        const trip = features[0];
        const names = new Map(vehicles.map(({ id, name }) => [id, name]));
        const buttons = trip
            ? [
                element("p", { id: "trips-live", role: "status" }, text("trips.going", {
                    mode: modeText(trip.properties.legs.at(-1).mode),
                    distance: distanceText(trip.properties.distance_m),
                })),
                element("button", {
                    type: "button", class: "button is-primary is-wide", id: "trips-stop",
                    on: { click: () => this.#stop(trip.id) },
                }, text("trips.stop")),
                agreesToTracking(consents) ? null
                    : element("p", { class: "quiet", id: "trips-unkept" }, text("trips.no_position")),
            ].filter(Boolean)
            : settings.quick_picks.map((pick, index) => element("button", {
                type: "button", class: index === 0 ? "button is-primary" : "button", "data-pick": pick,
                on: { click: () => this.#start(names.has(pick) ? { vehicle: pick } : { mode: pick }) },
            }, text("trips.start", { mode: names.get(pick) ?? modeText(pick) })));
        arrange(part("trips-running"), buttons);
        part("trips-night").hidden = !trip?.properties.night;
        this.#watch.follow(trip?.id ?? null);
    }

    async #start(body) {
        const trip = await this.act("/v1/trips", "POST", body);
        if (trip) this.#watch.begin(trip.id);
    }

    async #stop(id) {
        this.#watch.end();
        const trip = await this.act(`/v1/trips/${id}/end`, "POST", {});
        if (trip) announce(text("trips.ended", { score: scoreText(trip.properties.score) }));
    }

    #listen() {
        if (this.#listening || !this.isActive) return;
        const listening = new AbortController();
        this.#listening = listening;
        listen(listening.signal, (name, data) => this.#hear(name, data))
            .catch(() => {})
            .finally(() => {
                if (this.#listening === listening) this.#listening = null;
            });
    }

    #hear(name, data) {
        if (name === "distance") {
            const live = document.getElementById("trips-live");
            // Nothing is gone yet: by what somebody goes says more.
            if (live && data.distance_m > 0) live.textContent = text("trips.gone", { distance: distanceText(data.distance_m) });
        } else if (name === "night") {
            part("trips-night").hidden = false;
        } else if (name === "entered" || name === "left") {
            announce(text(`trips.${name}`, { name: data.name }));
        } else {
            this.#showAgain();
        }
    }

    /**
     * Shows what there is now; while that is fetched, however much changes, once more afterwards: a phone that was
     * out of reach brings hundreds of trips at once.
     */
    async #showAgain() {
        if (this.#isShowingAgain) {
            this.#hasChanged = true;
            return;
        }
        this.#isShowingAgain = true;
        try {
            do {
                this.#hasChanged = false;
                await this.show();
            } while (this.#hasChanged && this.isActive);
        } finally {
            this.#isShowingAgain = false;
        }
    }
}
