// The tabs: one is shown at a time. Arrow keys move between them, as the ARIA pattern asks.

import { part } from "../core/dom.js";

export class Tabs {
    /**
     * @param {Object<string, {activate: function(): Promise, deactivate: function(): any}>} views By the name of
     *   the tab: the elements `tab-NAME` and `panel-NAME` belong to it.
     * @param {function(string): void} onChange Called with the name of the tab that is shown now.
     */
    constructor(views, onChange) {
        this.views = views;
        this.names = Object.keys(views);
        this.onChange = onChange;
        this.current = null;
        for (const name of this.names) {
            part(`tab-${name}`).addEventListener("click", () => this.show(name));
        }
        part("tabs").addEventListener("keydown", (event) => this.followKey(event));
    }

    /** Shows a tab; one that does not exist shows the first. */
    show(wanted) {
        const name = this.names.includes(wanted) ? wanted : this.names[0];
        if (name === this.current) return;
        if (this.current) this.views[this.current].deactivate();
        this.current = name;
        for (const other of this.names) {
            const tab = part(`tab-${other}`);
            tab.setAttribute("aria-selected", String(other === name));
            tab.tabIndex = other === name ? 0 : -1;
            part(`panel-${other}`).hidden = other !== name;
        }
        this.onChange(name);
        // A panel whose words are still on their way has none to show.
        const panel = part(`panel-${name}`);
        panel.classList.add("is-coming");
        Promise.resolve(this.views[name].activate())
            .finally(() => panel.classList.remove("is-coming"));
    }

    followKey(event) {
        const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
        const count = this.names.length;
        const at = this.names.indexOf(this.current);
        let next = null;
        if (event.key in steps) next = (at + steps[event.key] + count) % count;
        if (event.key === "Home") next = 0;
        if (event.key === "End") next = count - 1;
        if (next === null) return;
        event.preventDefault();
        this.show(this.names[next]);
        part(`tab-${this.names[next]}`).focus();
    }
}
