// How exactly the place of a message is kept: blurred, unless whoever posts has chosen otherwise.

import { recall, remember } from "../core/preferences.js";

const name = "precision";

/** @returns {"blurred"|"exact"} As the service takes it. */
export function chosenPrecision() {
    return recall(name) === "exact" ? "exact" : "blurred";
}

/** Holds for what is posted from now on. @param {"blurred"|"exact"} precision */
export function choosePrecision(precision) {
    remember(name, precision);
}
