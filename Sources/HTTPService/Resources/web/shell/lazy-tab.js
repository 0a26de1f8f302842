// A tab whose modules are fetched when it is first shown.

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
        this.#tab ??= this.#make();
        const tab = await this.#tab;
        if (this.#isActive) tab.activate();
    }

    async deactivate() {
        this.#isActive = false;
        const tab = await this.#tab;
        if (!this.#isActive) tab?.deactivate();
    }
}
