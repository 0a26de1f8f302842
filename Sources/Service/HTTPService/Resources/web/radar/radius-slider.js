// The slider for how far to look: each notch is about a fifth further than the one before.

import { distanceText } from "../core/format.js";

/** In metres; the service lets nobody be seen from further than 50 km. */
export const scanRadii = [
    100, 150, 200, 300, 400, 500, 700, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 7_000, 10_000,
    15_000, 20_000, 30_000, 40_000, 50_000,
];

export class RadiusSlider {
    /**
     * @param {HTMLInputElement} input Of type range.
     * @param {HTMLOutputElement} output
     * @param {number} meters The radius to begin with.
     * @param {function(number, boolean): void} onChange Called with the radius, and whether the reader
     *   has let go of the slider.
     */
    constructor(input, output, meters, onChange) {
        this.input = input;
        this.output = output;
        input.min = "0";
        input.max = String(scanRadii.length - 1);
        input.step = "1";
        const tell = (isSettled) => {
            this.show();
            onChange(this.meters, isSettled);
        };
        input.addEventListener("input", () => tell(false));
        input.addEventListener("change", () => tell(true));
        this.meters = meters;
    }

    get meters() {
        return scanRadii[Number(this.input.value)];
    }

    set meters(meters) {
        const step = Math.max(0, scanRadii.findIndex((radius) => radius >= meters));
        this.input.value = String(step);
        this.show();
    }

    show() {
        const words = distanceText(this.meters);
        this.output.textContent = words;
        this.input.setAttribute("aria-valuetext", words);
    }
}
