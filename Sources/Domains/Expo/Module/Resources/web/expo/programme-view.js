// What happens when and where: the sessions of the fair, by day and time.

import { Unreachable } from "../core/api.js";
import { element, part } from "../core/dom.js";
import { text } from "../core/texts.js";
import { clockWords, dayWords } from "./times.js";

export class ProgrammeView {
    constructor(tab) {
        this.tab = tab;
        /** Whether the sessions alone are shown that the visitor keeps. */
        this.isOwn = false;
        part("expo-own-sessions").addEventListener("click", () => {
            this.isOwn = !this.isOwn;
            this.draw();
        });
    }

    async draw() {
        const { fair } = this.tab;
        try {
            await fair.loadSessions();
        } catch (error) {
            if (!(error instanceof Unreachable)) throw error;
            this.tab.tell(error);
            return;
        }
        part("expo-own-sessions").setAttribute("aria-pressed", String(this.isOwn));
        const { favorites } = this.tab;
        const shown = fair.sessions.filter(({ id }) => !this.isOwn || favorites.has("sessions", id));
        part("expo-sessions-empty").hidden = shown.length > 0;
        part("expo-sessions-empty").textContent = text(this.isOwn ? "expo.no_favorites" : "expo.no_sessions");
        const rows = [];
        let day = null;
        for (const session of shown) {
            if (session.day !== day) {
                ({ day } = session);
                rows.push(element("li", { class: "fair-day" },
                    element("h3", {}, dayWords(session.starts_local))));
            }
            rows.push(row(session, favorites));
        }
        part("expo-sessions").replaceChildren(...rows);
    }
}

function row(session, favorites) {
    const isOff = session.status === "cancelled" || session.status === "postponed";
    return element("li", { class: `fair-session${isOff ? " is-off" : ""}` },
        element("span", { class: "fair-session-time" }, clockWords(session.starts_local)),
        element("span", { class: "fair-session-title" }, session.title),
        element("span", { class: "fair-session-room" },
            [session.room, isOff ? text(`expo.is_${session.status}`) : null,
                session.moved_from ? text("expo.moved") : null].filter(Boolean).join(" · ")),
        favorites.button("sessions", session.id, session.title));
}
