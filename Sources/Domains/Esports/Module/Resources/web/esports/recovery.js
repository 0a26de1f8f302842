// A new password for whoever forgot theirs: by a code that was given with the account, or one that comes by mail.

import { Refusal, ask } from "../core/api.js";
import { element } from "../core/dom.js";
import { remember } from "../core/preferences.js";
import { refusalWords } from "../core/refusals.js";
import { text } from "../core/texts.js";
import { field } from "./account.js";

/**
 * Sets a new password by a code.
 *
 * @param {function(): void} onDone Called when somebody is signed in.
 */
export function recoveryForm(onDone) {
    return form("recovery", "esports.recovery", "esports.set_password", [
        field("code", "text", "one-time-code"), field("new_password", "password", "new-password"),
    ], "esports.code_hint", async (code, password) => {
        const made = await ask("/v1/accounts/recovery/confirm", {
            method: "POST", body: { code, password },
        });
        remember("account", made.token);
        onDone();
    });
}

/**
 * Has a code sent to the address of an account.
 *
 * @param {function(): void} onSent Called when it is on its way, or nobody has such an address: that is not told.
 */
export function recoveryMailForm(onSent) {
    return form("recovery_mail", "esports.recovery_mail", "esports.send_code", [
        field("username", "text", "username"), field("email", "email", "email"),
    ], "esports.mail_hint", async (username, email) => {
        await ask("/v1/accounts/recovery", { method: "POST", body: { username, email } });
        onSent();
    });
}

function form(name, title, action, fields, hint, send) {
    const problem = element("p", { class: "error", role: "alert", id: "esports-account-error" });
    const made = element("form", { novalidate: true, id: `esports-${name}` },
        element("h2", {}, text(title)), element("p", { class: "quiet" }, text(hint)),
        ...fields.map((one) => one.part), problem,
        element("button", { type: "submit", class: "button is-primary is-wide" }, text(action)));
    made.addEventListener("submit", async (event) => {
        event.preventDefault();
        problem.textContent = "";
        const empty = fields.find(({ input }) => input.value.trim() === "");
        if (empty) {
            problem.textContent = text("esports.field_missing", { name: empty.name });
            empty.input.focus();
            return;
        }
        try {
            await send(...fields.map(({ input }) =>
                (input.type === "password" ? input.value : input.value.trim())));
        } catch (error) {
            problem.textContent = error instanceof Refusal ? refusalWords(error) : text("offline");
        }
    });
    return made;
}
