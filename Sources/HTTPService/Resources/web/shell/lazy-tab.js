// A tab, or a part of one, whose modules are fetched when it is first shown.

import { text } from "../core/texts.js";
import { notify } from "./notices.js";

export class LazyTab {
    #make;
    #tab = null;
    #isActive = false;

    /** @param {function(): Promise<{activate: function, deactivate: function}>} make */
    constructor(make) {
        this.#make = make;
    }

    async activate() {
        this.#isActive = true;
        this.#tab ??= this.#fetch();
        const tab = await this.#tab;
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
        try {
            return await this.#make();
        } catch (error) {
            console.error(error);
            notify(text("offline"), "warning");
            this.#tab = null;
            return null;
        }
    }
}
