// The passport: a stamp for each stand, and a place for each that is missing.

import { element, part } from "../core/dom.js";
import { text } from "../core/texts.js";
import { sign } from "./list-view.js";

export class PassportView {
    constructor(tab) {
        this.tab = tab;
    }

    draw() {
        const { fair } = this.tab;
        const count = fair.exhibitors.length;
        part("expo-stamps-sum").textContent
            = text("expo.stamps_sum", { visited: fair.visitedCount, count, total: fair.total });
        part("expo-stamps").replaceChildren(...fair.exhibitors.map((exhibitor) => {
            const own = fair.ratings.get(exhibitor.id);
            return element("li", { class: `fair-stamp${own ? " is-there" : ""}` },
                element("button", {
                    type: "button",
                    "aria-label": text(own ? "expo.stamp_there" : "expo.stamp_missing",
                        { name: exhibitor.name, count: own?.stars ?? 0 }),
                    on: { click: () => this.tab.showStand(exhibitor.id) },
                },
                sign(exhibitor),
                element("span", { class: "fair-stamp-name", "aria-hidden": "true" }, exhibitor.name),
                element("span", { class: "fair-stamp-stars", "aria-hidden": "true" },
                    own ? "★".repeat(own.stars) : exhibitor.booth ?? "")));
        }));
    }
}
