// What a file may hold, as the service's modules tell it.

import { ask } from "../core/api.js";
import { staffPass } from "./staff-token.js";

const kinds = [];

/** Asks the service, once. @throws {Refusal|Unreachable} */
export async function loadKinds() {
    if (kinds.length === 0) kinds.push(...(await ask("/v1/modules")).kinds);
}

/** The names of the kinds that whoever came in imports, the one that is offered first in front. */
export function kindNames() {
    return kinds.map(({ name }) => name).filter(isImported);
}

/** Whether whoever came in imports a kind: staff each, a module's role its own. */
export function isImported(kind) {
    return staffPass()?.imports?.includes(kind) ?? true;
}

/** Some of what a file of a kind may be said to hold; none where the kind has no types. */
export function typesOf(kind) {
    return kinds.find(({ name }) => name === kind)?.types ?? [];
}
