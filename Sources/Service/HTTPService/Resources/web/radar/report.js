// Reporting a message: a reason from the service's list, once.

import { ask } from "../core/api.js";
import { asThisDevice } from "../core/device.js";
import { element } from "../core/dom.js";
import { refusalWords } from "../core/refusals.js";
import { hasText, text } from "../core/texts.js";
import { notify } from "../shell/notices.js";

/**
 * A button that opens into the reasons.
 *
 * @param {string[]} reasons What the service takes.
 * @param {function(): any} placeOfReader Gives where the reader is: only who is within a message's reach
 *   may report it.
 */
export function reportControl(id, reasons, placeOfReader) {
    const choice = element("select", { "aria-label": text("report.reason") },
        ...reasons.map((reason) => element("option", { value: reason }, reasonName(reason))));
    const send = element("button", {
        type: "button", class: "button", on: { click: () => report(id, { reason: choice.value, ...placeOfReader() }, root) },
    }, text("report.send"));
    const form = element("div", { class: "report", hidden: true }, choice, send);
    const open = element("button", {
        type: "button", class: "link report-open", "aria-expanded": "false",
        on: { click: () => {
            form.hidden = !form.hidden;
            open.setAttribute("aria-expanded", String(!form.hidden));
            if (!form.hidden) choice.focus();
        } },
    }, text("report.open"));
    const root = element("div", {}, open, form);
    return root;
}

async function report(id, body, root) {
    try {
        await asThisDevice((token) => ask(
            `/v1/messages/${id}/reports`, { method: "POST", body, token }));
        root.replaceChildren(element("p", { class: "quiet", role: "status" }, text("report.sent")));
    } catch (error) {
        notify(refusalWords(error), "warning");
    }
}

function reasonName(reason) {
    const key = `reason.${reason}`;
    return hasText(key) ? text(key) : reason;
}
