// Who the visitor is at the fair: name, points, prizes, links, and the way out.

import { Unreachable, ask } from "../core/api.js";
import { element, part } from "../core/dom.js";
import { text } from "../core/texts.js";
import { OrganizerView } from "./organizer-view.js";
import { clockWords, dayWords } from "./times.js";
import { isTold, visitorWords } from "./words.js";

const roles = ["student", "parent", "teacher", "exhibitor", "volunteer", "other"];
/** Which words about being reached are shown. */
const consentText = "2027-1";

export class ProfileView {
    constructor(tab) {
        this.tab = tab;
        this.me = null;
        this.organizer = new OrganizerView(tab);
    }

    async draw() {
        const { fair, visitor } = this.tab;
        const root = part("expo-profile");
        if (!visitor.isKnown) {
            root.replaceChildren(
                ...this.#stranger(), ...this.#links(fair), ...await this.organizer.parts());
            return;
        }
        try {
            this.me = await visitor.asKnown((token) => ask("/v1/me", { token }));
            await fair.loadPassport(visitor);
            await this.tab.loadOwn();
        } catch (error) {
            if (!(error instanceof Unreachable)) throw error;
        }
        if (!visitor.isKnown) {
            await this.draw();
            return;
        }
        const organizer = await this.organizer.parts();
        root.replaceChildren(
            element("h2", {}, this.me?.display_name ?? this.me?.username ?? text("expo.visitor")),
            element("p", { class: "fair-sum" },
                text("expo.points", { count: fair.total })),
            element("p", {}, text("expo.progress",
                { visited: fair.visitedCount, count: fair.exhibitors.length })),
            ...this.tab.news.parts(),
            ...this.#role(fair), ...this.#prizes(fair), ...this.#tickets(fair), ...this.#favorites(fair),
            ...this.#links(fair),
            element("button", {
                type: "button", class: "fair-button is-quiet", id: "expo-sign-out",
                on: { click: () => this.#signOut() },
            }, text("expo.sign_out")),
            element("div", { id: "expo-leaving", role: "alert" }), ...organizer);
    }

    #stranger() {
        return [
            element("h2", {}, text("expo.profile_title")),
            element("p", {}, text("expo.no_account")),
            element("button", {
                type: "button", class: "fair-button",
                on: { click: async () => { if (await this.tab.visitor.ready()) this.tab.redraw(); } },
            }, text("expo.start_account")),
            element("button", {
                type: "button", class: "fair-button is-quiet",
                on: {
                    click: async () => {
                        if (!await this.tab.visitor.signIn()) return;
                        await this.tab.fair.loadPassport(this.tab.visitor);
                        this.tab.redraw();
                    },
                },
            }, text("expo.have_account")),
        ];
    }

    #role(fair) {
        const choice = element("select", {
            id: "expo-role",
            on: { change: () => this.#attend({ role: choice.value }) },
        }, element("option", { value: "" }, text("expo.role_none")),
        ...roles.map((role) => element("option", { value: role }, text(`expo.role_${role}`))));
        choice.value = fair.passport?.role ?? "";
        return [element("div", { class: "field" },
            element("label", { for: "expo-role" }, text("expo.role")), choice)];
    }

    /** Prizes: for those who are old enough and say how they are reached. */
    #prizes(fair) {
        const band = this.me?.age_band;
        if (!band || band === "under_13" || band === "unknown" || this.me.kind === "child") return [];
        if (fair.passport?.eligible) {
            return [
                element("p", { class: "fair-eligible" }, text("expo.eligible")),
                element("button", {
                    type: "button", class: "fair-button is-quiet",
                    on: { click: () => this.#attend({ eligible: false }) },
                }, text("expo.no_prizes")),
            ];
        }
        const error = element("p", { class: "error", role: "alert" });
        const needsAdult = band === "13_15" || band === "16_17";
        const phone = element("input", {
            id: "expo-phone", type: "tel", autocomplete: "tel", placeholder: "+1 303 555 0100",
        });
        phone.value = this.me.phone ?? "";
        // A prize is for those who can be reached.
        phone.required = !this.me.email;
        const adult = element("input", { id: "expo-adult", type: "checkbox", required: true });
        return [element("form", {
            class: "fair-prizes",
            on: {
                submit: async (event) => {
                    event.preventDefault();
                    error.textContent = "";
                    try {
                        await this.#askForPrizes(phone.value.trim(), adult.checked);
                    } catch (problem) {
                        if (!isTold(problem)) throw problem;
                        error.textContent = visitorWords(problem);
                    }
                },
            },
        },
        element("h3", {}, text("expo.prizes")),
        element("p", {}, text("expo.prizes_hint", { count: fair.about.contact_days })),
        element("div", { class: "field" },
            element("label", { for: "expo-phone" }, text("expo.field_phone")), phone),
        needsAdult ? element("label", { class: "check" }, adult, element("span", {}, text("expo.adult")))
            : null,
        error,
        element("button", { type: "submit", class: "fair-button" }, text("expo.want_prizes")))];
    }

    async #askForPrizes(phone, hasApproval) {
        const { visitor, fair } = this.tab;
        const approval = hasApproval ? { adult_approval: true } : {};
        await visitor.asKnown(async (token) => {
            await ask("/v1/me/consents", {
                method: "PUT", token, body: {
                    consents: [{ purpose: "contact_for_prizes", given: true, text_version: consentText }],
                    ...approval,
                },
            });
            if (phone !== "") {
                await ask("/v1/me", {
                    method: "PATCH", token, body: { phone: phone.replace(/[^+\d]/g, ""), ...approval },
                });
            }
            await ask("/v1/me/attendance", {
                method: "PUT", token,
                body: { event: fair.about.event, eligible: true, ...approval },
            });
        });
        await this.draw();
    }

    async #attend(what) {
        const { visitor, fair } = this.tab;
        if (what.role === "") return;
        try {
            await visitor.asKnown((token) => ask("/v1/me/attendance", {
                method: "PUT", token, body: { event: fair.about.event, ...what },
            }));
        } catch (error) {
            this.tab.tell(error);
        }
        await this.draw();
    }

    #tickets(fair) {
        const tickets = fair.passport?.tickets ?? [];
        if (tickets.length === 0) return [];
        return [
            element("h3", {}, text("expo.tickets")),
            element("ul", { class: "fair-tickets" }, ...tickets.map(({ prize, ticket, won }) =>
                element("li", {}, `${prize}: `, element("code", {}, ticket),
                    won ? element("strong", {}, ` ${text("expo.won")}`) : null))),
        ];
    }

    /** The stands and the sessions that the visitor keeps. */
    #favorites(fair) {
        const { favorites } = this.tab;
        const stands = fair.exhibitors.filter(({ id }) => favorites.has("exhibitors", id))
            .map(({ id, name }) => element("li", {}, element("button", {
                type: "button", class: "fair-booth", on: { click: () => this.tab.showStand(id) },
            }, name)));
        const sessions = (fair.sessions ?? []).filter(({ id }) => favorites.has("sessions", id))
            .map(({ title, starts_local: starts, room }) => element("li", {},
                [`${dayWords(starts)}, ${clockWords(starts)}`, title, room].filter(Boolean).join(" · ")));
        if (stands.length === 0 && sessions.length === 0) return [];
        return [
            element("h3", {}, text("expo.favorites")),
            element("ul", { class: "fair-tickets", id: "expo-kept" }, ...stands, ...sessions),
        ];
    }

    #links(fair) {
        const { links, survey } = fair.about;
        if (links.length === 0 && !survey) return [];
        const anchor = (url, words) => element("a", {
            class: "fair-link", href: url, target: "_blank", rel: "noopener noreferrer",
        }, words);
        return [
            element("h3", {}, text("expo.links")),
            element("p", { class: "fair-links" },
                survey ? anchor(survey, text("expo.survey")) : null,
                ...links.map(({ label, url }) => anchor(url, label))),
        ];
    }

    async #signOut() {
        const { outbox, visitor } = this.tab;
        // What was not sent yet is sent first, where that can be.
        await outbox.send(visitor);
        if (outbox.count > 0) this.#askToLeave(outbox.count);
        else await this.#leave();
    }

    /** Ratings that wait for a network are this visitor's: nobody can send them who comes after. */
    #askToLeave(count) {
        const root = part("expo-leaving");
        root.replaceChildren(
            element("p", { class: "caution" }, text("expo.leave_unsent", { count })),
            element("button", {
                type: "button", class: "fair-button", id: "expo-stay",
                on: { click: () => root.replaceChildren() },
            }, text("expo.stay")),
            element("button", {
                type: "button", class: "fair-button is-quiet", id: "expo-leave",
                on: { click: () => this.#leave() },
            }, text("expo.leave_anyway")));
        part("expo-stay").focus();
    }

    async #leave() {
        const { outbox, visitor, fair } = this.tab;
        await visitor.signOut();
        outbox.clear();
        fair.leave();
        this.tab.favorites.clear();
        this.tab.news.clear();
        this.me = null;
        this.tab.redraw();
    }
}
