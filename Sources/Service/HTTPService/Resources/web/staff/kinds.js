// What a file may hold, as the service's modules tell it.

import { ask } from "../core/api.js";

const kinds = [];

/** Asks the service, once. @throws {Refusal|Unreachable} */
export async function loadKinds() {
    if (kinds.length === 0) kinds.push(...(await ask("/v1/modules")).kinds);
}

/** The names of all kinds, the one that is offered first in front. */
export function kindNames() {
    return kinds.map(({ name }) => name);
}

/** Some of what a file of a kind may be said to hold; none where the kind has no types. */
export function typesOf(kind) {
    return kinds.find(({ name }) => name === kind)?.types ?? [];
}
