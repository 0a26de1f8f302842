// Places that tell when one comes and goes: circles, and areas drawn on the map.

import { element } from "../core/dom.js";
import { distanceText } from "../core/format.js";
import { text } from "../core/texts.js";
import { button, field, numberInput } from "./controls.js";
import { askOwn } from "./travel.js";

const usualRadius = 100;

/** @returns {Promise<Node[]>} */
export async function placesView(tab) {
    const { features } = await askOwn("/v1/geofences");
    tab.fences.show(features);
    return [
        element("p", { class: "quiet" }, text("trips.places_what")),
        features.length === 0 ? element("p", { class: "quiet", id: "trips-no-places" }, text("trips.places_none")) : null,
        element("ul", { id: "trips-places" }, ...features.map((fence) => entry(tab, fence))),
        element("div", { class: "actions", id: "trips-draw" },
            button("trips.draw_circle", () => draw(tab, "circle"), { "data-draw": "circle" }),
            button("trips.draw_area", () => draw(tab, "area"), { "data-draw": "area" })),
        element("section", { id: "trips-drawing", hidden: true }),
    ].filter(Boolean);
}

function entry(tab, fence) {
    const { name, radius_m: radius, inside } = fence.properties;
    return element("li", { "data-place": fence.id },
        element("p", {}, element("strong", { dir: "auto" }, name),
            ` ${radius === undefined ? text("trips.place_area") : distanceText(radius)}`,
            inside ? ` · ${text("trips.place_inside")}` : null),
        button("trips.remove", () => tab.act(`/v1/geofences/${encodeURIComponent(fence.id)}`, "DELETE"),
            { class: "button is-danger" }));
}

/** The form beside the map while a place is drawn. */
function draw(tab, kind) {
    const name = element("input", { id: "trips-place-name", type: "text", maxlength: 60 });
    const state = element("p", { role: "status" });
    let body = null;
    const radius = numberInput("trips-place-radius", {
        value: usualRadius, min: 25, step: 5, onChange: (value) => tab.fences.setRadius(Number(value)),
    });
    const save = button("trips.place_save", () => {
        const id = Date.now().toString(36);
        const words = name.value.trim();
        const drawn = body;
        tab.fences.end();
        tab.act(`/v1/geofences/${id}`, "PUT", words === "" ? drawn : { name: words, ...drawn });
    }, { class: "button is-primary", id: "trips-place-save" });
    const place = document.getElementById("trips-drawing");
    place.hidden = false;
    place.replaceChildren(
        element("p", {}, text(`trips.how_${kind}`)), state,
        field(text("trips.place_name"), name),
        ...kind === "circle" ? [field(text("trips.place_radius"), radius)] : [],
        element("div", { class: "actions" },
            button("trips.place_middle", () => tab.fences.addMiddle(), { id: "trips-place-middle" }),
            ...kind === "area" ? [button("trips.place_undo", () => tab.fences.undo())] : [],
            button("trips.place_cancel", () => {
                tab.fences.end();
                place.replaceChildren();
                place.hidden = true;
            }),
            save));
    tab.fences.begin(kind, usualRadius, (drawn) => {
        body = drawn.body;
        save.disabled = body === null;
        state.textContent = kind === "area" ? text("trips.corners", { count: drawn.count }) : "";
    });
    name.focus();
}
