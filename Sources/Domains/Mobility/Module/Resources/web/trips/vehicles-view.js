// One's vehicles, and how one is counted.

import { Refusal } from "../core/api.js";
import { element } from "../core/dom.js";
import { numberText } from "../core/format.js";
import { text } from "../core/texts.js";
import { announce } from "../shell/notices.js";
import { button, choice, field, filled, modeChoice, numberInput } from "./controls.js";
import { countingForm } from "./counting.js";
import { askOwn, modeText } from "./travel.js";

const fuels = ["gasoline", "e10", "diesel", "electricity"];
const shownModels = 20;

/** @returns {Promise<Node[]>} */
export async function vehiclesView(tab) {
    const [{ vehicles }, settings] = await Promise.all([
        askOwn("/v1/vehicles"), askOwn("/v1/me/travel-settings"),
    ]);
    return [
        element("h2", {}, text("trips.vehicles_own")),
        vehicles.length === 0 ? element("p", { class: "quiet" }, text("trips.vehicles_none")) : null,
        element("ul", { id: "trips-vehicles" }, ...vehicles.map((vehicle) => entry(tab, vehicle))),
        modelForm(tab),
        ownForm(tab),
        element("h2", {}, text("trips.counting")),
        ...countingForm(tab, vehicles, settings),
    ].filter(Boolean);
}

/** "Car, 31 mpg". */
function figures(vehicle) {
    return [
        modeText(vehicle.mode),
        vehicle.mpg === null ? null : text("trips.vehicle_mpg", { mpg: numberText(vehicle.mpg) }),
        vehicle.kwh_per_mile === null
            ? null : text("trips.vehicle_energy", { energy: numberText(vehicle.kwh_per_mile) }),
    ].filter((words) => words !== null).join(", ");
}

function entry(tab, vehicle) {
    const id = `trips-vehicle-${vehicle.id}`;
    const change = async (body) => {
        const changed = await tab.act(`/v1/vehicles/${vehicle.id}`, "PATCH", body);
        if (changed?.remark) announce(text("trips.vehicle_unlikely"));
    };
    const made = [vehicle.make, vehicle.model, vehicle.year].filter(Boolean).join(" ");
    const name = element("input", {
        id: `${id}-name`, type: "text", maxlength: 60, value: vehicle.name,
        on: { change: (event) => change({ name: event.target.value }) },
    });
    return element("li", { "data-vehicle": vehicle.id },
        element("p", {}, element("strong", { dir: "auto" }, vehicle.name), ` ${figures(vehicle)}`),
        made === "" ? null : element("p", { class: "quiet", dir: "auto" }, made),
        element("details", {}, element("summary", {}, text("trips.change")),
            field(text("trips.vehicle_name"), name),
            field(text("trips.add_mode"), modeChoice(`${id}-mode`, vehicle.mode, (mode) => change({ mode }))),
            field(text("trips.vehicle_fuel"), fuelChoice(`${id}-fuel`, vehicle.fuel, (fuel) => change({ fuel }))),
            field(text("trips.field_mpg"), numberInput(`${id}-mpg`, {
                value: vehicle.mpg, onChange: (value) => change({ mpg: Number(value) }),
            })),
            field(text("trips.field_energy"), numberInput(`${id}-energy`, {
                value: vehicle.kwh_per_mile, onChange: (value) => change({ kwh_per_mile: Number(value) }),
            })),
            element("p", { class: "quiet" }, text("trips.vehicle_old")),
            button("trips.remove", () => tab.act(`/v1/vehicles/${vehicle.id}`, "DELETE"),
                { class: "button is-danger" })));
}

function fuelChoice(id, chosen, onChoice) {
    return choice(id, fuels.map((fuel) => [fuel, text(`trips.fuel_${fuel}`)]), chosen, onChoice);
}

/** Finds models of the EPA's list, each of which one tap adds. */
function modelForm(tab) {
    const words = element("input", { id: "trips-model", type: "search", maxlength: 100, autocomplete: "off" });
    const year = numberInput("trips-model-year", { min: 1886, step: 1 });
    const found = element("ul", { id: "trips-models" });
    const none = element("p", { class: "quiet", role: "status" });
    const form = element("form", { novalidate: true, id: "trips-find-model" },
        field(text("trips.model_words"), words), field(text("trips.model_year"), year),
        element("button", { type: "submit", class: "button is-wide" }, text("trips.model_find")), none, found);
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        if (words.value.trim() === "") return;
        try {
            const { models } = await askOwn("/v1/vehicle-models", {
                query: { q: words.value.trim(), year: year.value === "" ? null : year.value, limit: shownModels },
            });
            none.textContent = models.length === 0 ? text("trips.models_none") : "";
            found.replaceChildren(...models.map((model) => element("li", {}, element("button", {
                type: "button", class: "button is-wide", "data-model": model.epa_id,
                on: { click: () => tab.act("/v1/vehicles", "POST", { epa_id: model.epa_id }) },
            }, `${model.year} ${model.make} ${model.model}, ${model.fuel}, ${figures(model)}`))));
        } catch (error) {
            if (!(error instanceof Refusal)) tab.failed(error);
            else none.textContent = text("trips.models_none");
        }
    });
    return element("details", {}, element("summary", {}, text("trips.model_add")), form);
}

/** A vehicle that is in no list. */
function ownForm(tab) {
    const input = (name) => element("input", { id: `trips-own-${name}`, type: "text", maxlength: 60 });
    const kinds = ["car", "non_car"].map((kind) => [kind, text(`trips.kind_${kind}`)]);
    const fields = new Map([
        ["name", input("name")], ["kind", choice("trips-own-kind", kinds, "car")],
        ["mode", modeChoice("trips-own-mode", "car")], ["fuel", fuelChoice("trips-own-fuel", "gasoline")],
        ["make", input("make")], ["model", input("model")],
        ["year", numberInput("trips-own-year", { min: 1886, step: 1 })],
        ["mpg", numberInput("trips-own-mpg")], ["kwh_per_mile", numberInput("trips-own-energy")],
    ]);
    const labels = {
        name: "vehicle_name", kind: "vehicle_kind", mode: "add_mode", fuel: "vehicle_fuel", make: "vehicle_make",
        model: "vehicle_model", year: "model_year", mpg: "field_mpg", kwh_per_mile: "field_energy",
    };
    const form = element("form", { novalidate: true, id: "trips-own-vehicle" },
        ...[...fields].map(([name, made]) => field(text(`trips.${labels[name]}`), made)),
        element("button", { type: "submit", class: "button is-wide" }, text("trips.own_add")));
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        tab.act("/v1/vehicles", "POST", filled(fields));
    });
    return element("details", {}, element("summary", {}, text("trips.own_add")), form);
}
