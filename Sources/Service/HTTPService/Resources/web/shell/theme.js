// Light, dark, or as the browser prefers.

import { recall, remember } from "../core/preferences.js";
import { onLanguageChange, text } from "../core/texts.js";

const order = ["auto", "light", "dark"];

/** Makes `button` turn the theme; `onChange` is called whenever the colours have changed. */
export function startTheme(button, onChange) {
    let theme = recall("theme", "auto");

    const show = () => {
        if (theme === "auto") {
            delete document.documentElement.dataset.theme;
        } else {
            document.documentElement.dataset.theme = theme;
        }
        button.dataset.shows = theme;
        const words = text(`theme.${theme}`);
        button.setAttribute("aria-label", words);
        button.title = words;
    };

    button.addEventListener("click", () => {
        theme = order[(order.indexOf(theme) + 1) % order.length];
        remember("theme", theme === "auto" ? null : theme);
        show();
        onChange();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", onChange);
    onLanguageChange(show);
    show();
}
