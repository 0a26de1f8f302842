// For editors: why a product is shown with a game or not, and what they decide about it.

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
 * The games that a product is shown with and those that it was barred from, as editors are told of them.
 *
 * @param {string} product The product's id.
 * @returns {Promise<?{id: string, name: string, reason: string, words: ?string}[]>} Null where whoever looks is no
 *     editor, or no longer.
 */
export async function productLinks(product) {
    if (!isEditor()) return null;
    try {
        return (await asStaff((token) => ask(linkPath(product), { token }))).links;
    } catch (error) {
        // Of what there is not, the page of the product tells.
        if (error instanceof Refusal && [401, 403, 404].includes(error.status)) return null;
        throw error;
    }
}

/**
 * The games that a product is shown with or barred from, each with its reason, to be pinned, barred or left to the
 * rules; and others, to be pinned.
 *
 * @param {object} tab The tab.
 * @param {string} product The product's id.
 * @param {{id: string, name: string, reason: string, words: ?string}[]} links
 * @param {object[]} games All games, as the service lists them.
 */
export function linkEditor(tab, product, links, games) {
    const decisions = { pinned: ["none", "bar"], barred: ["none", "pin"] };
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
                    ...(decisions[reason] ?? ["pin", "bar"]).map(
                        (decision) => decide(() => id, decision)))))),
        others.length === 0 ? null : element("div", { id: "esports-link-others" }, other.part,
            element("p", { class: "esports-row-end" }, decide(other.value, "pin"))));
}

async function send(tab, product, game, decision) {
    try {
        await asStaff((token) => ask(linkPath(product), {
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

function linkPath(product) {
    return `/v1/products/${encodeURIComponent(product)}/link`;
}
