// Fields with their names, as the views of trips have them.

import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { modeText, modes } from "./travel.js";

/** An input with its name above it. */
export function field(words, input) {
    return element("div", { class: "field" }, element("label", { for: input.id }, words), input);
}

/**
 * A list to choose from: pairs of a value and its words.
 *
 * @param {(value: string) => any} [onChoice]
 */
export function choice(id, choices, chosen, onChoice) {
    return element("select", { id, on: { change: (event) => onChoice?.(event.target.value) } },
        ...choices.map(([value, words]) => element("option", { value, selected: value === chosen }, words)));
}

/**
 * A list of all modes; `none` are the words of no mode, where one may say none.
 *
 * @param {(mode: string) => any} [onChoice]
 * @param {?string} [none]
 */
export function modeChoice(id, chosen, onChoice, none = null) {
    const all = modes.map((mode) => [mode, modeText(mode)]);
    return choice(id, none === null ? all : [["", none], ...all], chosen ?? "", onChoice);
}

/**
 * A field for a number.
 *
 * @param {{value?: any, min?: number, step?: number|string, onChange?: (value: string) => any}} how
 */
export function numberInput(id, how = {}) {
    const { value = null, min = 0, step = "any", onChange } = how;
    return element("input", {
        id, type: "number", min, step, value, on: { change: (event) => onChange?.(event.target.value) },
    });
}

/** A box to check. */
export function check(id, words, isOn, onChange) {
    return element("label", { class: "check", for: id }, element("input", {
        id, type: "checkbox", checked: isOn, on: { change: (event) => onChange(event.target.checked) },
    }), words);
}

/** A button. */
export function button(words, onClick, attributes = {}) {
    return element("button", { type: "button", class: "button", ...attributes, on: { click: onClick } }, text(words));
}

/** What a form's fields say: names with values that are not empty, numbers as such. */
export function filled(fields) {
    return Object.fromEntries([...fields].filter(([, input]) => input.value.trim() !== "").map(
        ([name, input]) => [name, input.type === "number" ? Number(input.value) : input.value.trim()]));
}
