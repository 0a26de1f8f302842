// Writing a message and dropping it at the middle of the map.

import { Refusal } from "../core/api.js";
import { element, part } from "../core/dom.js";
import { distanceText, durationText, numberText } from "../core/format.js";
import { recall, remember } from "../core/preferences.js";
import { faultsByParameter, parameterName, refusalWords } from "../core/refusals.js";
import { text } from "../core/texts.js";
import { notify } from "../shell/notices.js";
import { Stepper } from "../shell/stepper.js";
import { categoryClass, categoryName, categorySymbol } from "./categories.js";
import { durationsWithin, rangeFor, rangesWithin } from "./choices.js";
import { characterCount, post } from "./posting.js";
import { choosePrecision, chosenPrecision } from "./precision.js";
import { ScanCircle } from "./scan-circle.js";

const standard = { rangeMeters: 1_000, durationSeconds: 7_200 };
// The members of the request, and the part of the form that each belongs to.
const fields = {
    text: "compose-text", category: "compose-categories", visible_radius_m: "compose-range",
    ttl_s: "compose-duration",
};

export class Compose {
    /**
     * @param {import("../map/map-view.js").MapView} mapView
     * @param {{categories: string[], limits: object}} offer What the service takes.
     * @param {{onOpen: function(): void, onClose: function(): void, onPosted: function(object): void}} listener
     */
    constructor(mapView, offer, listener) {
        this.mapView = mapView;
        this.listener = listener;
        this.limits = offer.limits;
        this.form = part("compose");
        this.text = part("compose-text");
        this.blur = part("compose-blur");
        this.circle = new ScanCircle(mapView.map, "reach");
        this.isOpen = false;
        const habit = { ...standard, ...recall("compose", {}) };
        this.blur.checked = chosenPrecision() === "blurred";
        this.range = this.stepper("compose-range", rangeFor(this.precision, habit.rangeMeters), {
            values: this.ranges, words: distanceText,
            less: "compose.range_less", more: "compose.range_more",
            onChange: (meters) => {
                this.chosenRange = meters;
                this.showRange(meters);
            },
        });
        this.chosenRange = habit.rangeMeters;
        this.duration = this.stepper("compose-duration", habit.durationSeconds, {
            values: durationsWithin(this.limits.ttl_s), words: durationText,
            less: "compose.duration_less", more: "compose.duration_more",
            onChange: () => {},
        });
        this.drawCategories(offer.categories);
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.post();
        });
        this.form.addEventListener("keydown", (event) => {
            if (event.key === "Escape") this.close();
        });
        this.text.addEventListener("input", () => this.count());
        this.blur.addEventListener("change", () => {
            this.range.values = this.ranges;
            this.range.value = this.chosenRange;
            this.showRange(this.range.value);
        });
        part("compose-cancel").addEventListener("click", () => this.close());
    }

    /** @returns {"blurred"|"exact"} */
    get precision() {
        return this.blur.checked ? "blurred" : "exact";
    }

    /** The ranges that the chosen precision allows. */
    get ranges() {
        return rangesWithin(this.limits.visible_radius_m, this.precision);
    }

    stepper(root, value, { values, words, less, more, onChange }) {
        return new Stepper(part(root), {
            values, value, words, onChange,
            labels: () => ({ less: text(less), more: text(more) }),
        });
    }

    drawCategories(categories) {
        this.categories = categories;
        const chosen = this.category;
        part("compose-categories").replaceChildren(...categories.map((category, place) => element(
            "label", { class: `chip ${categoryClass(category)}` },
            element("input", {
                type: "radio", name: "category", value: category, class: "for-screen-readers",
                checked: chosen ? category === chosen : place === 0,
            }),
            categorySymbol(category), categoryName(category))));
    }

    get category() {
        return new FormData(this.form).get("category");
    }

    open() {
        this.isOpen = true;
        this.form.hidden = false;
        this.showErrors(new Map());
        this.count();
        this.listener.onOpen();
        this.circle.attach();
        this.showRange(this.range.value);
        this.text.focus();
    }

    close() {
        if (!this.isOpen) return;
        this.isOpen = false;
        this.form.hidden = true;
        this.circle.detach();
        this.listener.onClose();
    }

    showRange(meters) {
        this.circle.radiusMeters = meters;
        this.mapView.showCircle(meters);
    }

    /** Says again what depends on the language. */
    showTexts() {
        this.range.show();
        this.duration.show();
        this.drawCategories(this.categories);
        this.count();
    }

    /** Counts characters as the service does: as people see them. */
    count() {
        const { maximum } = this.limits.text_characters;
        const used = characterCount(this.text.value.trim());
        const counter = part("compose-count");
        counter.textContent = `${numberText(used)} / ${numberText(maximum)}`;
        counter.classList.toggle("is-too-many", used > maximum);
    }

    async post() {
        const errors = this.ownErrors();
        this.showErrors(errors);
        if (errors.size > 0) return;
        const button = part("compose-post");
        button.setAttribute("aria-busy", "true");
        try {
            const { lat, lon } = this.mapView.center;
            const body = {
                text: this.text.value.trim(), category: this.category, lat, lon,
                visible_radius_m: this.range.value, ttl_s: this.duration.value,
                precision: this.precision,
            };
            this.posted(await post(body));
        } catch (error) {
            this.showErrors(error instanceof Refusal && error.errors.length > 0
                ? faultsByParameter(error) : new Map([["", refusalWords(error)]]));
        } finally {
            button.removeAttribute("aria-busy");
        }
    }

    posted(message) {
        remember("compose", {
            rangeMeters: this.range.value, durationSeconds: this.duration.value,
        });
        choosePrecision(this.precision);
        notify(text("compose.posted", {
            time: durationText(this.duration.value), distance: distanceText(this.range.value),
        }));
        this.text.value = "";
        this.close();
        this.listener.onPosted(message);
    }

    ownErrors() {
        const errors = new Map();
        const used = characterCount(this.text.value.trim());
        const { minimum, maximum } = this.limits.text_characters;
        if (used < minimum) errors.set("text", text("compose.text_missing"));
        if (used > maximum) errors.set("text", text("compose.text_too_long", { maximum }));
        return errors;
    }

    /** Shows errors beside the fields that they belong to, and the rest above the button. */
    showErrors(errors) {
        const rest = [];
        for (const [parameter, words] of errors) {
            if (!(parameter in fields)) rest.push(parameter ? `${parameterName(parameter)}: ${words}` : words);
        }
        for (const [parameter, id] of Object.entries(fields)) {
            const words = errors.get(parameter) ?? "";
            part(`${id}-error`).textContent = words;
            part(id).toggleAttribute("aria-invalid", words !== "");
        }
        part("compose-error").textContent = rest.join(" ");
        if (errors.has("text")) this.text.focus();
    }
}
