// Who visits: the account of this browser, made with the first thing that needs one. The age is asked first, and
// nothing else of children.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { element } from "../core/dom.js";
import { recall, remember } from "../core/preferences.js";
import { faultsByParameter } from "../core/refusals.js";
import { text } from "../core/texts.js";
import { ownWords, visitorWords } from "./words.js";

/** From which age on somebody may have a name and a password of their own, where the service was never reached. */
const usualAgeOfNames = 13;
const ages = { from: 5, to: 18 };

/** From which age on somebody may have a name: what the service says, or said last. */
async function ageOfNames() {
    try {
        remember("children_under", (await ask("/v1/accounts/rules")).children_under);
    } catch (error) {
        if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    }
    return recall("children_under", usualAgeOfNames);
}

export class Visitor {
    #dialog;
    #done = null;
    /** Whether somebody goes on who leaves the dialog. */
    #isReady = false;

    /** @param {HTMLDialogElement} dialog An empty dialog. */
    constructor(dialog) {
        this.#dialog = dialog;
        // Escape, and whatever else closes dialogs on a phone.
        dialog.addEventListener("cancel", (event) => {
            event.preventDefault();
            this.#close(this.#isReady);
        });
    }

    /** Whether this browser has an account. */
    get isKnown() {
        return recall("account") !== null;
    }

    /**
     * Sees to it that there is an account, or will be one as soon as the service is reached.
     *
     * @returns {Promise<boolean>} Whether the visitor goes on.
     */
    async ready() {
        if (this.isKnown || recall("account_age") !== null) return true;
        return await this.#open(() => this.#askAge());
    }

    /** Lets somebody in who has an account. @returns {Promise<boolean>} Whether they are in. */
    async signIn() {
        return await this.#open(() => this.#askSignIn());
    }

    /** Makes an account with a name and a password. */
    async register(age) {
        return await this.#open(() => (age ? this.#askName(age) : this.#askAge()));
    }

    /**
     * Calls `action` with the account's token; makes the account where its age is known.
     *
     * @returns {Promise<any>} null where nobody is signed in.
     */
    async asThis(action) {
        const age = recall("account_age");
        if (!this.isKnown && age !== null) await this.#make({ age });
        return await this.asKnown(action);
    }

    /** Calls `action` with the account's token; null where there is none that is known. */
    async asKnown(action) {
        const token = recall("account");
        if (token === null) return null;
        try {
            return await action(token);
        } catch (error) {
            if (!(error instanceof Refusal) || error.status !== 401) throw error;
            remember("account", null);
            return null;
        }
    }

    /** Ends this browser's token. */
    async signOut() {
        const token = recall("account");
        remember("account", null);
        remember("account_age", null);
        if (token === null) return;
        try {
            await ask("/v1/sign-ins/current", { method: "DELETE", token });
        } catch (error) {
            // It ends by itself after 30 days.
            console.warn(error);
        }
    }

    async #make(body) {
        const made = await ask("/v1/accounts", { method: "POST", body });
        remember("account", made.token);
        remember("account_age", null);
        return made;
    }

    // The dialog

    #open(fill) {
        return new Promise((resolve) => {
            this.#done = resolve;
            this.#isReady = false;
            fill();
            this.#dialog.showModal();
        });
    }

    #close(isReady) {
        this.#dialog.close();
        this.#dialog.replaceChildren();
        const done = this.#done;
        this.#done = null;
        done?.(isReady);
    }

    #fill(title, ...children) {
        const close = element("button", {
            type: "button", class: "fair-close", "aria-label": text("expo.back"),
            on: { click: () => this.#close(this.#isReady) },
        }, "←");
        this.#dialog.replaceChildren(
            close, element("h2", { id: "expo-dialog-title" }, title), ...children);
    }

    #askAge() {
        const buttons = [];
        for (let age = ages.from; age <= ages.to; age += 1) {
            const words = age === ages.from ? text("expo.age_or_less", { age })
                : age === ages.to ? text("expo.age_or_more", { age }) : String(age);
            buttons.push(element("button", {
                type: "button", class: "fair-age", "data-age": age,
                on: { click: () => this.#hasAge(age) },
            }, words));
        }
        this.#fill(text("expo.ask_age"),
            element("p", { class: "quiet" }, text("expo.ask_age_hint")),
            element("div", { class: "fair-ages" }, ...buttons),
            element("button", {
                type: "button", class: "fair-button is-quiet", id: "expo-sign-in",
                on: { click: () => this.#askSignIn() },
            }, text("expo.have_account")));
    }

    async #hasAge(age) {
        if (age >= await ageOfNames()) {
            this.#askHow(age);
            return;
        }
        await this.#begin(age);
    }

    /** Goes on without a name. Without a network the account is made later. */
    async #begin(age) {
        try {
            await this.#make({ age });
            this.#close(true);
        } catch (error) {
            if (error instanceof Unreachable || error instanceof Refusal && error.isPassing) {
                remember("account_age", age);
                this.#close(true);
            } else {
                this.#tell(error);
            }
        }
    }

    #askHow(age) {
        this.#fill(text("expo.ask_name"),
            element("p", {}, text("expo.ask_name_hint")),
            element("button", {
                type: "button", class: "fair-button", id: "expo-go-on",
                on: { click: () => this.#begin(age) },
            }, text("expo.without_name")),
            element("button", {
                type: "button", class: "fair-button is-quiet", id: "expo-choose-name",
                on: { click: () => this.#askName(age) },
            }, text("expo.choose_name")));
    }

    #askName(age) {
        this.#form(text("expo.choose_name"), [
            ["username", "text", "username", text("expo.username_hint")],
            ["password", "password", "new-password", text("expo.password_hint")],
        ], text("expo.register"), async ({ username, password }) => {
            const { recovery_codes: codes } = await this.#make({ age, username, password });
            if (codes.length > 0) this.#showCodes(codes);
            else this.#close(true);
        });
    }

    /** The codes are told this once: the service keeps what they are checked by alone. */
    #showCodes(codes) {
        this.#isReady = true;
        const button = element("button", {
            type: "button", class: "fair-button", id: "expo-have-codes",
            on: { click: () => this.#close(true) },
        }, text("expo.have_codes"));
        this.#fill(text("expo.codes_title"),
            element("p", {}, text("expo.codes_once")),
            element("ul", { class: "fair-codes" },
                ...codes.map((code) => element("li", {}, element("code", {}, code)))),
            button);
        button.focus();
    }

    #askSignIn() {
        this.#form(text("expo.sign_in"), [
            ["username", "text", "username", ""],
            ["password", "password", "current-password", ""],
        ], text("expo.sign_in"), async ({ username, password }) => {
            const { token } = await ask("/v1/sign-ins", {
                method: "POST", body: { username, password },
            });
            remember("account", token);
            remember("account_age", null);
            this.#close(true);
        }, element("button", {
            type: "button", class: "fair-button is-quiet", on: { click: () => this.#askRecovery() },
        }, text("expo.forgot")));
    }

    #askRecovery() {
        this.#form(text("expo.recovery"), [
            ["code", "text", "one-time-code", text("expo.code_hint")],
            ["password", "password", "new-password", text("expo.password_hint")],
        ], text("expo.set_password"), async ({ code, password }) => {
            const { token } = await ask("/v1/accounts/recovery/confirm", {
                method: "POST", body: { code, password },
            });
            remember("account", token);
            this.#close(true);
        }, element("button", {
            type: "button", class: "fair-button is-quiet", on: { click: () => this.#askMail() },
        }, text("expo.no_code")));
    }

    #askMail() {
        this.#form(text("expo.recovery_mail"), [
            ["username", "text", "username", ""],
            ["email", "email", "email", ""],
        ], text("expo.send_code"), async ({ username, email }) => {
            await ask("/v1/accounts/recovery", { method: "POST", body: { username, email } });
            this.#askRecovery();
        });
    }

    /** @param {[string, string, string, string][]} fields Name, type, autocompletion, hint. */
    #form(title, fields, action, send, ...more) {
        const inputs = {};
        const rows = fields.map(([name, type, complete, hint]) => {
            const input = element("input", {
                id: `expo-${name}`, type, autocomplete: complete, required: true, maxlength: 254,
                autocapitalize: "none", spellcheck: "false",
                "aria-describedby": `expo-${name}-hint expo-${name}-error`,
            });
            inputs[name] = input;
            return element("div", { class: "field" },
                element("label", { for: `expo-${name}` }, text(`expo.field_${name}`)), input,
                element("p", { class: "quiet", id: `expo-${name}-hint` }, hint),
                element("p", { class: "error", id: `expo-${name}-error`, role: "alert" }));
        });
        const form = element("form", {
            novalidate: true,
            on: {
                submit: async (event) => {
                    event.preventDefault();
                    for (const found of form.querySelectorAll(".error")) found.textContent = "";
                    const values = Object.fromEntries(
                        Object.entries(inputs).map(([name, input]) => [name, input.value.trim()]));
                    try {
                        await send(values);
                    } catch (error) {
                        this.#tell(error, form);
                    }
                },
            },
        }, ...rows, element("p", { class: "error", role: "alert", "data-form": true }),
        element("button", { type: "submit", class: "fair-button" }, action), ...more);
        this.#fill(title, form);
        Object.values(inputs)[0].focus();
    }

    /** Shows what is wrong where it is wrong. */
    #tell(error, root = this.#dialog) {
        if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
        let words = visitorWords(error);
        if (error instanceof Refusal && error.status === 401) words = text("expo.wrong_password");
        if (error instanceof Refusal && error.status === 409) words = text("expo.name_taken");
        if (error instanceof Refusal && error.status === 403) words = text("expo.no_children");
        const fault = error instanceof Refusal ? error.errors[0] : null;
        const own = fault && root.querySelector(`#expo-${CSS.escape(fault.parameter)}-error`);
        if (error instanceof Refusal && own && error.status !== 409) {
            const why = faultsByParameter(error).get(fault.parameter);
            words = ownWords(fault) ?? `${text(`expo.field_${fault.parameter}`)}: ${why}`;
        }
        const place = own ?? root.querySelector("[data-form]");
        if (place) place.textContent = words;
        else this.#dialog.append(element("p", { class: "error", role: "alert" }, words));
    }
}
