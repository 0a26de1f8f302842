// For editors: why a product is shown with a game, and what they decide about it.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { element } from "../core/dom.js";
import { refusalWords } from "../core/refusals.js";
import { text } from "../core/texts.js";
import { notify } from "../shell/notices.js";
import { asStaff, staffPass } from "../staff/staff-token.js";
import { section } from "./cards.js";
import { pick } from "./sheet.js";

/** Whether whoever came in as staff decides which products belong to which game. */
export function isEditor() {
    return staffPass()?.role === "esports.editor";
}

/**
 * The games that a product is shown with, each with its reason, to be pinned, barred or left to the rules; and others,
 * to be pinned.
 *
 * @param {object} tab The tab.
 * @param {string} product The product's id.
 * @param {{id: string, name: string, reason: string, words: ?string}[]} links
 * @param {object[]} games All games, as the service lists them.
 */
export function linkEditor(tab, product, links, games) {
    const others = games.filter(({ id }) => !links.some((link) => link.id === id));
    const other = pick("link_game", others.map(({ id, properties }) => [id, properties.name]), null);
    const decide = (game, decision) => element("button", {
        type: "button", class: "button", "data-decision": decision,
        on: { click: () => send(tab, product, game(), decision) },
    }, text(`esports.link_${decision}`));
    return section(text("esports.links"),
        element("p", { class: "quiet" }, text("esports.links_hint")),
        element("ul", { id: "esports-links" }, ...links.map(({ id, name, reason, words }) =>
            element("li", { class: "esports-card", "data-id": id },
                element("h3", {}, name),
                element("p", { class: "quiet" }, text(`esports.reason_${reason}`, { words: words ?? "" })),
                element("p", { class: "esports-row-end" },
                    ...(reason === "pinned" ? ["none", "bar"] : ["pin", "bar"]).map(
                        (decision) => decide(() => id, decision)))))),
        others.length === 0 ? null : element("div", { id: "esports-link-others" }, other.part,
            element("p", { class: "esports-row-end" },
                ...["pin", "none"].map((decision) => decide(other.value, decision)))));
}

async function send(tab, product, game, decision) {
    try {
        await asStaff((token) => ask(`/v1/products/${encodeURIComponent(product)}/link`, {
            method: "PUT", body: { game, decision }, token,
        }));
    } catch (error) {
        if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
        notify(error instanceof Refusal ? refusalWords(error) : text("offline"), "warning");
        return;
    }
    notify(text("esports.link_decided"));
    await tab.show();
}
