// Sentences of reports, which the service gives as codes with values beside their English words.

import { distanceText, numberText } from "../core/format.js";
import { hasText, isOne, template, text } from "../core/texts.js";

/**
 * A sentence in the language that is shown. In the words `{name}` stands for a value,
 * `{rows|row|rows}` for a number and its noun, and `{rows?is|are}` for the word alone.
 *
 * @param {object} finding Its `code` and `values`.
 * @param {string} english The same as the service words it, for languages that have no words of their own.
 */
export function findingText({ code, values = {} }, english) {
    const key = `finding.${code}`;
    if (!hasText(key)) return english ?? code ?? "";
    return template(key).replace(
        /\{(\w+)(?:([|?])([^|}]*)\|([^}]*))?\}/g,
        (whole, name, mark, one, other) => {
            const value = values[name];
            if (value === undefined) return whole;
            if (!mark) return words(name, value);
            const word = isOne(value) ? one : other;
            return mark === "|" ? `${numberText(value)} ${word}` : word;
        });
}

/**
 * What a sentence speaks of, in the language that is shown.
 *
 * @param {Record<string, any>} values By name: texts, numbers, findings, and several of them.
 * @returns {Record<string, string>} By the same names.
 */
export function valueTexts(values) {
    return Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, listed(value) ?? words(name, value)]));
}

/** The first of several things and how many more there are, which English has no words for as a finding. */
function listed({ code, values }) {
    if (code !== "and_more") return undefined;
    const more = text("import.more_rows", { number: numberText(values.more) });
    return `${values.names.join(", ")} ${more}`;
}

function words(name, value) {
    if (Array.isArray(value)) {
        const separator = typeof value[0] === "object" ? "; " : ", ";
        return value.map((one) => words(name, one)).join(separator);
    }
    if (typeof value === "object") return findingText(value, value.code);
    if (typeof value === "string") {
        return name === "kind" ? text(`kind.${value}`).toLocaleLowerCase() : value;
    }
    if (name === "line" || name.endsWith("_line")) return String(value);
    return name.endsWith("_m") ? distanceText(value) : numberText(value);
}
