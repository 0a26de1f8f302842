// What organizers of this fair see beside a visitor: figures, the board, draws, and the plan. The token is the one
// of the tab Staff.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { asStaff, staffPass } from "../staff/staff-token.js";
import { PlanForm } from "./plan-form.js";
import { visitorWords } from "./words.js";

const shownPlaces = 10;

export class OrganizerView {
    constructor(tab) {
        this.tab = tab;
        this.planForm = new PlanForm(tab);
    }

    /** Whether whoever has come in with a token runs this fair. */
    get isOrganizer() {
        const pass = staffPass();
        const event = this.tab.fair?.about.event ?? "";
        return pass?.role === "expo.organizer"
            && (pass.event === event || event.endsWith(`.${pass.event}`));
    }

    /** The parts of the view; none for visitors. */
    async parts() {
        if (!this.isOrganizer) return [];
        const path = `/v1/fairs/${encodeURIComponent(this.tab.fair.about.event)}`;
        try {
            const [figures, board, { draws }, { site_maps: plans }] = await asStaff((token) => Promise.all([
                ask(`${path}/statistics`, { token }),
                ask(`${path}/leaderboard`, { token, query: { limit: shownPlaces } }),
                ask("/v1/draws", { query: { event: this.tab.fair.about.event } }),
                ask("/v1/site-maps/versions", { token, query: { event: this.tab.fair.about.event } }),
            ]));
            return [element("section", { class: "fair-organizer", id: "expo-organizer" },
                element("h2", {}, text("expo.organizer")),
                ...this.#figures(figures), ...this.#board(board), ...this.#draws(draws),
                ...this.planForm.parts(plans))];
        } catch (error) {
            if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
            return [element("p", { class: "error", role: "alert" }, visitorWords(error))];
        }
    }

    #figures({ attendees, by_hour: hours, exhibitors }) {
        const most = Math.max(1, ...hours.map(({ ratings }) => ratings ?? 0));
        const quiet = exhibitors.filter(({ ratings }) => ratings === 0 || ratings === null);
        return [
            element("p", { class: "fair-sum" },
                text("expo.attendees", { count: attendees ?? text("expo.few") })),
            element("ul", { class: "fair-hours" }, ...hours.map(({ hour, ratings }) => element("li", {},
                element("span", {}, `${hour.slice(11, 16)} UTC`),
                element("progress", { max: most, value: ratings ?? 0, "aria-label": hour }),
                element("span", {}, ratings === null ? text("expo.few") : String(ratings))))),
            element("p", {}, text("expo.quiet_booths", {
                names: quiet.slice(0, 8).map(({ name }) => name).join(", ") || "–",
            })),
        ];
    }

    #board({ places }) {
        return [
            element("h3", {}, text("expo.board")),
            element("ol", { class: "fair-board" }, ...places.map(({ rank, name, points }) =>
                element("li", { value: rank },
                    `${name ?? text("expo.visitor")}: ${text("expo.points", { count: points })}`))),
        ];
    }

    #draws(draws) {
        const prize = element("input", { id: "expo-prize", type: "text", maxlength: 200, required: true });
        const error = element("p", { class: "error", role: "alert" });
        const begin = async (event) => {
            event.preventDefault();
            await this.#attempt(error, async (token) => {
                await ask("/v1/draws", {
                    method: "POST", token,
                    body: { event: this.tab.fair.about.event, prize: prize.value, reserves: 2 },
                });
            });
        };
        return [
            element("h3", {}, text("expo.draws")),
            element("ul", { class: "fair-draws" }, ...draws.map((draw) => element("li", {},
                element("strong", {}, draw.prize), " ",
                element("code", {}, draw.commitment.slice(0, 16)), " ",
                draw.drawn_at ? text("expo.drawn", { tickets: draw.winners.join(", ") })
                    : element("button", {
                        type: "button", class: "fair-button is-quiet",
                        on: {
                            click: () => this.#attempt(error, (token) =>
                                ask(`/v1/draws/${draw.id}/winners`, { method: "POST", token })),
                        },
                    }, text("expo.draw_now"))))),
            element("form", { class: "field", on: { submit: begin } },
                element("label", { for: "expo-prize" }, text("expo.prize")), prize,
                element("button", { type: "submit", class: "fair-button" }, text("expo.begin_draw"))),
            error,
        ];
    }

    async #attempt(error, action) {
        error.textContent = "";
        try {
            await asStaff(action);
            await this.tab.profile.draw();
        } catch (problem) {
            if (!(problem instanceof Refusal || problem instanceof Unreachable)) throw problem;
            error.textContent = visitorWords(problem);
        }
    }
}
