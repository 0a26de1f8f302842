// A list that is shown page by page.

import { Refusal, Unreachable, ask, nextPage } from "../core/api.js";
import { element } from "../core/dom.js";
import { refusalWords } from "../core/refusals.js";
import { text } from "../core/texts.js";
import { notify } from "../shell/notices.js";

/**
 * A list and the button that shows more of it, which goes with the last page.
 *
 * @param {object} first Its first page, as the service tells it.
 * @param {function(object): HTMLElement} card Makes an element of the list.
 * @param {{id: string, class?: string}} attributes Those of the list.
 * @returns {HTMLElement[]}
 */
export function pagedList(first, card, attributes) {
    const list = element("ol", attributes);
    const more = element("button", {
        type: "button", class: "button is-wide", id: `${attributes.id}-more`,
    }, text("list.more"));
    let next = null;
    const add = (page) => {
        const added = page.features.map(card);
        list.append(...added);
        next = nextPage(page);
        more.hidden = next === null;
        return added[0];
    };
    more.addEventListener("click", async () => {
        try {
            const shown = add(await ask(next));
            // The keyboard goes on where the list does.
            shown?.querySelector("button")?.focus();
        } catch (error) {
            if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
            notify(error instanceof Refusal ? refusalWords(error) : text("offline"), "warning");
        }
    });
    add(first);
    return [list, more];
}
