// The panel on a phone: a sheet below the map that can be put away.

import { part } from "../core/dom.js";
import { onLanguageChange, text } from "../core/texts.js";

export class Sheet {
    constructor() {
        this.handle = part("sheet-handle");
        this.handle.addEventListener("click", () => this.set(!this.isOpen));
        onLanguageChange(() => this.set(this.isOpen));
        this.set(true);
    }

    open() {
        this.set(true);
    }

    set(isOpen) {
        this.isOpen = isOpen;
        document.body.classList.toggle("has-sheet-away", !isOpen);
        this.handle.setAttribute("aria-expanded", String(isOpen));
        this.handle.setAttribute("aria-label", text(isOpen ? "sheet.close" : "sheet.open"));
    }
}
