// The fair: its title, its stands with stars at once, its map, programme, passport and profile.

import { Unreachable } from "../core/api.js";
import { element, part } from "../core/dom.js";
import { fillTexts, onLanguageChange, text } from "../core/texts.js";
import { Fair, fairs } from "./fair.js";
import { FairMap } from "./fair-map.js";
import { Favorites } from "./favorites.js";
import { ListView } from "./list-view.js";
import { NewsView } from "./news-view.js";
import { Outbox, isInFuture, momentOfDeed } from "./outbox.js";
import { PassportView } from "./passport-view.js";
import { PlanView } from "./plan-view.js";
import { PlacesView } from "./places-view.js";
import { ProfileView } from "./profile-view.js";
import { ProgrammeView } from "./programme-view.js";
import { phaseWords, whenWords } from "./times.js";
import { Visitor } from "./visitor.js";
import { WayView } from "./way-view.js";
import { isTold, visitorWords } from "./words.js";
import { recall, remember } from "../core/preferences.js";

const views = ["list", "map", "programme", "passport", "profile"];
/** The pictures of the views, on a square of 24. */
const pictures = {
    list: "M4 6h16M4 12h16M4 18h16",
    map: "M3 6l6-2.5l6 2.5l6-2.5v14l-6 2.5l-6-2.5l-6 2.5zM9 3.5v14M15 6v14",
    programme: "M4.5 5.5h15v15h-15zM4.5 10h15M8.5 3v4M15.5 3v4",
    passport: "M6 3.5h12v17H6zM12 7a3.4 3.4 0 1 0 0 6.8A3.4 3.4 0 0 0 12 7zM9 17h6",
    profile: "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM4.5 20.5c.6-4 3.6-6 7.5-6s6.900 2 7.500 6",
};

/** @param {object} page What the tabs share. */
export async function makeTab(page) {
    linkStyles();
    return new ExpoTab(page);
}

function linkStyles() {
    const href = new URL("../expo/tab.css", import.meta.url).pathname;
    if (document.querySelector(`link[href="${href}"]`)) return;
    document.head.append(element("link", { rel: "stylesheet", href }));
}

class ExpoTab {
    constructor({ mapView, sheet, findPosition }) {
        this.mapView = mapView;
        this.sheet = sheet;
        this.findPosition = findPosition;
        this.outbox = new Outbox();
        this.visitor = new Visitor(part("expo-dialog"));
        this.fair = null;
        this.known = [];
        this.view = "list";
        this.isActive = false;
        this.favorites = new Favorites(this);
        this.news = new NewsView(this);
        this.map = new FairMap(mapView, (id) => this.showStand(id));
        this.list = new ListView(this);
        this.places = new PlacesView(this);
        this.plans = new PlanView(this);
        this.way = new WayView(this);
        this.programme = new ProgrammeView(this);
        this.passport = new PassportView(this);
        this.profile = new ProfileView(this);
        this.makeViewButtons();
        part("expo-enter").addEventListener("click", () => this.enter());
        part("expo-fairs").addEventListener("change", () => this.choose(part("expo-fairs").value));
        part("expo-to-list").addEventListener("click", () => this.show("list"));
        this.outbox.onChange(() => this.showOutbox());
        this.outbox.onSent((answer) => this.ratingWasSent(answer));
        window.addEventListener("online", () => this.outbox.send(this.visitor));
        window.addEventListener("offline", () => this.showOutbox());
        onLanguageChange(() => this.redraw());
    }

    async activate() {
        this.isActive = true;
        this.map.attach();
        this.outbox.start(this.visitor);
        if (this.fair) {
            this.redraw();
            return;
        }
        await this.load();
    }

    deactivate() {
        this.isActive = false;
        document.body.classList.remove("has-stands");
        this.outbox.stop();
        this.map.detach();
    }

    /** Asks which fairs there are, and shows the one that is on, or the next. */
    async load() {
        try {
            this.known = await fairs();
            part("expo-problem").hidden = true;
        } catch (error) {
            const kept = recall("fair_kept");
            if (error instanceof Unreachable && kept) {
                this.known = [kept.about];
            } else {
                this.tell(error);
                return;
            }
        }
        const chosen = this.known.find(({ event }) => event === recall("fair")) ?? best(this.known);
        part("expo-none").hidden = Boolean(chosen);
        if (!chosen) return;
        await this.choose(chosen.event);
    }

    async choose(event) {
        const about = this.known.find((fair) => fair.event === event);
        // A way leads to a stand of another fair.
        if (this.fair) this.way.end();
        this.fair = new Fair(about);
        remember("fair", event);
        this.showTitle();
        try {
            await this.fair.load(this.visitor);
        } catch (error) {
            if (!(error instanceof Unreachable) || !this.fair.restore()) this.tell(error);
        }
        await this.loadOwn();
        this.map.show(this.fair);
        if (this.isActive) this.map.goThere();
        this.redraw();
    }

    /** Asks what the visitor keeps and is told; what cannot be asked now stays as it was. */
    async loadOwn() {
        try {
            await this.favorites.load();
        } catch (error) {
            if (!isTold(error)) throw error;
        }
        await this.news.load();
    }

    /** Shows beside the button of the profile how much is new there. */
    showUnread(count) {
        const badge = part("expo-unread");
        badge.hidden = count === 0;
        badge.textContent = count === 0 ? "" : text("expo.unread", { count });
    }

    showTitle() {
        const { about } = this.fair;
        part("expo-title").hidden = false;
        part("expo-inside").hidden = true;
        part("expo-title-name").textContent = about.title;
        part("expo-title-when").textContent = whenWords(about);
        part("expo-title-where").textContent = about.venue ?? "";
        const words = phaseWords(about);
        part("expo-title-phase").hidden = words === null;
        part("expo-title-phase").textContent = words ?? "";
        const choice = part("expo-fairs");
        part("expo-fairs-field").hidden = this.known.length < 2;
        choice.replaceChildren(...this.known.map(
            ({ event, title }) => element("option", { value: event }, title)));
        choice.value = about.event;
    }

    enter() {
        part("expo-title").hidden = true;
        part("expo-inside").hidden = false;
        this.show("list");
        part("expo-show-list").focus({ preventScroll: true });
    }

    makeViewButtons() {
        const legend = part("expo-views").firstElementChild;
        part("expo-views").replaceChildren(legend, ...views.map((view) => {
            const label = element("label", {},
                element("input", {
                    type: "radio", name: "expo-view", id: `expo-show-${view}`, value: view,
                    on: { change: () => this.show(view) },
                }));
            const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
            svg.setAttribute("viewBox", "0 0 24 24");
            svg.setAttribute("aria-hidden", "true");
            const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
            path.setAttribute("d", pictures[view]);
            svg.append(path);
            label.append(svg, element("span", { "data-text": `expo.view_${view}` }));
            if (view === "profile") label.append(element("span", { class: "fair-unread", id: "expo-unread", hidden: true }));
            return label;
        }));
        fillTexts(part("expo-views"));
    }

    /** Shows one of the views. */
    show(view) {
        this.view = view;
        for (const other of views) part(`expo-view-${other}`).hidden = other !== view;
        part(`expo-show-${view}`).checked = true;
        this.redraw();
        this.sheet.open();
        if (view === "map") this.map.goThere();
        part("sheet-content").scrollTop = 0;
    }

    redraw() {
        if (!this.fair) return;
        if (!part("expo-title").hidden) this.showTitle();
        fillTexts(part("expo-views"));
        document.body.classList.toggle(
            "has-stands", this.isActive && !part("expo-inside").hidden && this.view !== "map");
        this.showOutbox();
        const words = phaseWords(this.fair.about);
        part("expo-phase").hidden = words === null;
        part("expo-phase").textContent = words ?? "";
        const drawn = {
            list: this.list, map: this.places, programme: this.programme,
            passport: this.passport, profile: this.profile,
        };
        drawn[this.view].draw();
        this.map.draw(this.fair);
    }

    /** Shows an exhibitor in the list, from the map. */
    showStand(id) {
        this.enter();
        this.list.reveal(id);
    }

    /** Whether it is known where an exhibitor is. */
    hasSpot(exhibitor) {
        return exhibitor.at !== null || this.plans.has(exhibitor);
    }

    /** Shows where an exhibitor is. */
    showOnMap(exhibitor) {
        if (exhibitor.at === null) this.plans.light(exhibitor);
        else this.map.light(exhibitor);
    }

    // Rating

    /** Rates: at once on the page, then with the service, sooner or later. */
    async rate(exhibitor, stars) {
        const isReady = await this.visitor.ready();
        if (!isReady) return false;
        const at = momentOfDeed();
        this.fair.note(exhibitor.id, stars, at);
        this.outbox.put({
            exhibitor: exhibitor.id, event: this.fair.about.event, stars,
            code: this.list.details.code(exhibitor.id), at,
        });
        this.redraw();
        await this.outbox.send(this.visitor);
        return true;
    }

    ratingWasSent({ rating, answer, refusal }) {
        if (refusal && rating.code && hasWrongCode(refusal)) {
            // The stars were given all the same.
            const { exhibitor, event, stars, rated_at: at } = rating;
            this.list.details.wasRefused(exhibitor, text("expo.wrong_code"));
            this.outbox.put({ exhibitor, event, stars, at });
        } else if (refusal && isOfClock(refusal) && isInFuture(rating.rated_at)) {
            // The phone's clock was ahead before the service told the time.
            this.outbox.put({ ...rating, at: momentOfDeed() });
        } else if (refusal) {
            this.fair?.forget(rating.exhibitor);
            this.tell(refusal);
        } else {
            if (rating.code) this.list.details.wasTaken(rating.exhibitor);
            this.fair?.confirm(rating, answer);
            this.list.celebrate(rating.exhibitor, answer);
        }
        this.redraw();
    }

    showOutbox() {
        const count = this.outbox.count;
        const words = part("expo-outbox");
        const isAway = count > 0 && (this.outbox.isAway || !navigator.onLine);
        words.hidden = !isAway;
        words.textContent = isAway ? text("expo.outbox", { count }) : "";
    }

    /** Tells what went wrong; null for nothing. */
    tell(error) {
        const problem = part("expo-problem");
        problem.hidden = false;
        if (!isTold(error)) throw error;
        problem.textContent = wordsOf(error);
    }
}

/** Whether a refusal is about when something was done. */
function isOfClock({ errors }) {
    return errors.some(({ code, parameter }) => code === "outside_time" && parameter === "rated_at");
}

function hasWrongCode(refusal) {
    return refusal.errors.some(({ code, parameter }) => code === "wrong_code" || parameter === "code");
}

/** What a refusal means to a visitor. */
function wordsOf(error) {
    const fault = error.errors?.[0];
    // A rating that comes too late or too early, whatever it was.
    if (fault?.parameter === "rated_at" && fault.code === "outside_time") return text("expo.refused_time");
    return visitorWords(error);
}

/** The fair that is on; else the one that begins next; else the last. */
function best(known) {
    return known.find(({ phase }) => phase === "during")
        ?? known.find(({ phase, exhibitors }) => phase === "before" && exhibitors > 0)
        ?? known.find(({ phase }) => phase === "before")
        ?? known.filter(({ exhibitors }) => exhibitors > 0).at(-1) ?? known[0] ?? null;
}
