// Radar: the messages that can be seen from the middle of the map.

import { now } from "../core/clock.js";
import { isKnownDevice } from "../core/device.js";
import { part } from "../core/dom.js";
import { numberText } from "../core/format.js";
import { recall, remember } from "../core/preferences.js";
import { onLanguageChange, text } from "../core/texts.js";
import { LazyTab, fetched } from "../shell/lazy-tab.js";
import { CategoryFilter } from "./category-filter.js";
import { categoryClass, loadCategories } from "./categories.js";
import { MessageFeed } from "./message-feed.js";
import { MessageList } from "./message-list.js";
import { MessageMarkers } from "./message-markers.js";
import { RadiusSlider } from "./radius-slider.js";
import { ScanCircle } from "./scan-circle.js";
import { Settings } from "./settings.js";

const views = ["browse", "saved", "settings"];
const tickMilliseconds = 1_000;
const fadeMilliseconds = 900;

/** @param {object} page What the tabs share. */
export async function makeTab(page) {
    const [offer] = await Promise.all([page.withService(loadCategories), page.opened]);
    return new RadarTab(page, offer);
}

class RadarTab {
    /**
     * @param {object} page What the tabs share.
     * @param {{categories: string[], report_reasons: string[], limits: object}} offer What the
     *   service takes.
     */
    constructor({ mapView, sheet, findPosition }, offer) {
        this.mapView = mapView;
        this.sheet = sheet;
        this.offer = offer;
        const { map } = mapView;
        this.isActive = false;
        this.messages = new Map();
        this.isComplete = true;
        this.state = "connecting";
        this.selected = null;
        this.order = recall("order", "nearest");
        this.view = "browse";
        this.settings = new Settings();

        this.feed = new MessageFeed();
        this.onFeed("change", (seen) => this.take(seen));
        this.onFeed("gone", (id) => this.expire(id));
        this.onFeed("state", (state) => this.showState(state));
        this.markers = new MessageMarkers(map, (id) => this.select(id));
        this.list = new MessageList(
            part("messages"), part("messages-more"), (id) => this.select(id));
        this.circle = new ScanCircle(map, "scan");
        this.range = L.circle([0, 0], { className: "message-range", interactive: false });
        this.slider = new RadiusSlider(
            part("scan-radius"), part("scan-radius-value"),
            this.settings.values.scan_radius_m,
            (meters, isSettled) => this.changeRadius(meters, isSettled));
        this.filter = new CategoryFilter(
            part("category-filter"), offer.categories, () => this.watch());
        this.compose = null;
        part("compose-open").addEventListener("click", () => this.startComposing());
        this.quickdrop = new LazyTab(async () => {
            const { Quickdrop } = await import("./quickdrop.js");
            return new Quickdrop(
                mapView, findPosition, this.settings, offer, () => this.feed.refresh());
        });
        this.settingsForm = new LazyTab(async () => {
            const { SettingsForm } = await import("./settings-form.js");
            return new SettingsForm(this.settings, offer.limits, () => {
                this.listBookmarks();
                this.feed.refresh();
            });
        });
        this.saved = new LazyTab(async () => {
            const [{ Saved }, bookmarks] = await Promise.all([
                import("./saved.js"), this.loadBookmarks(),
            ]);
            return new Saved(bookmarks, {
                onShow: (message) => this.goTo(message), onRemove: (id) => this.remove(id),
            });
        });
        this.startPersonal();
        this.startOrder();
        mapView.onRest(() => this.isActive && this.watch());
        onLanguageChange(() => this.showTexts());
        setInterval(() => this.tick(), tickMilliseconds);
    }

    onFeed(name, listener) {
        this.feed.addEventListener(
            name, /** @param {CustomEvent} event */ ({ detail }) => listener(detail));
    }

    /** How far the reader looks. */
    get radiusMeters() {
        return this.slider.meters;
    }

    /** Where the messages that are listed are seen from: the map may be moving on already. */
    get placeOfReader() {
        return this.feed.center ?? this.mapView.center;
    }

    activate() {
        this.isActive = true;
        part("feed-state").hidden = false;
        this.circle.attach();
        this.circle.radiusMeters = this.radiusMeters;
        this.markers.attach();
        this.mapView.container.classList.add("has-middle");
        if (this.mapView.isAsOpened) this.mapView.showCircle(this.radiusMeters, { always: true });
        this.watch();
    }

    deactivate() {
        this.isActive = false;
        part("feed-state").hidden = true;
        this.compose?.close();
        this.select(null);
        this.feed.stop();
        this.circle.detach();
        this.markers.detach();
        this.mapView.container.classList.remove("has-middle");
    }

    watch() {
        this.feed.watch({
            center: this.mapView.center, radiusMeters: this.radiusMeters,
            categories: this.filter.chosen, order: this.order,
        });
    }

    changeRadius(meters, isSettled) {
        this.circle.radiusMeters = meters;
        if (!isSettled) return;
        this.settings.set({ scan_radius_m: meters }).catch(() => {});
        this.mapView.showCircle(meters);
        this.watch();
    }

    // What is seen

    take({ messages, isComplete }) {
        this.messages = messages;
        this.isComplete = isComplete;
        this.markers.show(messages, now());
        this.draw();
        const open = messages.get(this.selected);
        if (this.selected !== null && !open) this.select(null);
        if (messages.has(this.wanted)) {
            this.select(this.wanted);
            this.wanted = null;
        }
    }

    /** Counts down, and lets what has expired fade. */
    tick() {
        if (!this.isActive || document.hidden) return;
        const moment = now();
        for (const { id, expiresAt } of this.messages.values()) {
            if (expiresAt <= moment) this.expire(id);
        }
        this.draw();
    }

    expire(id) {
        this.markers.expire(id);
        setTimeout(() => {
            if (this.selected === id) this.select(null);
            if (this.messages.delete(id)) this.draw();
        }, fadeMilliseconds);
    }

    draw() {
        const moment = now();
        this.list.show({
            messages: this.messages, moment, selected: this.selected,
        });
        const open = this.messages.get(this.selected);
        if (open) this.bubble?.update(open, moment);
        part("messages-empty").hidden = this.messages.size > 0 || this.state !== "live";
        this.showCount();
    }

    showCount() {
        const count = this.messages.size;
        const key = this.isComplete ? "radar.count" : `radar.count_${this.order}`;
        const words = text(key, { count, number: numberText(count) });
        const target = part("radar-count");
        if (target.textContent !== words) target.textContent = words;
    }

    showState(state) {
        this.state = state;
        const shown = part("feed-state");
        shown.dataset.state = state;
        shown.textContent = text(`feed.${state}`);
        part("offline").hidden = state !== "offline";
        part("panel-radar").classList.toggle("is-stale", state === "offline");
        this.draw();
    }

    // The one that is open

    /** Opens a message on the map; null closes the one that is open. */
    async select(id) {
        this.closeDetail?.();
        this.bubble = null;
        this.selected = this.messages.has(id) ? id : null;
        // Until it is there, another one may be wanted.
        const wanted = {};
        this.wantedBubble = wanted;
        if (this.selected === null) return;
        this.draw();
        const modules = await fetched(() => Promise.all([
            import("../map/detail.js"), import("./message-bubble.js"),
            import("./message-actions.js"), this.loadBookmarks(),
        ]));
        if (this.wantedBubble !== wanted) return;
        const message = this.messages.get(id);
        if (modules && message) this.showBubble(message, ...modules);
        else this.selected = null;
        this.draw();
    }

    showBubble(message, { showDetail }, { MessageBubble }, { keep }, bookmarks) {
        this.bubble = new MessageBubble(message, {
            reasons: this.offer.report_reasons, isKept: bookmarks.has(message.id),
            onRemove: () => this.remove(message.id),
            onKeep: (id, isKept) => keep(bookmarks, id, isKept, this.placeOfReader),
            placeOfReader: () => this.placeOfReader,
        });
        this.bubble.update(message, now());
        this.range
            .setLatLng([message.at.lat, message.at.lon])
            .setRadius(message.visibleRadiusMeters)
            .addTo(this.mapView.map);
        this.range.getElement()?.setAttribute(
            "class", `message-range ${categoryClass(message.category)}`);
        this.sheet.open();
        this.closeDetail = showDetail(this.mapView.map, {
            at: message.at, content: this.bubble.root, height: 12,
            onClose: () => {
                this.range.remove();
                this.selected = null;
                if (this.isActive) this.draw();
            },
        });
    }

    /** What this browser keeps, by a module that is fetched when that is first wanted. */
    async loadBookmarks() {
        const { Bookmarks } = await import("./bookmarks.js");
        if (!this.bookmarks) {
            this.bookmarks = new Bookmarks();
            this.bookmarks.addEventListener(
                "change", () => this.bubble?.showKept(this.bookmarks.has(this.selected)));
        }
        return this.bookmarks;
    }

    /** Learns what this browser keeps; where that cannot be had now, a bubble offers to keep. */
    async listBookmarks() {
        try {
            await (await this.loadBookmarks()).list();
        } catch (error) {
            console.warn(error);
        }
    }

    /** Shows a message of the saved ones where it is. */
    goTo({ id, at }) {
        this.show("browse");
        this.mapView.goTo(at);
        this.wanted = id;
    }

    /** Takes a message of this browser's back. */
    async remove(id) {
        const actions = await fetched(() => import("./message-actions.js"));
        if (!actions || !(await actions.remove(id))) return;
        this.select(null);
        this.feed.refresh();
    }

    // The panel

    /** What this browser has set and keeps, as the service knows it. */
    startPersonal() {
        for (const name of views) {
            part(`radar-view-${name}`).addEventListener("change", () => this.show(name));
        }
        this.settings.addEventListener("change", () => {
            this.slider.meters = this.settings.values.scan_radius_m;
            this.circle.radiusMeters = this.radiusMeters;
            this.showFoot();
        });
        this.settings.load().then(() => this.isActive && this.watch(), () => {});
        if (isKnownDevice()) this.listBookmarks();
        this.showFoot();
    }

    /** Shows one of the panel's views. */
    show(view) {
        this.view = view;
        part(`radar-view-${view}`).checked = true;
        this.compose?.close();
        this.select(null);
        part("radar-browse").hidden = view !== "browse";
        const others = { saved: this.saved, settings: this.settingsForm };
        for (const [name, lazy] of Object.entries(others)) {
            if (view === name) lazy.activate();
            else lazy.deactivate();
        }
        this.showFoot();
    }

    /** The ways to drop a message: quickly, where that is switched on, or with all choices. */
    showFoot() {
        const isBrowsing = this.view === "browse" && !this.compose?.isOpen;
        part("radar-foot").hidden = !isBrowsing;
        const { quickdrop_enabled: isQuick } = this.settings.values;
        if (isQuick) this.quickdrop.activate();
        else this.quickdrop.deactivate();
        part("compose-open").classList.toggle("is-primary", !isQuick);
        part("compose-open").textContent = text(
            isQuick ? "quickdrop.more" : "compose.open");
    }

    /** Opens the form for a message; its modules are fetched when it is first wanted. */
    async startComposing() {
        const module = await fetched(() => import("./compose.js"));
        if (!module) return;
        this.compose ??= new module.Compose(this.mapView, this.offer, {
            onOpen: () => this.showComposing(true),
            onClose: () => this.showComposing(false),
            onPosted: () => this.feed.refresh(),
        });
        this.compose.open();
    }

    showComposing(isComposing) {
        part("radar-browse").hidden = isComposing || this.view !== "browse";
        part("radar-views").hidden = isComposing;
        this.showFoot();
        this.mapView.container.classList.toggle("is-composing", isComposing);
        if (isComposing) {
            this.select(null);
            this.circle.detach();
            this.sheet.open();
        } else if (this.isActive) {
            this.circle.attach();
            part("compose-open").focus();
        }
    }

    startOrder() {
        for (const order of ["nearest", "newest"]) {
            const choice = part(`order-${order}`);
            choice.checked = order === this.order;
            choice.addEventListener("change", () => {
                this.order = order;
                remember("order", order);
                this.watch();
            });
        }
    }

    showTexts() {
        this.list.forgetRows();
        this.slider.show();
        this.filter.draw();
        this.compose?.showTexts();
        this.quickdrop.whenMade((line) => line.showTexts());
        this.settingsForm.whenMade((form) => form.showTexts());
        this.showFoot();
        if (this.view === "saved") this.saved.whenMade((saved) => saved.draw());
        this.circle.place();
        if (this.selected !== null) this.select(this.selected);
        this.showState(this.state);
    }
}
