// What is meant where a file's districts lie on those of another dataset: the file takes its place, or
// each holds for its time.

import { element } from "../core/dom.js";
import { text } from "../core/texts.js";

/**
 * The choices for each dataset that the file's districts lie on.
 *
 * @param {object} report
 * @param {object} how
 * @param {function(string): void} how.onReplace Called with the dataset that the file is to replace.
 * @param {function(string[]): void} how.onDays Called with the days of the file, such as
 *   "valid_from=2026-01-01".
 */
export function overlapChoices({ force_needed: needed }, { onReplace, onDays }) {
    const datasets = needed.filter(({ limit, values }) => limit === "overlap" && values?.dataset)
        .map(({ values }) => values.dataset);
    if (datasets.length === 0) return null;
    return element("section", { class: "overlap" },
        element("h3", {}, text("import.overlap")),
        ...datasets.flatMap((dataset) => [
            element("button", {
                type: "button", class: "button import-replace",
                on: { click: () => onReplace(dataset) },
            }, text("import.replace", { dataset })),
            element("p", { class: "quiet" }, text("import.replace_hint", { dataset })),
        ]),
        days(onDays));
}

/** The first and the last day on which the file's districts hold. */
function days(onDays) {
    const inputs = ["valid_from", "valid_to"].map((name) => element("input", {
        type: "date", id: `import-${name.replace("_", "-")}`, name,
    }));
    return element("div", { class: "overlap-days" },
        element("p", {}, text("import.days_hint")),
        ...inputs.map((input) => element("div", { class: "field" },
            element("label", { for: input.id }, text(`import.${input.name}`)), input)),
        element("button", {
            type: "button", class: "button", id: "import-days",
            on: { click: () => {
                const given = inputs.filter(({ value }) => value)
                    .map(({ name, value }) => `${name}=${value}`);
                if (given.length > 0) onDays(given);
            } },
        }, text("import.days")));
}
