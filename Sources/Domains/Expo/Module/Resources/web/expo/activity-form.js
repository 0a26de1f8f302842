// Where a visitor types the code of an activity that earns points.

import { ask } from "../core/api.js";
import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { announce } from "../shell/notices.js";
import { momentOfDeed } from "./outbox.js";
import { isTold, visitorWords } from "./words.js";

/** As long as any code that the service takes. */
const codeLength = 32;

/** What was typed and not taken yet, by the places' ids: the list is drawn anew meanwhile. */
const typed = new Map();

/** The form of a place; null where the fair gives no points for it. */
export function activityForm(tab, { id, name, kind }) {
    const points = tab.fair.about.points?.activity ?? 0;
    if (kind !== "activity" || points === 0) return null;
    if (tab.fair.activities.has(id)) return element("p", { class: "fair-given" }, text("expo.activity_done"));
    const field = `expo-activity-${id}`;
    const error = element("p", { class: "error", id: `${field}-error`, role: "alert" });
    const input = element("input", {
        id: field, type: "text", class: "fair-code", maxlength: codeLength, required: true,
        autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "aria-describedby": error.id,
        on: { input: () => typed.set(id, input.value) },
    });
    input.value = typed.get(id) ?? "";
    const send = async () => {
        const code = input.value.trim();
        error.textContent = "";
        if (code === "" || !await tab.visitor.ready()) return;
        const at = momentOfDeed();
        try {
            const answer = await tab.visitor.asThis((token) => ask(
                `/v1/places/${encodeURIComponent(id)}/visit`, { method: "PUT", token, body: { code, at } }));
            if (answer === null) return;
            typed.delete(id);
            tab.fair.tookPart(id, answer);
            announce(text("expo.earned_total", { count: answer.points_earned, total: answer.total }));
            tab.redraw();
        } catch (problem) {
            if (!isTold(problem)) throw problem;
            error.textContent = visitorWords(problem);
        }
    };
    return element("form", {
        class: "fair-code-form",
        on: {
            submit: (event) => {
                event.preventDefault();
                send();
            },
        },
    }, element("label", { for: field }, text("expo.activity_code", { name, count: points })), input, error,
    element("button", { type: "submit", class: "fair-button is-quiet" }, text("expo.send_booth_code")));
}
