// What is fetched when it is first wanted: modules, and tabs or parts of them that are made of such.

import { text } from "../core/texts.js";
import { notify } from "./notices.js";

/**
 * What `load` promises, such as `() => import("../map/position.js")`; null where it cannot be had now, which
 * the reader has then been told.
 *
 * @template Value
 * @param {function(): Promise<Value>} load
 * @returns {Promise<?Value>}
 */
export async function fetched(load) {
    try {
        return await load();
    } catch (error) {
        console.error(error);
        notify(text(await isReplaced() ? "page.replaced" : "offline"), "warning");
        return null;
    }
}

/** Whether the service has another version of the page by now, and this one's files no more. */
async function isReplaced() {
    try {
        const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" });
        return answer.status === 404;
    } catch {
        return false;
    }
}

/** A tab, or a part of one, whose modules are fetched when it is first shown. */
export class LazyTab {
    #make;
    #tab = null;
    #isActive = false;

    /** @param {function(): Promise<{activate: function(): any, deactivate: function(): any}>} make */
    constructor(make) {
        this.#make = make;
    }

    /** Fetches what it takes to show the tab. */
    async prepare() {
        this.#tab ??= this.#fetch();
        return await this.#tab;
    }

    async activate() {
        this.#isActive = true;
        const tab = await this.prepare();
        if (this.#isActive) tab?.activate();
    }

    async deactivate() {
        this.#isActive = false;
        const tab = await this.#tab;
        if (!this.#isActive) tab?.deactivate();
    }

    /** Calls `action` with the tab, if it was ever shown. */
    async whenMade(action) {
        const tab = await this.#tab;
        if (tab) action(tab);
    }

    /** Makes the tab; where its modules cannot be had now, the next showing tries again. */
    async #fetch() {
        const tab = await fetched(this.#make);
        if (!tab) this.#tab = null;
        return tab;
    }
}
