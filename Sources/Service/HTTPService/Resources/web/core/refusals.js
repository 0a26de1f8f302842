// Why something was refused, or could not be asked, in the language that is shown. The service words it in
// English, and gives it as codes with values beside.

import { Refusal } from "./api.js";
import { hasText, loadPart, text } from "./texts.js";
import { valueWords } from "./values.js";

// The words come with the module.
await loadPart("refusals");

/** The codes of problems that parameters are at fault for, or members of a body. */
const ofParameters = ["invalid_parameters", "refused_content"];

/** Why nothing came of a question, in a sentence or two. */
export function refusalWords(error) {
    return refusalLines(error).join(" ");
}

/** Why nothing came of a question: a line for each parameter at fault, or one for all. */
export function refusalLines(error) {
    if (!(error instanceof Refusal)) return [text("offline")];
    const { code, errors, message } = error;
    if (errors.length > 0 && ofParameters.includes(code)) {
        return errors.map((one) => `${parameterName(one.parameter)}: ${faultWords(one)}`);
    }
    const key = `problem.${code}`;
    return [code && hasText(key) ? text(key, valueWords(error.problem.values)) : message];
}

/** What is wrong with each parameter: name -> words. */
export function faultsByParameter({ errors }) {
    return new Map(errors.map((error) => [error.parameter, faultWords(error)]));
}

/** What is wrong with a parameter. */
function faultWords({ message, code, values }) {
    const key = `fault.${code}`;
    return code && hasText(key) ? text(key, valueWords(values)) : message;
}

/** What the page calls a parameter; its own name where the page has none for it. */
export function parameterName(name) {
    const key = `parameter.${name}`;
    return hasText(key) ? text(key) : name;
}
