// Which categories are shown: a button each, all of them pressed at first.

import { element } from "../core/dom.js";
import { recall, remember } from "../core/preferences.js";
import { categoryClass, categoryName, categorySymbol } from "./categories.js";

export class CategoryFilter {
    constructor(root, categories, onChange) {
        this.root = root;
        this.categories = categories;
        this.onChange = onChange;
        this.hidden = new Set(recall("hidden_categories", []));
        this.draw();
    }

    /** The chosen ones; null when these are all. */
    get chosen() {
        const chosen = this.categories.filter((category) => !this.hidden.has(category));
        return chosen.length === this.categories.length ? null : chosen;
    }

    draw() {
        this.root.replaceChildren(...this.categories.map((category) => element("button", {
            type: "button",
            class: `chip ${categoryClass(category)}`,
            "aria-pressed": String(!this.hidden.has(category)),
            on: { click: (event) => this.toggle(category, event.currentTarget) },
        }, categorySymbol(category), categoryName(category))));
    }

    toggle(category, button) {
        if (!this.hidden.delete(category)) this.hidden.add(category);
        button.setAttribute("aria-pressed", String(!this.hidden.has(category)));
        remember("hidden_categories", [...this.hidden]);
        this.onChange();
    }
}
