// A sheet of choices over everything, with Reset and Confirm at its bottom.

import { element, part } from "../core/dom.js";
import { text } from "../core/texts.js";

/**
 * Opens the sheet.
 *
 * @param {string} title
 * @param {Object<string, {part: HTMLElement, value: function(): string}>} fields In the order in which they stand.
 * @param {object} standard What Reset chooses.
 * @param {function(object): ?string} faultOf The words for what does not go together; null for nothing.
 * @returns {Promise<?object>} What was confirmed, by the fields' names; null where the sheet was put away.
 */
export function openSheet(title, fields, standard, faultOf = () => null) {
    const sheet = part("esports-sheet");
    /** @type {any} */
    const before = document.activeElement;
    return new Promise((resolve) => {
        const problem = element("p", { class: "error", role: "alert" });
        const close = (result) => {
            sheet.hidden = true;
            sheet.replaceChildren();
            before?.focus?.({ preventScroll: true });
            resolve(result);
        };
        const form = element("form", { novalidate: true },
            element("h2", { id: "esports-sheet-title", tabindex: "-1" }, title),
            ...Object.values(fields).map((field) => field.part), problem,
            element("div", { class: "actions" },
                element("button", {
                    type: "button", class: "button", id: "esports-reset",
                    on: { click: () => close({ ...standard }) },
                }, text("esports.reset")),
                element("button", { type: "submit", class: "button is-primary", id: "esports-confirm" },
                    text("esports.confirm"))));
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            const chosen = Object.fromEntries(
                Object.entries(fields).map(([name, field]) => [name, field.value()]));
            const fault = faultOf(chosen);
            if (fault) problem.textContent = fault;
            else close(chosen);
        });
        sheet.replaceChildren(form);
        sheet.hidden = false;
        sheet.onkeydown = (event) => {
            if (event.key === "Escape") close(null);
            if (event.key === "Tab") keepFocus(form, event);
        };
        sheet.onclick = (event) => { if (event.target === sheet) close(null); };
        form.querySelector("h2").focus();
    });
}

/** How many choices differ from the standard. */
export function activeCount(filter, standard) {
    return Object.entries(standard).filter(([name, value]) => filter[name] !== value).length;
}

/** Keeps the focus within the sheet, which covers all else. */
function keepFocus(form, event) {
    const stops = [...form.querySelectorAll("button, select, input:checked, input:not([type=radio])")];
    const [first, last] = [stops[0], stops.at(-1)];
    if (event.shiftKey && document.activeElement === first) {
        event.preventDefault();
        last.focus();
    } else if (!event.shiftKey && document.activeElement === last) {
        event.preventDefault();
        first.focus();
    }
}

/** One of a few words, all of which are shown. */
export function choice(name, values, chosen) {
    const group = element("fieldset", { class: "segments is-wide field" },
        element("legend", {}, text(`esports.${name}`)),
        ...values.map((value) => element("label", {},
            element("input", {
                type: "radio", name: `esports-${name}`, value, checked: value === chosen,
            }),
            element("span", {}, text(`esports.${name}_${value}`)))));
    return { part: group, value: () => group.querySelector("input:checked").value };
}

/** One of many. @param {[string, string][]} options Values and their words. */
export function pick(name, options, chosen) {
    const select = element("select", { id: `esports-${name}` },
        ...options.map(([value, words]) => element("option", { value, selected: value === chosen }, words)));
    return { part: labelled(name, select), value: () => select.value };
}

/** An amount of money. */
export function amount(name, value) {
    return typed(name, { type: "text", inputmode: "decimal", value });
}

/** A day of the calendar. */
export function day(name, value) {
    return typed(name, { type: "date", value });
}

function typed(name, attributes) {
    const input = element("input", { id: `esports-${name}`, autocomplete: "off", ...attributes });
    return { part: labelled(name, input), value: () => input.value.trim() };
}

function labelled(name, control) {
    return element("div", { class: "field" },
        element("label", { for: `esports-${name}` }, text(`esports.${name}`)), control);
}
