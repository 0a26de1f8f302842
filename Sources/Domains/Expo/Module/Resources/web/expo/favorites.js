// The stands and the sessions that a visitor keeps, with the account.

import { ask } from "../core/api.js";
import { element, shape } from "../core/dom.js";
import { text } from "../core/texts.js";
import { isTold } from "./words.js";

/** The kinds that are kept here, as the service calls them. */
const kinds = ["exhibitors", "sessions"];
/** A heart, on a square of 24. */
const heart = "M12 20.500C5 15.500 3 12 3 8.800A4.800 4.800 0 0 1 12 6.500a4.800 4.800 0 0 1 9 2.300c0 3.200-2 6.700-9 11.700z";

export class Favorites {
    #kept = Object.fromEntries(kinds.map((kind) => [kind, new Set()]));

    constructor(tab) {
        this.tab = tab;
    }

    /** Asks the service what is kept; without a network, and without an account, nothing changes. */
    async load() {
        const answer = await this.tab.visitor.asKnown((token) => ask("/v1/me/favorites", { token }));
        if (answer === null) return;
        for (const kind of kinds) {
            this.#kept[kind] = new Set(
                answer.favorites.filter((one) => one.kind === kind).map(({ id }) => id));
        }
    }

    /** The visitor went. */
    clear() {
        for (const kind of kinds) this.#kept[kind].clear();
    }

    has(kind, id) {
        return this.#kept[kind].has(id);
    }

    /** The button that keeps a record, or no longer. */
    button(kind, id, name) {
        const isKept = this.has(kind, id);
        return element("button", {
            type: "button", class: "fair-heart", "aria-pressed": String(isKept),
            "data-favorite": `${kind} ${id}`, "aria-label": text("expo.favorite", { name }),
            on: { click: () => this.#toggle(kind, id) },
        }, shape("svg", { viewBox: "0 0 24 24", class: "fair-picture", "aria-hidden": "true" },
            shape("path", { d: heart })));
    }

    async #toggle(kind, id) {
        if (!await this.tab.visitor.ready()) return;
        const isKept = this.has(kind, id);
        const path = `/v1/me/favorites/${kind}/${encodeURIComponent(id)}`;
        try {
            // An account that could not be made yet keeps nothing.
            const done = await this.tab.visitor.asThis(async (token) => {
                await ask(path, { method: isKept ? "DELETE" : "PUT", token });
                return true;
            });
            if (done && isKept) this.#kept[kind].delete(id);
            else if (done) this.#kept[kind].add(id);
        } catch (error) {
            if (!isTold(error)) throw error;
            this.tab.tell(error);
        }
        this.tab.redraw();
        const button = document.querySelector(`[data-favorite="${CSS.escape(`${kind} ${id}`)}"]`);
        if (button instanceof HTMLElement) button.focus();
    }
}
