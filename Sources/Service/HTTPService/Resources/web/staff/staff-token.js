// Who works here: a staff token, kept for this window's visit alone, and what it opens.

import { Refusal, ask } from "../core/api.js";

const key = "ambit.staff";
const listeners = new Set();
let pass = recalled();

/**
 * `{token, role, label, event, imports}` of whoever came in, or null; the role is "staff", "moderator" or a
 * module's, the event the one that the token is good for, and imports the kinds that the role imports, each or null.
 */
export function staffPass() {
    return pass;
}

/** Calls `listener` when somebody came in or left. */
export function onStaffChange(listener) {
    listeners.add(listener);
}

/**
 * Comes in with a token.
 *
 * @throws {Refusal|Unreachable} The token is not good, or the service is away.
 */
export async function comeIn(token) {
    const { role, label, event, imports } = await ask("/v1/staff", { token });
    settle({ token, role, label, event, imports });
}

/** Forgets the token. */
export function leave() {
    settle(null);
}

/** Calls `action` with the token; one that has ended meanwhile is forgotten. */
export async function asStaff(action) {
    try {
        return await action(pass?.token);
    } catch (error) {
        if (error instanceof Refusal && error.status === 401) leave();
        throw error;
    }
}

function settle(next) {
    pass = next;
    try {
        if (next) sessionStorage.setItem(key, JSON.stringify(next));
        else sessionStorage.removeItem(key);
    } catch {
        // Where nothing may be kept, the pass ends with the page.
    }
    for (const listener of listeners) listener();
}

function recalled() {
    try {
        return JSON.parse(sessionStorage.getItem(key));
    } catch {
        return null;
    }
}
