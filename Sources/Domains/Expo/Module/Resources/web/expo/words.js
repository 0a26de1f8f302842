// Why something was refused, as visitors and organizers of a fair are told it, in the language that is shown. The
// service words it in English, and gives it as codes with values beside.

import { Refusal, Unreachable } from "../core/api.js";
import { refusalWords } from "../core/refusals.js";
import { hasText, text } from "../core/texts.js";
import { valueWords } from "../core/values.js";

/** Why nothing came of it. @param {Refusal|Unreachable} error */
export function visitorWords(error) {
    if (error instanceof Unreachable) return text("expo.away");
    if (error.status === 429) return text("expo.too_many");
    const own = error.errors.map(ownWords).filter((words) => words !== null);
    return own.length > 0 ? own.join(" ") : refusalWords(error);
}

/**
 * The fair's own words for what is wrong with a parameter; null where it has none.
 *
 * @param {{parameter: string, code: string, values?: {reason?: string}}} fault As the service tells it.
 */
export function ownWords({ parameter, code, values = {} }) {
    const key = [values.reason, code].filter(Boolean).map((word) => `expo.fault_${parameter}_${word}`)
        .find(hasText);
    return key ? text(key, valueWords(values)) : null;
}

/** Whether an error is one that visitors are told of. */
export function isTold(error) {
    return error instanceof Refusal || error instanceof Unreachable;
}
