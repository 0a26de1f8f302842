// What the service's sentences speak of, in words: it gives them as codes with values.

import { dayText, distanceText, numberText } from "./format.js";
import { hasText, text } from "./texts.js";

/** "Precinct 120"; a code such as "Ward 8" says its type already. */
export function districtWords({ type, code }) {
    if (code.toLowerCase().startsWith(type.replaceAll("_", " "))) return code;
    return `${typeOfDistrict(type)} ${code}`;
}

/** A type of district in words; of one that nobody has translated, that it is a district. */
export function typeOfDistrict(type) {
    const key = `district.${type}`;
    return hasText(key) ? text(key)
        : text("district.other", { type: type.replaceAll("_", " ") });
}

/** The values of a sentence as they stand in it. */
export function valueWords(values) {
    return Object.fromEntries(Object.entries(values ?? {}).map(
        ([name, value]) => [name, oneValue(name, value)]));
}

function oneValue(name, value) {
    if (value === null || value === undefined) return "";
    if (Array.isArray(value)) return value.map((one) => oneValue(name, one)).join(", ");
    if (typeof value === "object") return districtWords(value);
    if (name === "type" || name === "types") return typeOfDistrict(value);
    if (name === "causes") return causeOfRefusal(value);
    if (name === "date" || name === "days") return dayText(value);
    if (name.endsWith("_m")) return distanceText(value);
    // Where a number chooses the words it stays one.
    if (name === "count") return value;
    return typeof value === "number" ? numberText(value) : String(value);
}

/** Why rows of a file were refused, which only those who import files have words for. */
function causeOfRefusal(code) {
    const key = `cause.${code}`;
    return hasText(key) ? text(key) : code;
}
