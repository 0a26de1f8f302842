// What a stand's card holds besides: what it shows, its topics and links, and where the code of its booth is typed.

import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { logoForm } from "./logo-form.js";

/** As long as any code that the service takes. */
const codeLength = 32;

export class StandDetails {
    #opened = new Set();
    #typed = new Map();
    #faults = new Map();

    constructor(tab) {
        this.tab = tab;
    }

    /** The part of a card that opens; null where there is nothing in it. */
    of(exhibitor) {
        const { id, name } = exhibitor;
        const points = this.tab.fair.about.points?.code ?? 0;
        const isOrganizer = this.tab.profile.organizer.isOrganizer;
        if (!exhibitor.summary && exhibitor.topics.length === 0 && exhibitor.links.length === 0
            && points === 0 && !isOrganizer) return null;
        const content = element("div", { class: "fair-more-content" });
        const fill = () => content.replaceChildren(
            ...words(exhibitor), ...(points > 0 ? [this.#code(exhibitor, points)] : []),
            ...(isOrganizer ? [logoForm(this.tab, exhibitor)] : []));
        const isOpen = this.#opened.has(id);
        if (isOpen) fill();
        return element("details", {
            class: "fair-more", open: isOpen,
            on: {
                toggle: ({ target }) => {
                    if (!target.open) this.#opened.delete(id);
                    else if (!this.#opened.has(id)) {
                        this.#opened.add(id);
                        fill();
                    }
                },
            },
        }, element("summary", { "aria-label": text("expo.more_of", { name }) }, text("expo.more")), content);
    }

    /** What was typed as the code of an exhibitor and was not taken yet; nothing where nothing was. */
    code(id) {
        return this.#typed.get(id);
    }

    /** The service has taken a code. */
    wasTaken(id) {
        this.#typed.delete(id);
        this.#faults.delete(id);
    }

    /** The service has refused a code. */
    wasRefused(id, reason) {
        this.#typed.delete(id);
        this.#faults.set(id, reason);
        this.#opened.add(id);
    }

    #code(exhibitor, points) {
        const { id } = exhibitor;
        const own = this.tab.fair.ratings.get(id);
        if (own?.proof === "code") return element("p", { class: "fair-given" }, text("expo.code_given"));
        const field = `expo-code-${id}`;
        const told = element("p", { class: "quiet", role: "status" });
        const error = element("p", { class: "error", id: `${field}-error`, role: "alert" },
            this.#faults.get(id) ?? "");
        const input = element("input", {
            id: field, type: "text", class: "fair-code", maxlength: codeLength, required: true,
            autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
            "aria-describedby": error.id,
        });
        input.value = this.#typed.get(id) ?? "";
        const keep = () => {
            const code = input.value.trim();
            if (code === "") this.#typed.delete(id);
            else this.#typed.set(id, code);
            return code;
        };
        input.addEventListener("input", keep);
        return element("form", {
            class: "fair-code-form",
            on: {
                submit: async (event) => {
                    event.preventDefault();
                    error.textContent = "";
                    if (keep() === "") return;
                    const given = this.tab.fair.ratings.get(id);
                    if (given) await this.tab.rate(exhibitor, given.stars);
                    // It goes with the stars: the service takes none without them.
                    else told.textContent = text("expo.code_then_stars");
                },
            },
        }, element("label", { for: field }, text("expo.code_at_booth", { count: points })), input, told, error,
        element("button", { type: "submit", class: "fair-button is-quiet" }, text("expo.send_booth_code")));
    }
}

function words({ summary, topics, links }) {
    return [
        summary ? element("p", { class: "fair-summary" }, summary) : null,
        topics.length > 0 ? element("p", { class: "quiet" }, topics.join(" · ")) : null,
        ...links.map((url) => element("a", {
            class: "fair-link", href: url, target: "_blank", rel: "noopener noreferrer",
        }, host(url))),
    ].filter(Boolean);
}

/** Where a link leads, in short. */
function host(url) {
    try {
        return new URL(url).hostname.replace(/^www\./, "");
    } catch {
        return url;
    }
}
