// What somebody is told of what they follow: a button with how much is new, and the list.

import { Refusal, Unreachable } from "../core/api.js";
import { element, shape } from "../core/dom.js";
import { ageText } from "../core/format.js";
import { refusalWords } from "../core/refusals.js";
import { text } from "../core/texts.js";
import { notify } from "../shell/notices.js";
import { askAsAccount, isSignedIn } from "./account.js";
import { empty, outward } from "./cards.js";
import { bellPath } from "./marks.js";

const pauseMilliseconds = 60_000;

/** The button that opens the list, with how many notices nobody has read. */
export class NoticeBell {
    #timer = 0;

    /** @param {HTMLButtonElement} button @param {function(): void} onOpen */
    constructor(button, onOpen) {
        this.button = button;
        button.addEventListener("click", onOpen);
        this.show(0);
    }

    /** Asks now, and every minute until it is stopped. */
    start() {
        this.stop();
        this.#timer = setInterval(() => this.refresh(), pauseMilliseconds);
        return this.refresh();
    }

    stop() {
        clearInterval(this.#timer);
    }

    /** Asks how many are new; what cannot be asked now stays as it was. */
    async refresh() {
        this.button.hidden = !isSignedIn();
        if (this.button.hidden) return;
        try {
            const answer = await askAsAccount("/v1/me/notices");
            this.button.hidden = answer === null;
            if (answer) this.show(answer.unread);
        } catch (error) {
            if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
        }
    }

    /** Shows how many are new. */
    show(unread) {
        this.unread = unread;
        this.button.replaceChildren(
            shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: bellPath })),
            element("span", {}, text("esports.notices_new", { count: unread })));
    }
}

/** The list, the newest first. @param {object} tab The tab. @param {AbortSignal} signal Gives up early. */
export async function noticesView(tab, signal) {
    const answer = await askAsAccount("/v1/me/notices", { signal });
    const head = element("div", { class: "esports-head" },
        element("h2", { tabindex: "-1" }, text("esports.notices")), tab.backButton());
    if (answer === null) return [head, empty(text("esports.notices_sign_in"))];
    tab.bell.show(answer.unread);
    const unread = answer.notices.filter((notice) => !notice.read_at);
    return [
        head,
        unread.length < 2 ? null : element("button", {
            type: "button", class: "button", id: "esports-read-all",
            on: { click: () => markRead(tab, unread) },
        }, text("esports.read_all")),
        answer.notices.length === 0 ? empty(text("esports.no_notices"))
            : element("ol", { id: "esports-notices-list" }, ...answer.notices.map(
                (notice) => noticeCard(tab, notice))),
    ].filter(Boolean);
}

function noticeCard(tab, notice) {
    const { id, title, body, link, from, read_at: readAt } = notice;
    const seconds = Math.max(0, (Date.now() - Date.parse(from)) / 1000);
    return element("li", { class: "esports-card", "data-id": id, "data-read": String(Boolean(readAt)) },
        element("h3", {}, readAt ? null : element("span", { class: "esports-new" }, text("esports.notice_new")),
            readAt ? null : " ", title),
        body ? element("p", {}, body) : null,
        element("p", { class: "quiet" }, ageText(seconds),
            link?.startsWith("https://") ? " · " : null,
            link?.startsWith("https://") ? outward(link, text("esports.at_source")) : null),
        readAt ? null : element("button", {
            type: "button", class: "link esports-read", "aria-label": text("esports.read_one", { title }),
            on: { click: () => markRead(tab, [notice]) },
        }, text("esports.read")));
}

/** Notes that notices were read, and leaves the keyboard where the list goes on. */
async function markRead(tab, notices) {
    try {
        for (const { id } of notices) await askAsAccount(`/v1/me/notices/${id}/read`, { method: "PUT" });
    } catch (error) {
        if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
        notify(error instanceof Refusal ? refusalWords(error) : text("offline"), "warning");
    }
    await tab.show();
    const next = document.querySelector("#esports-notices-list .esports-read")
        ?? document.querySelector("#esports-content h2");
    if (next instanceof HTMLElement) next.focus();
}
