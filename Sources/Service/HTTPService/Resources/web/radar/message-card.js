// A message in the list.

import { element } from "../core/dom.js";
import { ageText, distanceText, durationText } from "../core/format.js";
import { text } from "../core/texts.js";
import { categoryClass, categoryName, categorySymbol } from "./categories.js";
import { isOwn } from "./own-messages.js";

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

/** Distance, age, time left. */
export class Facts {
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

function write(target, words) {
    if (target.textContent !== words) target.textContent = words;
    target.hidden = words === "";
}
