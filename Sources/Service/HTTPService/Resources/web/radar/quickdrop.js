// Dropping a message with one line and one touch, with the reader's own range and duration.

import { element, part } from "../core/dom.js";
import { distanceText, durationText } from "../core/format.js";
import { recall, remember } from "../core/preferences.js";
import { refusalWords } from "../core/refusals.js";
import { text } from "../core/texts.js";
import { place } from "../map/map-view.js";
import { notify } from "../shell/notices.js";
import { categoryName } from "./categories.js";
import { rangeFor } from "./choices.js";
import { characterCount, post } from "./posting.js";
import { chosenPrecision } from "./precision.js";

export class Quickdrop {
    /**
     * @param {import("../map/map-view.js").MapView} mapView
     * @param {function(): Promise<?object>} findPosition
     * @param {import("./settings.js").Settings} settings
     * @param {{categories: string[], limits: object}} offer What the service takes.
     * @param {function(): any} onPosted
     */
    constructor(mapView, findPosition, settings, offer, onPosted) {
        this.mapView = mapView;
        this.findPosition = findPosition;
        this.settings = settings;
        this.offer = offer;
        this.onPosted = onPosted;
        this.form = part("quickdrop");
        this.field = part("quickdrop-text");
        this.category = part("quickdrop-category");
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.drop(mapView.center);
        });
        part("quickdrop-position").addEventListener("click", () => this.dropHere());
        this.category.addEventListener(
            "change", () => remember("quickdrop_category", this.category.value));
        settings.addEventListener("change", () => this.showTexts());
        this.showTexts();
    }

    activate() {
        // The place may be kept in another way since.
        this.showTexts();
        this.form.hidden = false;
    }

    deactivate() {
        this.form.hidden = true;
    }

    /** Says again what depends on the language and the settings. */
    showTexts() {
        const chosen = recall("quickdrop_category", this.offer.categories[0]);
        this.category.replaceChildren(...this.offer.categories.map((category) => element(
            "option", { value: category, selected: category === chosen },
            categoryName(category))));
        const { range, duration } = this;
        part("quickdrop-defaults").textContent = text(`quickdrop.defaults_${chosenPrecision()}`, {
            time: durationText(duration), distance: distanceText(range),
        });
    }

    /** As it is set, or as far as a blurred place needs where less is set. */
    get range() {
        return rangeFor(chosenPrecision(), this.settings.values.quickdrop_visible_radius_m);
    }

    get duration() {
        return this.settings.values.quickdrop_ttl_s;
    }

    /** Drops at the reader's own position. */
    async dropHere() {
        if (this.complaint() !== "") {
            this.show(this.complaint());
            return;
        }
        const found = await this.findPosition();
        if (!found) return;
        this.mapView.goTo(found);
        await this.drop(place(L.latLng(found.lat, found.lon)));
    }

    async drop({ lat, lon }) {
        this.show(this.complaint());
        if (this.complaint() !== "" || this.isBusy) return;
        this.isBusy = true;
        const { range, duration } = this;
        try {
            await post({
                text: this.field.value.trim(), category: this.category.value, lat, lon,
                visible_radius_m: range, ttl_s: duration,
                precision: chosenPrecision(),
            });
            this.field.value = "";
            notify(text("compose.posted", {
                time: durationText(duration), distance: distanceText(range),
            }));
            this.onPosted();
        } catch (error) {
            this.show(refusalWords(error));
        } finally {
            this.isBusy = false;
        }
    }

    /** What keeps the line from being dropped; empty for nothing. */
    complaint() {
        const used = characterCount(this.field.value.trim());
        const { minimum, maximum } = this.offer.limits.text_characters;
        if (used < minimum) return text("compose.text_missing");
        return used > maximum ? text("compose.text_too_long", { maximum }) : "";
    }

    show(words) {
        part("quickdrop-error").textContent = words;
        this.field.toggleAttribute("aria-invalid", words !== "");
        if (words !== "") this.field.focus();
    }
}
