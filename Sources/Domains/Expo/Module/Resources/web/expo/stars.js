// Five stars: none is chosen beforehand.

import { element } from "../core/dom.js";
import { text } from "../core/texts.js";

/**
 * A group of five buttons.
 *
 * @param {string} name Who is rated, for those who hear the page.
 * @param {?number} given The stars that were given.
 * @param {function(number): any} onChoose
 */
export function starButtons(name, given, onChoose) {
    const buttons = [1, 2, 3, 4, 5].map((number) => element("button", {
        type: "button", class: `fair-star${given !== null && number <= given ? " is-on" : ""}`,
        "aria-pressed": String(number === given), "data-stars": number,
        "aria-label": text("expo.stars", { count: number }),
        on: { click: () => onChoose(number) },
    }, element("span", { "aria-hidden": "true" }, given !== null && number <= given ? "★" : "☆")));
    return element("div", {
        class: "fair-stars", role: "group", "aria-label": text("expo.rate", { name }),
    }, ...buttons);
}
