// What messages are about: the categories that the service offers, their names, and the symbols
// whose shape and colour tell them apart.

import { ask } from "../core/api.js";
import { shape } from "../core/dom.js";
import { hasText, text } from "../core/texts.js";

// In a square of 24 units: the outline, and what is drawn upon it.
const symbols = {
    funny: {
        outline: "M12 2a10 10 0 1 1 0 20a10 10 0 0 1 0-20z",
        inside: "M8.5 9.2v.6M15.5 9.2v.6M7.6 13.6a5 5 0 0 0 8.8 0",
    },
    cute: {
        outline: "M12 21.4C5 16.2 1.8 12.6 1.8 8.4A5.6 5.6 0 0 1 12 5.2a5.6 5.6 0 0 1 10.2 3.2"
            + "c0 4.2-3.2 7.8-10.2 13z",
        inside: "",
    },
    educational: {
        outline: "M5 2.5h14a2.5 2.5 0 0 1 2.5 2.5v14a2.5 2.5 0 0 1-2.5 2.5H5A2.5 2.5 0 0 1 2.5 19"
            + "V5A2.5 2.5 0 0 1 5 2.5z",
        inside: "M12 8.6v8.2M12 8.6c-1.4-1.3-3-1.7-5.4-1.7v8c2.4 0 4 .5 5.4 1.9"
            + "c1.4-1.4 3-1.9 5.4-1.9v-8c-2.4 0-4 .4-5.4 1.7",
    },
    news: {
        outline: "M12 .9L23.1 12L12 23.1L.9 12z",
        inside: "M8 9.6h8M8 12.6h8M8 15.4h4.4",
    },
    question: {
        outline: "M5 2h14a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3h-4l-3 4.4L9 18H5a3 3 0 0 1-3-3V5a3 3 0 0 1"
            + " 3-3z",
        inside: "M9.4 7.6c.4-1.5 1.4-2.2 2.7-2.2c1.6 0 2.7 1 2.7 2.4c0 2-2.7 2.2-2.7 4.2M12 14.7v.4",
    },
    help: {
        outline: "M8.4 1.8h7.2v6.6h6.6v7.2h-6.6v6.6H8.4v-6.6H1.8V8.4h6.6z",
        inside: "",
    },
    other: { outline: "M12 2.4L22.6 21H1.4z", inside: "M12 14.4v.4" },
};

/** What may be posted: read once from the service. */
export async function loadCategories() {
    return await ask("/v1/categories");
}

/** The category's name in the language that is shown. */
export function categoryName(category) {
    const key = `category.${category}`;
    return hasText(key) ? text(key) : category;
}

/** The category's symbol, which says nothing to a screen reader: its name stands beside it. */
export function categorySymbol(category) {
    const { outline, inside } = symbols[category] ?? symbols.other;
    return shape("svg", {
        viewBox: "0 0 24 24", class: `symbol ${categoryClass(category)}`, "aria-hidden": "true",
    }, shape("path", { class: "symbol-outline", d: outline }),
    inside === "" ? null : shape("path", { class: "symbol-inside", d: inside }));
}

/** The class that gives an element the category's colour. */
export function categoryClass(category) {
    return `is-${category in symbols ? category : "other"}`;
}
