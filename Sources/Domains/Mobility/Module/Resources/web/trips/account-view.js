// Who one is to friends, and where one is reached: changeable by those who have registered.

import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { announce } from "../shell/notices.js";
import { field, filled } from "./controls.js";

/** The account's names and address. `me` is what the service tells of it. */
export function accountView(tab, me) {
    if (me.kind !== "registered") return null;
    const input = (name, attributes) => element("input", { id: `trips-me-${name}`, ...attributes });
    const fields = new Map([
        ["display_name", input("name", { type: "text", maxlength: 64, value: me.display_name, autocomplete: "nickname" })],
        ["email", input("email", { type: "email", maxlength: 254, value: me.email, autocomplete: "email" })],
        ["current_password", input("password", { type: "password", maxlength: 128, autocomplete: "current-password" })],
    ]);
    const form = element("form", { novalidate: true },
        element("p", { dir: "auto" }, text("trips.me_username", { name: me.username })),
        ...[...fields].map(([name, made]) => field(text(`trips.me_${name}`), made)),
        element("p", { class: "quiet" }, text("trips.me_note")),
        element("button", { type: "submit", class: "button is-wide" }, text("trips.me_save")));
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        const told = filled(fields);
        const changed = Object.fromEntries(Object.entries(told).filter(([name, value]) => value !== me[name]));
        // The password alone changes nothing.
        if (Object.keys(changed).every((name) => name === "current_password")) return;
        if (await tab.act("/v1/me", "PATCH", changed)) announce(text("trips.me_saved"));
    });
    return element("details", { id: "trips-me" }, element("summary", {}, text("trips.me")), form);
}
