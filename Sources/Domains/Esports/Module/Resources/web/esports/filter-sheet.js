// The filter of products: a sheet over everything, with Reset and Confirm at its bottom.

import { element, part } from "../core/dom.js";
import { text } from "../core/texts.js";

/** What is shown when nothing was chosen. */
export const standardFilter = Object.freeze({
    category: "all", sort: "best_match", least: "", most: "",
});

/** How many choices differ from the standard. */
export function activeCount(filter) {
    return Object.entries(standardFilter).filter(([name, value]) => filter[name] !== value).length;
}

/** A filter as parameters of a request; those that are null are left out. */
export function filterQuery({ category, sort, least, most }) {
    return {
        category, sort, price_min: least === "" ? null : least, price_max: most === "" ? null : most,
    };
}

/**
 * Opens the sheet.
 *
 * @returns {Promise<?object>} The filter that was confirmed; null where it was put away.
 */
export function openFilter(filter) {
    const sheet = part("esports-sheet");
    /** @type {any} */
    const before = document.activeElement;
    return new Promise((resolve) => {
        const category = choice("category", ["all", "toys", "clothing"], filter.category);
        const sort = choice("sort", ["best_match", "lowest_price", "highest_price"], filter.sort);
        const least = price("price_least", filter.least);
        const most = price("price_most", filter.most);
        const problem = element("p", { class: "error", role: "alert" });
        const close = (result) => {
            sheet.hidden = true;
            sheet.replaceChildren();
            before?.focus?.({ preventScroll: true });
            resolve(result);
        };
        const form = element("form", { novalidate: true },
            element("h2", { id: "esports-sheet-title", tabindex: "-1" }, text("esports.filter")),
            category.part, sort.part,
            element("div", { class: "pair" }, least.part, most.part), problem,
            element("div", { class: "actions" },
                element("button", {
                    type: "button", class: "button", id: "esports-reset",
                    on: { click: () => close({ ...standardFilter }) },
                }, text("esports.reset")),
                element("button", { type: "submit", class: "button is-primary", id: "esports-confirm" },
                    text("esports.confirm"))));
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            const chosen = {
                category: category.value(), sort: sort.value(),
                least: least.input.value.trim(), most: most.input.value.trim(),
            };
            const isAmount = (words) => words === "" || /^\d{1,12}(\.\d{1,2})?$/.test(words);
            if (!isAmount(chosen.least) || !isAmount(chosen.most)) {
                problem.textContent = text("esports.price_wrong");
            } else if (chosen.least !== "" && chosen.most !== ""
                && Number(chosen.most) < Number(chosen.least)) {
                problem.textContent = text("esports.range_wrong");
            } else {
                close(chosen);
            }
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

/** Keeps the focus within the sheet, which covers all else. */
function keepFocus(form, event) {
    const stops = [...form.querySelectorAll("button, input:checked, input:not([type=radio])")];
    const [first, last] = [stops[0], stops.at(-1)];
    if (event.shiftKey && document.activeElement === first) {
        event.preventDefault();
        last.focus();
    } else if (!event.shiftKey && document.activeElement === last) {
        event.preventDefault();
        first.focus();
    }
}

function choice(name, values, chosen) {
    const group = element("fieldset", { class: "segments is-wide field" },
        element("legend", {}, text(`esports.${name}`)),
        ...values.map((value) => element("label", {},
            element("input", {
                type: "radio", name: `esports-${name}`, value, checked: value === chosen,
            }),
            element("span", {}, text(`esports.${name}_${value}`)))));
    return { part: group, value: () => group.querySelector("input:checked").value };
}

function price(name, value) {
    const input = element("input", {
        id: `esports-${name}`, type: "text", inputmode: "decimal", value, autocomplete: "off",
    });
    return {
        input,
        part: element("div", { class: "field" },
            element("label", { for: `esports-${name}` }, text(`esports.${name}`)), input),
    };
}
