// The filter of products: what, in which order, at which prices.

import { text } from "../core/texts.js";
import { amount, choice, openSheet } from "./sheet.js";

/** What is shown when nothing was chosen. */
export const standardFilter = Object.freeze({
    category: "all", sort: "best_match", least: "", most: "",
});

/** A filter as parameters of a request; those that are null are left out. */
export function filterQuery({ category, sort, least, most }) {
    return {
        category, sort, price_min: least === "" ? null : least, price_max: most === "" ? null : most,
    };
}

/** @returns {Promise<?object>} The filter that was confirmed; null where it was put away. */
export function openFilter(filter) {
    return openSheet(text("esports.filter"), {
        category: choice("category", ["all", "toys", "clothing"], filter.category),
        sort: choice("sort", ["best_match", "lowest_price", "highest_price"], filter.sort),
        least: amount("price_least", filter.least),
        most: amount("price_most", filter.most),
    }, standardFilter, faultOf);
}

function faultOf({ least, most }) {
    const isAmount = (words) => words === "" || /^\d{1,12}(\.\d{1,2})?$/.test(words);
    if (!isAmount(least) || !isAmount(most)) return text("esports.price_wrong");
    const isBackwards = least !== "" && most !== "" && Number(most) < Number(least);
    return isBackwards ? text("esports.range_wrong") : null;
}
