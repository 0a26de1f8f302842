// A message in words: in the list, and whole in the bubble on the map.

import { element } from "../core/dom.js";
import { ageText, distanceText, durationText } from "../core/format.js";
import { text } from "../core/texts.js";
import { askTwice } from "../shell/two-clicks.js";
import { categoryClass, categoryName, categorySymbol } from "./categories.js";
import { shareLeft } from "./message.js";
import { isOwn } from "./own-messages.js";
import { reportControl } from "./report.js";

const hurryMilliseconds = 60_000;

/** One message in the list; click it to see all of it. */
export class MessageRow {
    constructor(message, onSelect) {
        this.text = element("span", { class: "message-text", dir: "auto" }, message.text);
        this.facts = new Facts();
        const button = element("button", {
            type: "button", class: "message-row", on: { click: () => onSelect(message.id) },
        },
        categorySymbol(message.category),
        element("span", { class: "for-screen-readers" }, `${categoryName(message.category)}: `),
        this.text, this.facts.root);
        this.root = element("li", { class: categoryClass(message.category) }, button);
        this.button = button;
    }

    update(message, moment, isSelected) {
        this.facts.update(message, moment);
        this.root.classList.toggle("is-selected", isSelected);
        this.root.classList.toggle("is-expired", message.expiresAt <= moment);
        this.button.setAttribute("aria-current", String(isSelected));
    }
}

/** One message whole. */
export class MessageBubble {
    /**
     * @param {object} message
     * @param {{reasons: string[], isKept: boolean, onRemove: function(string),
     *   onKeep: function(string, boolean),
     *   placeOfReader: function}} how
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

/** Distance, age, time left. */
class Facts {
    constructor() {
        this.own = element("span", { class: "own" });
        this.distance = element("span");
        this.age = element("span");
        this.left = element("span", { class: "time-left" });
        this.root = element(
            "span", { class: "facts" }, this.own, this.distance, this.age, this.left);
    }

    update({ id, distanceMeters, postedAt, expiresAt }, moment) {
        const left = expiresAt - moment;
        write(this.own, isOwn(id) ? text("radar.own") : "");
        write(this.distance, distanceMeters === null ? "" : distanceText(distanceMeters));
        write(this.age, ageText((moment - postedAt) / 1000));
        write(this.left, left > 0
            ? text("radar.time_left", { time: durationText(left / 1000) })
            : text("radar.expired"));
        this.left.classList.toggle("is-hurried", left < hurryMilliseconds);
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

function write(target, words) {
    if (target.textContent !== words) target.textContent = words;
    target.hidden = words === "";
}
