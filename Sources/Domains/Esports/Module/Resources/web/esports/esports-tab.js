// Esports: favorites and what comes next, games with their information and merchandise, and a map of
// tournaments.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { element, part } from "../core/dom.js";
import { recall, remember } from "../core/preferences.js";
import { refusalWords } from "../core/refusals.js";
import { onLanguageChange, text } from "../core/texts.js";
import { announce, notify } from "../shell/notices.js";
import { accountForm, isSignedIn, signOut } from "./account.js";
import { EventMarkers } from "./event-markers.js";
import { Marks } from "./marks.js";
import { applyStyles } from "./styles.js";
import { browseView, searchView } from "./browse-view.js";
import { section } from "./cards.js";
import { eventView, gameView, productView } from "./game-view.js";
import { homeView } from "./home-view.js";
import { mapPart } from "./map-view.js";
import { NoticeBell, noticesView } from "./notices-view.js";
import { recoveryForm, recoveryMailForm } from "./recovery.js";
import { teamView } from "./team-view.js";
import { timelineView } from "./timeline-view.js";

const retryMilliseconds = 5_000;
/** How many places are kept. */
const keptCount = 20;

/** @param {object} page What the tabs share. */
export async function makeTab(page) {
    return new EsportsTab(page);
}

class EsportsTab {
    #asking = null;
    #retryTimer = 0;
    #places = [{ name: "home", of: null }];
    /** What was shown last of each place, for when the service cannot be reached; the oldest first. */
    #kept = new Map();
    /** By which a new account's password is set anew; given once. */
    #codes = [];
    /** The way to what is shown. */
    #shownPlaces = this.#places;

    constructor({ mapView, findPosition }) {
        applyStyles();
        this.mapView = mapView;
        this.findPosition = findPosition;
        this.isActive = false;
        /** Which form whoever is not signed in sees. */
        this.accountView = "sign_in";
        this.marks = new Marks(() => this.go("profile"));
        this.markers = new EventMarkers(mapView.map, (id) => this.go("event", id));
        this.bell = new NoticeBell(part("esports-notices"), () => this.go("notices"));
        for (const name of ["home", "browse", "map", "profile"]) {
            const choice = part(`esports-view-${name}`);
            choice.addEventListener("change", () => this.go(name));
            // The view that is chosen already is gone back to from what was opened in it.
            choice.addEventListener("click", () => this.place.name !== name && this.go(name));
        }
        part("esports-search").addEventListener("submit", (event) => {
            event.preventDefault();
            const words = part("esports-q").value.trim();
            if (words !== "") this.go("search", words);
        });
        onLanguageChange(() => {
            this.bell.show(this.bell.unread);
            if (this.isActive) this.show();
        });
        window.addEventListener("online", () => this.#isOffline(false));
        window.addEventListener("offline", () => this.#isOffline(true));
        mapView.onRest(() => {
            if (this.isActive && this.place.name === "map") this.show();
        });
    }

    /** Whether results of matches are left out. */
    get hidesResults() {
        return recall("esports_hide_results", false);
    }

    set hidesResults(isOn) {
        remember("esports_hide_results", isOn ? true : null);
    }

    /** What is shown: a view by its name, and of what. */
    get place() {
        return this.#places.at(-1);
    }

    async activate() {
        this.isActive = true;
        this.markers.attach();
        this.#isOffline(navigator.onLine === false);
        await Promise.all([this.show(), this.bell.start()]);
    }

    deactivate() {
        this.isActive = false;
        this.bell.stop();
        clearTimeout(this.#retryTimer);
        this.#asking?.abort();
        this.markers.detach();
    }

    /** Shows a view; one of the four begins a new way, others are gone back from. */
    go(name, of = null) {
        const isRoot = ["home", "browse", "map", "profile"].includes(name);
        // The list of notices is opened once, however often its button is pressed.
        if (name !== "notices" || this.place.name !== name) {
            this.#places = isRoot ? [{ name, of }] : [...this.#places, { name, of }];
        }
        if (isRoot) part(`esports-view-${name}`).checked = true;
        return this.show();
    }

    back() {
        if (this.#places.length > 1) this.#places.pop();
        return this.show();
    }

    /** A button that goes back to where this was opened from. */
    backButton() {
        return element("button", {
            type: "button", class: "button", id: "esports-back", on: { click: () => this.back() },
        }, text("esports.back"));
    }

    /** Fetches and shows the place that was gone to. What is shown stays until the answer is there. */
    async show() {
        this.#asking?.abort();
        clearTimeout(this.#retryTimer);
        const asking = new AbortController();
        this.#asking = asking;
        const content = part("esports-content");
        const key = JSON.stringify(this.place);
        if (key !== this.shown) content.replaceChildren();
        part("esports-busy").hidden = false;
        try {
            await this.marks.load();
            const children = await this.#view(this.place, asking.signal);
            if (asking.signal.aborted) return;
            content.replaceChildren(...children);
            this.#keep(key, children);
            // Whoever walks through the views by the arrow keys stays there.
            const isAmongViews = part("esports-views").contains(document.activeElement);
            if (this.shown !== undefined && key !== this.shown && !isAmongViews) {
                content.focus({ preventScroll: true });
            }
            this.shown = key;
            part("esports-problem").hidden = true;
            this.#isOffline(false);
            announce(content.querySelector("h2")?.textContent ?? "");
        } catch (error) {
            if (asking.signal.aborted) return;
            if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
            if (error instanceof Unreachable && key !== this.shown) this.#showKept(key);
            this.#tell(error);
        } finally {
            if (this.#asking === asking) part("esports-busy").hidden = true;
        }
    }

    #keep(key, children) {
        this.#shownPlaces = [...this.#places];
        this.#kept.delete(key);
        this.#kept.set(key, children);
        if (this.#kept.size > keptCount) this.#kept.delete(this.#kept.keys().next().value);
    }

    /** Shows what is kept of a place; where nothing is, what was shown stays. */
    #showKept(key) {
        const content = part("esports-content");
        const children = this.#kept.get(key);
        if (children) {
            this.#keep(key, children);
            content.replaceChildren(...children);
            this.shown = key;
            return;
        }
        this.#places = [...this.#shownPlaces];
        part(`esports-view-${this.#places[0].name}`).checked = true;
        content.replaceChildren(...(this.#kept.get(this.shown) ?? []));
        notify(text("esports.not_kept"), "warning");
    }

    /** Forgets what somebody saw who is another now. */
    #forget() {
        this.#kept.clear();
        this.#codes = [];
    }

    #view({ name, of }, signal) {
        const query = (path, parameters = {}) => ask(path, { query: parameters, signal });
        // Only the map's own view has looked around a place.
        if (name !== "map") this.markers.showReach(null);
        switch (name) {
        case "home": return homeView(this, signal);
        case "browse": return browseView(this, query);
        case "search": return searchView(this, query, of);
        case "game": return gameView(this, query, of);
        case "event": return eventView(this, query, of);
        case "team": return teamView(this, query, of);
        case "product": return productView(this, query, of);
        case "timeline": return timelineView(this, query, of);
        case "map": return mapPart(this, query);
        case "notices": return noticesView(this, signal);
        default: return this.#profile();
        }
    }

    /** Shows an error in its own words; where there was no answer, it is tried again. */
    #tell(error) {
        const isAway = error instanceof Unreachable;
        this.#isOffline(isAway);
        const problem = part("esports-problem");
        problem.hidden = isAway;
        problem.textContent = isAway ? ""
            : error.isPassing ? text("feed.loading") : refusalWords(error);
        if (!isAway && this.#places.length > 1) problem.append(" ", this.backButton());
        if (isAway || error.isPassing) {
            this.#retryTimer = setTimeout(() => this.show(), retryMilliseconds);
        }
    }

    /** Shows a form of the profile. */
    async #showAccount(name) {
        this.accountView = name;
        await this.show();
        part("esports-content").querySelector("form input")?.focus();
    }

    #isOffline(isOff) {
        part("esports-offline").hidden = !isOff;
    }

    #profile() {
        const hide = element("label", { class: "check" },
            element("input", {
                type: "checkbox", id: "esports-hide-results", checked: this.hidesResults,
                on: { change: ({ target }) => { this.hidesResults = target.checked; } },
            }),
            element("span", {}, text("esports.hide_results")));
        if (isSignedIn()) {
            return [
                element("h2", {}, text("esports.profile")), hide,
                ...(this.#codes.length === 0 ? [] : [section(text("esports.codes"),
                    element("p", {}, text("esports.codes_hint")),
                    element("ul", { id: "esports-codes" },
                        ...this.#codes.map((code) => element("li", {}, code))))]),
                element("button", {
                    type: "button", class: "button is-wide", id: "esports-sign-out",
                    on: {
                        click: async () => {
                            await signOut();
                            this.#forget();
                            await Promise.all([this.show(), this.bell.refresh()]);
                        },
                    },
                }, text("esports.sign_out")),
            ];
        }
        const onDone = (codes = []) => {
            // Whoever signs out later has an account.
            this.accountView = "sign_in";
            this.#forget();
            this.#codes = codes;
            if (codes.length > 0) notify(text("esports.codes_ready"));
            this.go("home");
            this.bell.refresh();
        };
        const forms = {
            sign_in: [() => accountForm("sign_in", onDone), "register", "recovery"],
            register: [() => accountForm("register", onDone), "sign_in"],
            recovery: [() => recoveryForm(onDone), "recovery_mail", "sign_in"],
            recovery_mail: [() => recoveryMailForm(() => this.#showAccount("recovery")), "sign_in"],
        };
        const [make, ...others] = forms[this.accountView];
        return [
            make(),
            ...others.map((other, number) => element("p", {}, element("button", {
                type: "button", class: "link", id: number === 0 ? "esports-other-form" : `esports-to-${other}`,
                on: { click: () => this.#showAccount(other) },
            }, text(`esports.to_${other}`)))),
            hide,
        ];
    }
}
