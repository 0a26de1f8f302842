// A value chosen from a row of good ones, one step at a time.

import { element } from "../core/dom.js";

export class Stepper {
    /**
     * @param {HTMLElement} root Filled with the buttons and the value.
     * @param {object} how
     * @param {number[]} how.values From the least to the most.
     * @param {number} how.value The one to begin with, or the nearest to it.
     * @param {function(number): string} how.words How a value reads.
     * @param {function(): {less: string, more: string}} how.labels Names of the buttons.
     * @param {function(number): void} how.onChange
     */
    constructor(root, { values, value, words, labels, onChange }) {
        this.values = values;
        this.words = words;
        this.labels = labels;
        this.onChange = onChange;
        this.less = element("button", {
            type: "button", class: "step", on: { click: () => this.step(-1) },
        }, "−");
        this.output = element("output", { class: "step-value" });
        this.more = element("button", {
            type: "button", class: "step", on: { click: () => this.step(1) },
        }, "+");
        root.append(this.less, this.output, this.more);
        this.value = value;
    }

    get value() {
        return this.values[this.at];
    }

    set value(wanted) {
        const distances = this.values.map((value) => Math.abs(value - wanted));
        this.at = distances.indexOf(Math.min(...distances));
        this.show();
    }

    step(by) {
        this.at = Math.max(0, Math.min(this.values.length - 1, this.at + by));
        this.show();
        this.onChange(this.value);
    }

    /** Writes the value and the names of the buttons, again when the language has changed. */
    show() {
        const { less, more } = this.labels();
        this.less.setAttribute("aria-label", less);
        this.more.setAttribute("aria-label", more);
        this.less.setAttribute("aria-disabled", String(this.at === 0));
        this.more.setAttribute("aria-disabled", String(this.at === this.values.length - 1));
        this.output.textContent = this.words(this.value);
    }
}
