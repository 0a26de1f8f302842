// Signing in, or registering, before there can be trips.

import { Refusal, ask } from "../core/api.js";
import { element } from "../core/dom.js";
import { refusalWords } from "../core/refusals.js";
import { text } from "../core/texts.js";
import { keepToken } from "./travel.js";

/** Two forms, to sign in and to register; `onDone` is called when somebody is signed in. */
export function signInForms(onDone) {
    return [
        element("h2", {}, text("trips.welcome")),
        element("p", {}, text("trips.what")),
        form("sign_in", ["username", "password"], onDone),
        element("details", {},
            element("summary", {}, text("trips.register")),
            form("register", ["age", "username", "password"], onDone)),
    ];
}

function form(kind, names, onDone) {
    const fields = new Map(names.map((name) => [name, element("input", {
        id: `trips-${kind}-${name}`,
        type: { age: "number", password: "password" }[name] ?? "text",
        autocomplete: name === "password" && kind === "register" ? "new-password" : name,
        required: true, maxlength: 128, autocapitalize: "none", spellcheck: "false",
    })]));
    const problem = element("p", { class: "error", role: "alert" });
    const made = element("form", { novalidate: true, id: `trips-${kind}` },
        ...[...fields].map(([name, input]) => element("div", { class: "field" },
            element("label", { for: input.id }, text(`trips.field_${name}`)), input)),
        problem,
        element("button", { type: "submit", class: "button is-primary is-wide" },
            text(`trips.${kind}`)));
    made.addEventListener("submit", async (event) => {
        event.preventDefault();
        problem.textContent = "";
        const empty = [...fields].find(([, input]) => input.value.trim() === "");
        if (empty) {
            problem.textContent = text("trips.missing", { field: text(`trips.field_${empty[0]}`) });
            empty[1].focus();
            return;
        }
        const body = Object.fromEntries([...fields].map(([name, input]) => [
            name, name === "age" ? Number(input.value) : input.value.trim(),
        ]));
        try {
            const path = kind === "register" ? "/v1/accounts" : "/v1/sign-ins";
            keepToken((await ask(path, { method: "POST", body })).token);
            onDone();
        } catch (error) {
            problem.textContent = !(error instanceof Refusal) ? text("offline")
                : kind === "sign_in" && error.status === 401 ? text("trips.wrong_sign_in")
                : refusalWords(error);
        }
    });
    return made;
}
