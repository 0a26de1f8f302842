// The door to Staff: a token, given by whoever runs the service.

import { Refusal } from "../core/api.js";
import { element } from "../core/dom.js";
import { refusalWords } from "../core/refusals.js";
import { text } from "../core/texts.js";
import { comeIn } from "./staff-token.js";

export class Gate {
    /** The form, in the language that is shown. */
    root() {
        this.token = element("input", {
            id: "staff-token", type: "password", autocomplete: "off", spellcheck: "false",
            "aria-describedby": "staff-token-error",
        });
        this.problem = element("p", { class: "error", id: "staff-token-error", role: "alert" });
        this.button = element("button", {
            type: "submit", class: "button is-primary", id: "staff-enter",
        }, text("staff.enter"));
        return element("form", {
            class: "gate", novalidate: true,
            on: { submit: (event) => {
                event.preventDefault();
                this.enter();
            } },
        },
        element("h2", {}, text("staff.title")),
        element("p", { class: "quiet" }, text("staff.hint")),
        element("label", { for: "staff-token" }, text("staff.token")),
        this.token, this.problem, this.button,
        element("p", { class: "quiet" }, text("staff.token_hint")),
        element("code", {}, "ambit token create --role staff --label NAME"));
    }

    async enter() {
        const token = this.token.value.trim();
        if (token === "") {
            this.refuse(text("staff.token_missing"));
            return;
        }
        this.button.setAttribute("aria-busy", "true");
        try {
            await comeIn(token);
        } catch (error) {
            this.refuse(error instanceof Refusal && error.status === 401
                ? text("staff.token_wrong") : refusalWords(error));
        } finally {
            this.button.removeAttribute("aria-busy");
        }
    }

    refuse(words) {
        this.problem.textContent = words;
        this.token.setAttribute("aria-invalid", "true");
        this.token.focus();
    }
}
