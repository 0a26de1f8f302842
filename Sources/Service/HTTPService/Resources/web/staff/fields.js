// What columns may be taken for, in words.

import { hasText, text } from "../core/texts.js";

/** A field in words, or several with commas between; of a type of district that Ambit has no word for, the type. */
export function fieldWords(fields) {
    return fields.split(", ").map((field) => {
        const key = `import.field.${field}`;
        return hasText(key) ? text(key) : field.replace(/^district\./, "").replaceAll("_", " ");
    }).join(", ");
}
