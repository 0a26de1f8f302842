// The service's HTTP interface: one request at a time, with its errors told apart.

import { setByService } from "./clock.js";

/** How long an answer may take. */
export const patienceMilliseconds = 15_000;

/** The service answered, and the answer is no. */
export class Refusal extends Error {
    /** @param {?object} problem The problem document, where there is one. */
    constructor(status, detail, errors, problem = null) {
        super(detail);
        this.status = status;
        /** The whole document; null where there is none. */
        this.problem = problem;
        this.code = problem?.code ?? null;
        /** What is wrong with which parameter: its name, and why in English and as a code with values. */
        this.errors = errors;
    }

    /** The service is there, but still loads its data. */
    get isPassing() {
        return this.status === 503 || this.status === 429;
    }
}

/** No answer came: the network or the service is away. */
export class Unreachable extends Error {}

/**
 * Asks the service.
 *
 * @param {string} path Such as "/v1/messages".
 * @param {object} how
 * @param {string} [how.method] "GET" unless told.
 * @param {object} [how.query] Parameters; those that are null are left out.
 * @param {object} [how.body] Sent as JSON.
 * @param {string} [how.token] The device's token.
 * @param {object} [how.headers] Further fields of the request.
 * @param {AbortSignal} [how.signal] Gives up early; the promise then fails with its reason.
 * @returns {Promise<object|null>} The JSON of the answer; null where it has none.
 * @throws {Refusal|Unreachable}
 */
export async function ask(
    path, { method = "GET", query = {}, body, token, signal, headers: more = {} } = {},
) {
    const patience = AbortSignal.timeout(patienceMilliseconds);
    const headers = new Headers({ Accept: "application/json", ...more });
    if (body !== undefined) headers.set("Content-Type", "application/json");
    if (token) headers.set("Authorization", `Bearer ${token}`);

    let response;
    let text;
    try {
        response = await fetch(address(path, query), {
            method,
            headers,
            body: body === undefined ? undefined : JSON.stringify(body),
            signal: signal ? AbortSignal.any([signal, patience]) : patience,
            cache: "no-store",
            credentials: "omit",
        });
        text = await response.text();
    } catch (error) {
        signal?.throwIfAborted();
        throw new Unreachable(error.message);
    }

    const answer = parsed(text);
    if (!response.ok) {
        throw new Refusal(
            response.status, answer?.detail ?? response.statusText, answer?.errors ?? [], answer);
    }
    if (answer?.timeStamp) setByService(answer.timeStamp);
    return answer;
}

/** The address of the page after this one; null when there is none. */
export function nextPage(list) {
    return list.links?.find((link) => link.rel === "next")?.href ?? null;
}

/** The path with a query; parameters that are null are left out. */
export function address(path, query) {
    const given = Object.entries(query).filter(([, value]) => value !== null);
    return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** What JSON says; null where it is none. */
export function parsed(text) {
    try {
        return text === "" ? null : JSON.parse(text);
    } catch {
        return null;
    }
}
