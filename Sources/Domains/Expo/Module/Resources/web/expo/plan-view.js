// Plans that lie nowhere on the ground: pictures with the booths whose spots are known, and the way on them.

import { element, part, shape } from "../core/dom.js";
import { text } from "../core/texts.js";

export class PlanView {
    /** Which booth is lit up: the id of its exhibitor. */
    lit = null;

    constructor(tab) {
        this.tab = tab;
    }

    /** Whether an exhibitor's booth is on one of these pictures. */
    has(exhibitor) {
        return pictures(this.tab.fair).some((plan) => isOn(plan, exhibitor, this.tab.fair));
    }

    /** Shows an exhibitor's booth. */
    light(exhibitor) {
        this.lit = exhibitor.id;
        this.tab.show("map");
        const pin = part("expo-plans").querySelector(`[data-id="${CSS.escape(exhibitor.id)}"]`);
        pin?.scrollIntoView({ block: "center" });
        pin?.focus({ preventScroll: true });
    }

    draw() {
        const { fair } = this.tab;
        const focused = document.activeElement?.closest("#expo-plans [data-id]")?.getAttribute("data-id");
        part("expo-plans").replaceChildren(...pictures(fair).map((plan) => this.#figure(plan, fair)));
        if (focused) part("expo-plans").querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
    }

    #figure(plan, fair) {
        const booths = fair.exhibitors.filter((exhibitor) => isOn(plan, exhibitor, fair));
        return element("figure", { class: "fair-picture-plan" },
            element("div", { class: "fair-drawing" },
                element("img", { src: plan.href, alt: plan.alt ?? "", loading: "lazy",
                    width: plan.width, height: plan.height }),
                this.#way(plan),
                ...booths.map((exhibitor) => this.#pin(plan, exhibitor, fair))),
            plan.floor === null ? null : element("figcaption", {}, text("expo.floor", { floor: plan.floor })));
    }

    #pin(plan, exhibitor, fair) {
        const { id, name, booth, plan_x: x, plan_y: y } = exhibitor;
        const isVisited = fair.ratings.has(id);
        const pin = element("button", {
            type: "button", "data-id": id, title: name,
            class: `fair-pin${isVisited ? " is-visited" : ""}${this.lit === id ? " is-lit" : ""}`,
            "aria-label": text("expo.pin", { booth: booth ?? "", name }),
            on: { click: () => this.tab.showStand(id) },
        }, booth ?? name.slice(0, 2));
        pin.style.insetInlineStart = `${100 * x / plan.width}%`;
        pin.style.insetBlockStart = `${100 * y / plan.height}%`;
        return pin;
    }

    /** The line of the way that is shown; null where it is none of this picture's. */
    #way(plan) {
        const drawing = this.tab.way.way?.drawing;
        if (drawing?.site_map !== plan.id) return null;
        const { from, to } = drawing;
        const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
        return shape("svg", {
            class: "fair-drawn-way", viewBox: `0 0 ${plan.width} ${plan.height}`, "aria-hidden": "true",
        },
        shape("line", { ...ends, class: "route-casing", "vector-effect": "non-scaling-stroke" }),
        shape("line", { ...ends, class: "route-line", "vector-effect": "non-scaling-stroke" }));
    }
}

/** The plans that are no part of the map. */
function pictures(fair) {
    return fair.maps.filter(({ corners }) => corners === null);
}

/** Whether an exhibitor's spot is one of a plan: of its floor, where a fair has several. */
function isOn(plan, { plan_x: x, plan_y: y, floor }, fair) {
    return x !== null && y !== null && x <= plan.width && y <= plan.height
        && (fair.maps.length === 1 || floor === plan.floor);
}
