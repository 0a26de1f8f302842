// Food, restrooms and what else visitors look for, with filters by pictures.

import { element, part } from "../core/dom.js";
import { distanceText } from "../core/format.js";
import { text } from "../core/texts.js";
import { activityForm } from "./activity-form.js";
import { placePicture } from "./fair-map.js";

export class PlacesView {
    constructor(tab) {
        this.tab = tab;
        this.kind = null;
    }

    draw() {
        const { fair, map } = this.tab;
        const kinds = [...new Set(fair.places.map(({ kind }) => kind))].sort();
        const focused = document.activeElement?.getAttribute("data-kind");
        part("expo-place-kinds").replaceChildren(...kinds.map((kind) => element("button", {
            type: "button", class: "fair-kind", "aria-pressed": String(this.kind === kind),
            "data-kind": kind,
            on: {
                click: () => {
                    this.kind = this.kind === kind ? null : kind;
                    map.filter(this.kind, fair);
                    this.draw();
                },
            },
        }, placePicture(kind), element("span", {}, text(`expo.kind_${kind}`)))));
        if (focused) part("expo-place-kinds").querySelector(`[data-kind="${focused}"]`)?.focus();
        const shown = fair.places.filter(({ kind }) => this.kind === null || kind === this.kind);
        part("expo-places").replaceChildren(...shown.map((place) => this.#row(place)));
        part("expo-places-empty").hidden = shown.length > 0;
        this.tab.plans.draw();
        this.tab.way.draw();
    }

    #row(place) {
        const here = this.tab.list.here;
        const meters = here
            ? L.latLng(place.at.lat, place.at.lon).distanceTo([here.lat, here.lon]) : null;
        const details = [place.hours, place.offer].filter(Boolean).join(" · ");
        return element("li", {}, element("button", {
            type: "button", class: "fair-place", on: { click: () => this.tab.map.goTo(place) },
        },
        placePicture(place.kind),
        element("span", { class: "fair-place-name" }, place.name),
        element("span", { class: "fair-place-far" }, meters === null ? "" : distanceText(meters)),
        element("span", { class: "fair-place-more" }, details)),
        activityForm(this.tab, place));
    }
}
