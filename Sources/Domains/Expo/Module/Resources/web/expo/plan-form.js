// Where organizers put the plan of their fair on the ground, see what that changes, and take an earlier one back.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { element } from "../core/dom.js";
import { distanceText, momentText } from "../core/format.js";
import { text } from "../core/texts.js";
import { upload } from "../core/upload.js";
import { asStaff } from "../staff/staff-token.js";
import { visitorWords } from "./words.js";

export class PlanForm {
    /** What is known of the plan that is being put on the ground. */
    #plan = null;

    constructor(tab) {
        this.tab = tab;
    }

    /** The parts of the view. @param {object[]} versions All plans that the fair had, the newest first. */
    parts(versions) {
        const error = element("p", { class: "error", role: "alert" });
        const preview = element("div", { class: "fair-preview" });
        const file = element("input", {
            id: "expo-plan", type: "file", accept: "image/png,image/jpeg,image/webp",
            on: { change: () => this.#choose(file.files[0], preview, error) },
        });
        const points = element("input", {
            id: "expo-plan-points", type: "file", accept: "application/json,.json",
            on: { change: () => this.#readPoints(points.files[0], error) },
        });
        return [
            element("h3", {}, text("expo.plan")),
            element("p", {}, text("expo.plan_hint")),
            element("div", { class: "field" },
                element("label", { for: "expo-plan" }, text("expo.plan_file")), file),
            preview,
            element("div", { class: "field" },
                element("label", { for: "expo-plan-points" }, text("expo.plan_points_file")), points),
            error, ...this.#earlier(versions, error),
        ];
    }

    async #attempt(error, action) {
        error.textContent = "";
        try {
            await asStaff(action);
        } catch (problem) {
            if (!(problem instanceof Refusal || problem instanceof Unreachable)) throw problem;
            error.textContent = visitorWords(problem);
        }
    }

    /** Keeps the picture at once: the page shows pictures of the service alone. */
    async #choose(file, preview, error) {
        if (!file) return;
        await this.#attempt(error, async (token) => {
            const { hash, href } = await upload("/v1/media", {
                query: { alt: this.tab.fair.about.title }, file, token,
                signal: new AbortController().signal, onProgress: () => {},
            });
            this.#plan = { hash, points: [], spot: null, tell: () => {} };
            this.#show(href, preview, error);
        });
    }

    /** Takes the known points of a file such as `data/fair/plan.json` of the sample. */
    async #readPoints(file, error) {
        if (!file || this.#plan === null) {
            error.textContent = file ? text("expo.plan_picture_first") : "";
            return;
        }
        try {
            const { control_points: points } = JSON.parse(await file.text());
            if (!Array.isArray(points)) throw new SyntaxError("no points");
            this.#plan.points = points;
            this.#plan.tell();
            error.textContent = "";
        } catch (problem) {
            if (!(problem instanceof SyntaxError || problem instanceof TypeError)) throw problem;
            error.textContent = text("expo.plan_no_points");
        }
    }

    #show(href, preview, error) {
        const plan = this.#plan;
        const picture = element("img", { src: href, alt: text("expo.plan") });
        const told = element("p", { role: "status" });
        plan.tell = () => {
            told.textContent = plan.spot ? text("expo.plan_place")
                : text("expo.plan_points", { count: plan.points.length });
        };
        picture.addEventListener("click", (event) => {
            const scale = picture.naturalWidth / picture.clientWidth;
            plan.spot = {
                x: Math.round(event.offsetX * scale), y: Math.round(event.offsetY * scale),
            };
            plan.tell();
        });
        const here = element("button", {
            type: "button", class: "fair-button is-quiet", on: {
                click: () => {
                    if (!plan.spot) return;
                    const { lat, lon } = this.tab.mapView.center;
                    plan.points.push({ ...plan.spot, lat, lon });
                    plan.spot = null;
                    plan.tell();
                },
            },
        }, text("expo.plan_here"));
        const change = element("p", { class: "fair-plan-change", role: "status" });
        const send = (label, how) => element("button", {
            type: "button", class: how.check || how.force ? "fair-button is-quiet" : "fair-button",
            on: { click: () => this.#send(change, error, how) },
        }, text(label));
        preview.replaceChildren(picture, told, here, change,
            send("expo.plan_check", { check: true }), send("expo.plan_send", {}),
            send("expo.plan_force", { force: true }));
        plan.tell();
    }

    async #send(told, error, how) {
        const { hash, points } = this.#plan;
        await this.#attempt(error, async (token) => {
            const { event, title } = this.tab.fair.about;
            const { change } = await ask("/v1/site-maps", {
                method: "POST", token,
                body: { event, media: hash, alt: title, control_points: points, ...how },
            });
            told.textContent = changeWords(change);
            if (!how.check) await this.#reload();
        });
    }

    async #reload() {
        await this.tab.fair.load(this.tab.visitor);
        this.tab.map.show(this.tab.fair);
    }

    /** The plans that others took the place of, each to be shown again. */
    #earlier(versions, error) {
        const earlier = versions.filter(({ replaced_at: replacedAt }) => replacedAt !== null);
        if (earlier.length === 0) return [];
        return [
            element("h4", {}, text("expo.plan_earlier")),
            element("ul", { class: "fair-draws", id: "expo-plan-earlier" }, ...earlier.map((plan) => {
                const change = element("p", { role: "status" });
                const restore = async (check) => this.#attempt(error, async (token) => {
                    const answer = await ask(`/v1/site-maps/${plan.id}/restore`, {
                        method: "POST", token, body: { check },
                    });
                    change.textContent = changeWords(answer.change);
                    if (check) return;
                    await this.#reload();
                    await this.tab.profile.draw();
                });
                const button = (label, check) => element("button", {
                    type: "button", class: "fair-button is-quiet", on: { click: () => restore(check) },
                }, text(label));
                return element("li", {},
                    [momentText(Date.parse(plan.added_at)),
                        plan.floor === null ? null : text("expo.floor", { floor: plan.floor })]
                        .filter(Boolean).join(" · "),
                    change, button("expo.plan_check", true), button("expo.plan_restore", false));
            })),
        ];
    }
}

/** What a plan changes of where booths are. */
function changeWords({ moved, largest_move_m: meters, placed, lost }) {
    const lines = [
        moved > 0 ? text("expo.plan_moved", { count: moved, distance: distanceText(meters) }) : null,
        placed > 0 ? text("expo.plan_placed", { count: placed }) : null,
        lost > 0 ? text("expo.plan_lost", { count: lost }) : null,
    ].filter(Boolean);
    return lines.length === 0 ? text("expo.plan_same") : lines.join(" ");
}
