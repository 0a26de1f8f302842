// Hearts of games, and bells of events and teams: what somebody keeps, and wants to hear of.

import { Refusal, Unreachable } from "../core/api.js";
import { element, shape } from "../core/dom.js";
import { refusalWords } from "../core/refusals.js";
import { text } from "../core/texts.js";
import { notify } from "../shell/notices.js";
import { askAsAccount, isSignedIn } from "./account.js";

/** The shape of a bell. */
export const bellPath = "M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2 2 0 0 0 4 0";

const paths = {
    heart: "M12 20s-7.5-4.6-7.5-10A4.2 4.2 0 0 1 12 7.4 4.2 4.2 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z",
    bell: bellPath,
    team: bellPath,
};
const kinds = {
    heart: { list: "favorites", kind: "games" },
    bell: { list: "follows", kind: "events" },
    team: { list: "follows", kind: "teams" },
};

/** A bell is a bell, whatever it is of. */
const words = (sort) => (sort === "team" ? "bell" : sort);

export class Marks {
    #marked = { heart: new Set(), bell: new Set(), team: new Set() };
    #listeners = new Set();

    /** @param {function(): void} onSignInWanted Called when nobody is signed in who would mark something. */
    constructor(onSignInWanted) {
        this.onSignInWanted = onSignInWanted;
    }

    /** Asks what the account has marked; nobody's account has nothing. */
    async load() {
        const lists = {};
        for (const list of ["favorites", "follows"]) {
            const answer = isSignedIn() ? await askAsAccount(`/v1/me/${list}`) : null;
            lists[list] = answer?.[list] ?? [];
        }
        for (const [sort, { list, kind }] of Object.entries(kinds)) {
            this.#marked[sort] = new Set(
                lists[list].filter((mark) => mark.kind === kind).map(({ id }) => id));
        }
    }

    /** Calls `listener` when something was marked, or is marked no longer. */
    onChange(listener) {
        this.#listeners.add(listener);
    }

    /**
     * A button that shows and changes whether something is marked: by its shape as well as its colour.
     *
     * @param {"heart"|"bell"|"team"} sort
     */
    button(sort, id, name) {
        const button = element("button", { type: "button", class: "esports-mark", "data-id": id },
            shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: paths[sort] })));
        const show = () => {
            const isOn = this.#marked[sort].has(id);
            button.setAttribute("aria-pressed", String(isOn));
            button.setAttribute("aria-label", text(`esports.${words(sort)}`, { name }));
        };
        button.addEventListener("click", async () => {
            await this.#toggle(sort, id, name);
            show();
        });
        this.#listeners.add(show);
        show();
        return button;
    }

    async #toggle(sort, id, name) {
        if (!isSignedIn()) {
            this.onSignInWanted();
            return;
        }
        const isOn = !this.#marked[sort].has(id);
        if (await this.#set(sort, id, isOn)) {
            this.#confirm(sort, id, name, isOn);
        }
    }

    /** Says what was done, with a button that takes it back. */
    #confirm(sort, id, name, isOn) {
        notify(text(`esports.${words(sort)}_${isOn ? "added" : "removed"}`, { name }));
        const undo = element("button", {
            type: "button", class: "link esports-undo",
            on: { click: () => this.#set(sort, id, !isOn) },
        }, text("esports.undo"));
        document.querySelector("#notices .notice")?.insertBefore(
            undo, document.querySelector("#notices .notice-close"));
    }

    /** @returns {Promise<boolean>} Whether it is so now. */
    async #set(sort, id, isOn) {
        const { list, kind } = kinds[sort];
        try {
            await askAsAccount(
                `/v1/me/${list}/${kind}/${encodeURIComponent(id)}`, { method: isOn ? "PUT" : "DELETE" });
        } catch (error) {
            if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
            notify(error instanceof Refusal ? refusalWords(error) : text("offline"), "warning");
            return false;
        }
        if (!isSignedIn()) {
            this.onSignInWanted();
            return false;
        }
        if (isOn) this.#marked[sort].add(id);
        else this.#marked[sort].delete(id);
        for (const listener of this.#listeners) listener();
        return true;
    }
}
