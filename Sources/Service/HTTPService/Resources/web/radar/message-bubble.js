// A message whole, in the bubble on the map.

import { element } from "../core/dom.js";
import { distanceText } from "../core/format.js";
import { text } from "../core/texts.js";
import { askTwice } from "../shell/two-clicks.js";
import { categoryClass, categoryName, categorySymbol } from "./categories.js";
import { Facts } from "./message-card.js";
import { shareLeft } from "./message.js";
import { isOwn } from "./own-messages.js";
import { reportControl } from "./report.js";

/** One message whole. */
export class MessageBubble {
    /**
     * @param {object} message
     * @param {{reasons: string[], isKept: boolean, onRemove: function(string): void,
     *   onKeep: function(string, boolean): void,
     *   placeOfReader: function(): any}} how
     */
    constructor(message, { reasons, isKept, onRemove, onKeep, placeOfReader }) {
        this.isKept = isKept;
        this.keep = element("button", {
            type: "button", class: "button", on: { click: () => onKeep(message.id, !this.isKept) },
        });
        this.showKept(isKept);
        this.facts = new Facts();
        this.bar = element("span", { class: "life-bar" });
        this.root = element("article", {
            class: `message-bubble ${categoryClass(message.category)}`, tabindex: "-1",
        },
        element("h3", {}, categorySymbol(message.category), categoryName(message.category)),
        element("p", { class: "message-text", dir: "auto" }, message.text),
        element("div", { class: "life", "aria-hidden": "true" }, this.bar),
        this.facts.root,
        element("p", { class: "quiet" },
            text("radar.visible_within", { distance: distanceText(message.visibleRadiusMeters) })),
        element("div", { class: "row-actions" }, this.keep,
            isOwn(message.id) ? removeButton(() => onRemove(message.id)) : null),
        isOwn(message.id) ? null : reportControl(message.id, reasons, placeOfReader));
    }

    /** Shows whether this browser keeps the message. */
    showKept(isKept) {
        this.isKept = isKept;
        this.keep.setAttribute("aria-pressed", String(isKept));
        this.keep.textContent = text(isKept ? "radar.kept" : "radar.keep");
    }

    update(message, moment) {
        this.facts.update(message, moment);
        this.bar.style.inlineSize = `${(100 * shareLeft(message, moment)).toFixed(2)}%`;
        this.root.classList.toggle("is-expired", message.expiresAt <= moment);
    }
}

/** Removes on the second click: the first one asks. */
function removeButton(onRemove) {
    const button = element("button", { type: "button", class: "button is-danger" });
    askTwice(button, {
        rest: () => text("radar.remove"), question: () => text("radar.remove_really"),
        onAgree: onRemove,
    });
    return button;
}
