// Who somebody is: signing in, registering, and what this browser keeps of it. The token is the one that other
// tabs use.

import { Refusal, ask } from "../core/api.js";
import { element } from "../core/dom.js";
import { recall, remember } from "../core/preferences.js";
import { refusalWords } from "../core/refusals.js";
import { text } from "../core/texts.js";

const key = "account";

/** The account's token; null where nobody is signed in. */
export function accountToken() {
    return recall(key);
}

/** Whether somebody is signed in. */
export function isSignedIn() {
    return accountToken() !== null;
}

/**
 * Asks the service as the account. A token that holds no longer is forgotten.
 *
 * @returns {Promise<any>} The answer; null where nobody is signed in, or no longer.
 */
export async function askAsAccount(path, how = {}) {
    const token = accountToken();
    if (token === null) return null;
    try {
        return await ask(path, { ...how, token });
    } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 401) throw error;
        remember(key, null);
        return null;
    }
}

/** Ends this browser's token. */
export async function signOut() {
    const token = accountToken();
    remember(key, null);
    if (token === null) return;
    // It ends by itself, too.
    await ask("/v1/sign-ins/current", { method: "DELETE", token }).catch(console.warn);
}

/**
 * A form to sign in with, or to register with.
 *
 * @param {"sign_in"|"register"} kind
 * @param {function(string[]): void} onDone Called when somebody is signed in, with the codes of a new account.
 */
export function accountForm(kind, onDone) {
    const isNew = kind === "register";
    const username = field("username", "text", "username");
    const password = field("password", "password", isNew ? "new-password" : "current-password");
    const repeated = isNew ? field("password_again", "password", "new-password") : null;
    const age = isNew ? field("age", "number", "off") : null;
    const caps = element("p", { class: "quiet", role: "status", id: "esports-caps" });
    for (const { input } of [password, repeated].filter(Boolean)) {
        input.addEventListener("keyup", (event) => {
            caps.textContent = event.getModifierState?.("CapsLock") ? text("esports.caps") : "";
        });
    }
    const problem = element("p", { class: "error", role: "alert", id: "esports-account-error" });
    const form = element("form", { novalidate: true, id: `esports-${kind}` },
        element("h2", {}, text(`esports.${kind}`)),
        isNew ? element("p", { class: "quiet" }, text("esports.rules")) : null,
        isNew ? age.part : null, username.part, password.part, caps,
        isNew ? repeated.part : null, problem,
        element("button", { type: "submit", class: "button is-primary is-wide" },
            text(`esports.${kind}`)));
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        problem.textContent = "";
        const fault = faultOf({ isNew, username, password, repeated, age });
        if (fault) {
            problem.textContent = text(`esports.${fault.words}`);
            fault.field.input.focus();
            return;
        }
        const names = { username: username.input.value.trim(), password: password.input.value };
        try {
            const made = isNew
                ? await ask("/v1/accounts", {
                    method: "POST", body: { age: Number(age.input.value), ...names },
                })
                : await ask("/v1/sign-ins", { method: "POST", body: names });
            remember(key, made.token);
            onDone(made.recovery_codes ?? []);
        } catch (error) {
            problem.textContent = !(error instanceof Refusal) ? text("offline")
                : !isNew && error.status === 401 ? text("esports.wrong_sign_in") : refusalWords(error);
        }
    });
    return form;
}

/** What is wrong with what was typed; null for nothing. */
function faultOf({ isNew, username, password, repeated, age }) {
    if (isNew && !(Number(age.input.value) >= 1 && Number(age.input.value) <= 130)) {
        return { words: "age_missing", field: age };
    }
    if (username.input.value.trim() === "") return { words: "username_missing", field: username };
    if (password.input.value === "") return { words: "password_missing", field: password };
    if (isNew && password.input.value !== repeated.input.value) {
        return { words: "passwords_differ", field: repeated };
    }
    return null;
}

/** A field with its label. */
export function field(name, type, autocomplete) {
    const input = element("input", {
        id: `esports-${name}`, type, autocomplete, required: true, maxlength: 254,
        autocapitalize: "none", spellcheck: "false",
    });
    const part = element("div", { class: "field" },
        element("label", { for: `esports-${name}` }, text(`esports.field_${name}`)), input);
    return { input, part, name: text(`esports.field_${name}`) };
}
