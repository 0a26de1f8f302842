// Saved: what this browser sent and what it keeps, each with a small map.

import { Refusal, Unreachable } from "../core/api.js";
import { now } from "../core/clock.js";
import { element, part } from "../core/dom.js";
import { ageText, durationText } from "../core/format.js";
import { refusalWords } from "../core/refusals.js";
import { hasText, text } from "../core/texts.js";
import { listOfThisDevice } from "./bookmarks.js";
import { categoryClass, categoryName, categorySymbol } from "./categories.js";
import { messageOf } from "./message.js";
import { SmallMap } from "./small-map.js";

const lists = ["sent", "bookmarked"];

export class Saved {
    /**
     * @param {import("./bookmarks.js").Bookmarks} bookmarks
     * @param {{onShow: function(object): void, onRemove: function(string): void}} listener Called with a
     *   message that is to be shown on the large map, and with the id of one to be taken back.
     */
    constructor(bookmarks, listener) {
        this.bookmarks = bookmarks;
        this.listener = listener;
        this.current = lists[0];
        this.features = [];
        this.isActive = false;
        for (const name of lists) {
            part(`saved-${name}`).addEventListener("change", () => {
                this.current = name;
                this.load();
            });
        }
    }

    activate() {
        this.isActive = true;
        part("radar-saved").hidden = false;
        this.load();
    }

    deactivate() {
        this.isActive = false;
        this.closeMap();
        part("radar-saved").hidden = true;
    }

    async load() {
        const wanted = this.current;
        this.closeMap();
        try {
            const features = wanted === "sent"
                ? await listOfThisDevice("/v1/me/sent") : await this.bookmarks.list();
            if (wanted !== this.current || !this.isActive) return;
            this.features = features;
            this.say("");
        } catch (error) {
            if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
            this.say(error instanceof Refusal && error.isPassing
                ? text("feed.loading") : refusalWords(error));
        }
        this.draw();
    }

    say(words) {
        part("saved-problem").textContent = words;
        part("saved-problem").hidden = words === "";
    }

    draw() {
        part("saved-list").replaceChildren(...this.features.map((feature) => this.row(feature)));
        part("saved-empty").hidden = this.features.length > 0;
        part("saved-empty").textContent = text(`saved.empty_${this.current}`);
    }

    row(feature) {
        const { state } = feature.properties;
        if (!feature.geometry) return this.goneRow(feature);
        const message = messageOf(feature);
        const map = element("div", { class: "small-map", hidden: true });
        const button = element("button", {
            type: "button", class: "message-row", "aria-expanded": "false",
            on: { click: () => this.toggle(button, map, message) },
        },
        categorySymbol(message.category),
        element("span", { class: "for-screen-readers" }, `${categoryName(message.category)}: `),
        element("span", { class: "message-text", dir: "auto" }, message.text),
        element("span", { class: "facts" },
            element("span", { class: `state is-${state}` }, stateText(state, message)),
            element("span", {}, ageText((now() - message.postedAt) / 1000))));
        return element("li", { class: categoryClass(message.category) }, button, map,
            this.actions(message, state));
    }

    /** A bookmark whose message nobody may read any more: it says why. */
    goneRow({ id, properties: { state } }) {
        return element("li", { class: "is-gone" },
            element("p", { class: "quiet" }, stateText(state, null)),
            element("div", { class: "row-actions" }, this.letGoButton(id)));
    }

    actions(message, state) {
        const isSent = this.current === "sent";
        return element("div", { class: "row-actions" },
            state === "live" ? element("button", {
                type: "button", class: "link", on: { click: () => this.listener.onShow(message) },
            }, text("map.show")) : null,
            isSent && state === "live" ? element("button", {
                type: "button", class: "link is-danger",
                on: { click: async () => {
                    await this.listener.onRemove(message.id);
                    this.load();
                } },
            }, text("radar.remove")) : null,
            isSent ? null : this.letGoButton(message.id));
    }

    letGoButton(id) {
        return element("button", {
            type: "button", class: "link",
            on: { click: async () => {
                try {
                    await this.bookmarks.letGo(id);
                } catch (error) {
                    this.say(refusalWords(error));
                    return;
                }
                this.load();
            } },
        }, text("saved.let_go"));
    }

    toggle(button, root, message) {
        const isOpen = button.getAttribute("aria-expanded") === "true";
        this.closeMap();
        if (isOpen) return;
        button.setAttribute("aria-expanded", "true");
        root.hidden = false;
        this.map = new SmallMap(root, message);
        this.closeOpen = () => {
            button.setAttribute("aria-expanded", "false");
            root.hidden = true;
        };
    }

    closeMap() {
        this.map?.remove();
        this.map = null;
        this.closeOpen?.();
        this.closeOpen = null;
    }
}

function stateText(state, message) {
    if (state === "live" && message) {
        const left = message.expiresAt - now();
        return left > 0
            ? text("radar.time_left", { time: durationText(left / 1000) }) : text("radar.expired");
    }
    const key = `state.${state}`;
    return hasText(key) ? text(key) : state;
}
