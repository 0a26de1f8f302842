// The form for the settings: every change holds at once.

import { Refusal } from "../core/api.js";
import { part } from "../core/dom.js";
import { distanceText, durationText } from "../core/format.js";
import { refusalWords } from "../core/refusals.js";
import { text } from "../core/texts.js";
import { notify } from "../shell/notices.js";
import { Stepper } from "../shell/stepper.js";
import { askTwice } from "../shell/two-clicks.js";
import { durationsWithin, rangesWithin } from "./choices.js";
import { forgetEverything } from "./forgetting.js";
import { scanRadii } from "./radius-slider.js";

export class SettingsForm {
    /**
     * @param {import("./settings.js").Settings} settings
     * @param {object} limits What the service takes.
     * @param {function(): any} onForgotten Called when this browser was forgotten.
     */
    constructor(settings, limits, onForgotten) {
        this.settings = settings;
        this.enabled = part("settings-quickdrop");
        this.enabled.addEventListener(
            "change", () => this.set({ quickdrop_enabled: this.enabled.checked }));
        this.range = this.stepper("settings-range", "quickdrop_visible_radius_m", {
            values: rangesWithin(limits.visible_radius_m), words: distanceText,
            less: "compose.range_less", more: "compose.range_more",
        });
        this.duration = this.stepper("settings-duration", "quickdrop_ttl_s", {
            values: durationsWithin(limits.ttl_s), words: durationText,
            less: "compose.duration_less", more: "compose.duration_more",
        });
        this.scan = this.stepper("settings-scan", "scan_radius_m", {
            values: scanRadii, words: distanceText,
            less: "settings.scan_less", more: "settings.scan_more",
        });
        settings.addEventListener("change", () => this.show());
        this.startForgetting(onForgotten);
        this.show();
    }

    activate() {
        part("radar-settings").hidden = false;
    }

    deactivate() {
        part("radar-settings").hidden = true;
    }

    startForgetting(onForgotten) {
        askTwice(part("settings-forget"), {
            rest: () => text("settings.forget"), question: () => text("settings.forget_really"),
            onAgree: async () => {
                if (!(await forgetEverything())) return;
                this.settings.reset();
                notify(text("settings.forgotten"));
                onForgotten();
            },
        });
    }

    stepper(root, name, { values, words, less, more }) {
        return new Stepper(part(root), {
            values, words, value: this.settings.values[name],
            labels: () => ({ less: text(less), more: text(more) }),
            onChange: (value) => this.set({ [name]: value }),
        });
    }

    show() {
        const { values } = this.settings;
        this.enabled.checked = values.quickdrop_enabled;
        this.range.value = values.quickdrop_visible_radius_m;
        this.duration.value = values.quickdrop_ttl_s;
        this.scan.value = values.scan_radius_m;
    }

    /** Says again what depends on the language. */
    showTexts() {
        part("settings-forget").textContent = text("settings.forget");
        this.show();
    }

    async set(values) {
        try {
            await this.settings.set(values);
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            notify(refusalWords(error), "warning");
        }
    }
}
