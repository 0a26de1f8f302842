// Why a score is what it is.

import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { modeText } from "./travel.js";

/** The formula with its numbers, and who says so. */
export function why(reasons) {
    const lines = ["used", "baseline"].map((name) => {
        const { grams, mode, formula, numbers, sources, region, warning } = reasons[name];
        const values = Object.entries(numbers)
            .map(([number, value]) => `${number} = ${Math.round(value * 1000) / 1000}`).join(", ");
        return element("li", {},
            `${text(`trips.${name}`)}: ${modeText(mode)}, ${Math.round(grams)} g = ${formula} (${values})`,
            region ? ` · ${text("trips.region", { region })}` : null,
            warning ? element("p", { class: "caution" }, text(`trips.warning_${warning}`)) : null,
            element("br"), element("span", { class: "quiet" }, [...new Set(sources)].join("; ")));
    });
    return element("details", { class: "why" },
        element("summary", {}, text("trips.why")), element("ul", {}, ...lines));
}
