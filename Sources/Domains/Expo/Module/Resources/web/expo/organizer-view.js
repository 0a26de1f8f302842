// What organizers of this fair see beside a visitor: figures, the board, draws, and the plan. The token is the one
// of the tab Staff.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { upload } from "../core/upload.js";
import { asStaff, staffPass } from "../staff/staff-token.js";

const shownPlaces = 10;

export class OrganizerView {
    constructor(tab) {
        this.tab = tab;
        /** What is known of the plan that is being put on the ground. */
        this.plan = null;
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
            const [figures, board, { draws }] = await asStaff((token) => Promise.all([
                ask(`${path}/statistics`, { token }),
                ask(`${path}/leaderboard`, { token, query: { limit: shownPlaces } }),
                ask("/v1/draws", { query: { event: this.tab.fair.about.event } }),
            ]));
            return [element("section", { class: "fair-organizer", id: "expo-organizer" },
                element("h2", {}, text("expo.organizer")),
                ...this.#figures(figures), ...this.#board(board), ...this.#draws(draws),
                ...this.#planForm())];
        } catch (error) {
            if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
            return [element("p", { class: "error", role: "alert" }, error.message)];
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

    async #attempt(error, action, { isDrawn = true } = {}) {
        error.textContent = "";
        try {
            await asStaff(action);
            if (isDrawn) await this.tab.profile.draw();
        } catch (problem) {
            if (!(problem instanceof Refusal || problem instanceof Unreachable)) throw problem;
            error.textContent = problem.errors?.[0]?.message ?? problem.message;
        }
    }

    // The plan

    #planForm() {
        const error = element("p", { class: "error", role: "alert" });
        const preview = element("div", { class: "fair-preview" });
        const file = element("input", {
            id: "expo-plan", type: "file", accept: "image/png,image/jpeg,image/webp",
            on: { change: () => this.#choosePlan(file.files[0], preview, error) },
        });
        return [
            element("h3", {}, text("expo.plan")),
            element("p", {}, text("expo.plan_hint")),
            element("div", { class: "field" },
                element("label", { for: "expo-plan" }, text("expo.plan_file")), file),
            preview, error,
        ];
    }

    /** Keeps the picture at once: the page shows pictures of the service alone. */
    async #choosePlan(file, preview, error) {
        if (!file) return;
        await this.#attempt(error, async (token) => {
            const { hash, href } = await upload("/v1/media", {
                query: { alt: this.tab.fair.about.title }, file, token,
                signal: new AbortController().signal, onProgress: () => {},
            });
            this.plan = { hash, points: [], spot: null };
            this.#showPlan(href, preview, error);
        }, { isDrawn: false });
    }

    #showPlan(href, preview, error) {
        const picture = element("img", { src: href, alt: text("expo.plan") });
        const told = element("p", { role: "status" });
        const tell = () => {
            const { points, spot } = this.plan;
            told.textContent = spot ? text("expo.plan_place") : text("expo.plan_points", { count: points.length });
        };
        picture.addEventListener("click", (event) => {
            const scale = picture.naturalWidth / picture.clientWidth;
            this.plan.spot = {
                x: Math.round(event.offsetX * scale), y: Math.round(event.offsetY * scale),
            };
            tell();
        });
        const here = element("button", {
            type: "button", class: "fair-button is-quiet", on: {
                click: () => {
                    if (!this.plan.spot) return;
                    const { lat, lon } = this.tab.mapView.center;
                    this.plan.points.push({ ...this.plan.spot, lat, lon });
                    this.plan.spot = null;
                    tell();
                },
            },
        }, text("expo.plan_here"));
        const send = (force) => element("button", {
            type: "button", class: force ? "fair-button is-quiet" : "fair-button",
            on: { click: () => this.#sendPlan(error, force) },
        }, text(force ? "expo.plan_force" : "expo.plan_send"));
        preview.replaceChildren(picture, told, here, send(false), send(true));
        tell();
    }

    async #sendPlan(error, force) {
        const { hash, points } = this.plan;
        await this.#attempt(error, async (token) => {
            const { event, title } = this.tab.fair.about;
            const body = { event, media: hash, alt: title, control_points: points };
            await ask("/v1/site-maps", {
                method: "POST", token, body: force ? { ...body, force: true } : body,
            });
            await this.tab.fair.load(this.tab.visitor);
            this.tab.map.show(this.tab.fair);
        });
    }
}
