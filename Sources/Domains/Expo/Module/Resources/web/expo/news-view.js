// What a visitor is told of the fair: prizes, offers, sessions that moved.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { element } from "../core/dom.js";
import { ageText } from "../core/format.js";
import { text } from "../core/texts.js";
import { isTold } from "./words.js";

export class NewsView {
    constructor(tab) {
        this.tab = tab;
        /** The newest first; empty where nobody is signed in. */
        this.notices = [];
    }

    /** How many nobody has read. */
    get unread() {
        return this.notices.filter(({ read_at: readAt }) => readAt === null).length;
    }

    /** Asks the service; what cannot be asked now stays as it was. */
    async load() {
        try {
            const answer = await this.tab.visitor.asKnown((token) => ask("/v1/me/notices", { token }));
            this.notices = answer?.notices ?? [];
        } catch (error) {
            if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
        }
        this.tab.showUnread(this.unread);
    }

    /** The visitor went. */
    clear() {
        this.notices = [];
        this.tab.showUnread(0);
    }

    /** The part of the profile; none where there is nothing to tell. */
    parts() {
        if (this.notices.length === 0) return [];
        return [
            element("h3", {}, text("expo.news")),
            element("ol", { class: "fair-news", id: "expo-news" },
                ...this.notices.map((notice) => this.#card(notice))),
        ];
    }

    #card({ id, title, body, link, from, read_at: readAt }) {
        const seconds = Math.max(0, (Date.now() - Date.parse(from)) / 1000);
        return element("li", { class: readAt === null ? "is-new" : null, "data-id": id },
            element("strong", {}, title),
            body ? element("p", {}, body) : null,
            element("p", { class: "quiet" }, ageText(seconds)),
            link?.startsWith("https://") ? element("a", {
                class: "fair-link", href: link, target: "_blank", rel: "noopener noreferrer",
            }, text("expo.more_of", { name: title })) : null,
            readAt === null ? element("button", {
                type: "button", class: "fair-button is-quiet", on: { click: () => this.#read(id) },
            }, text("expo.read")) : null);
    }

    async #read(id) {
        try {
            await this.tab.visitor.asKnown((token) =>
                ask(`/v1/me/notices/${id}/read`, { method: "PUT", token }));
        } catch (error) {
            if (!isTold(error)) throw error;
            this.tab.tell(error);
        }
        await this.tab.profile.draw();
        const next = document.querySelector("#expo-news button");
        if (next instanceof HTMLElement) next.focus();
    }
}
