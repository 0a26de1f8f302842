// The stands as a list of cards: sign, name, booth, stars.

import { element, part } from "../core/dom.js";
import { distanceText } from "../core/format.js";
import { text } from "../core/texts.js";
import { announce } from "../shell/notices.js";
import { StandDetails } from "./stand-details.js";
import { starButtons } from "./stars.js";

const typingMilliseconds = 60;
/** The buttons that choose among the stands, and what each chooses. */
const filters = [
    ["all", "all"], ["to-visit", "to_visit"], ["nearest", "nearest"], ["favorites", "favorites"],
];

export class ListView {
    #timer = 0;
    #asked = 0;

    constructor(tab) {
        this.tab = tab;
        this.filter = "all";
        this.found = null;
        this.here = null;
        this.celebrated = new Map();
        this.details = new StandDetails(tab);
        part("expo-search").addEventListener("input", () => this.#typed());
        for (const [id, filter] of filters) {
            part(`expo-${id}`).addEventListener("click", () => this.#choose(filter));
        }
        part("expo-show-all").addEventListener("click", () => {
            part("expo-search").value = "";
            this.found = null;
            this.#choose("all");
        });
    }

    async #choose(filter) {
        this.filter = filter;
        if (filter === "nearest" && !this.here) {
            this.here = await this.tab.findPosition();
            if (!this.here) this.filter = "all";
        }
        this.draw();
    }

    #typed() {
        clearTimeout(this.#timer);
        const words = part("expo-search").value.trim();
        if (words === "") {
            this.found = null;
            this.draw();
            return;
        }
        // At once by what is here, and better by the service.
        this.found = this.tab.fair.findHere(words);
        this.draw();
        this.#timer = setTimeout(() => this.#ask(words), typingMilliseconds);
    }

    async #ask(words) {
        this.#asked += 1;
        const own = this.#asked;
        try {
            const found = await this.tab.fair.find(words);
            if (own !== this.#asked || words !== part("expo-search").value.trim()) return;
            this.found = found;
            this.draw();
        } catch (error) {
            // What is here is shown already.
            console.warn(error);
        }
    }

    draw() {
        const { fair } = this.tab;
        const shown = this.#shown(fair);
        for (const [id, filter] of filters) {
            part(`expo-${id}`).setAttribute("aria-pressed", String(this.filter === filter));
        }
        const count = fair.exhibitors.length;
        part("expo-progress").textContent
            = text("expo.progress", { visited: fair.visitedCount, count });
        part("expo-progress-bar").value = count === 0 ? 0 : fair.visitedCount / count;
        const focused = focusedStar();
        part("expo-list").replaceChildren(...shown.map((exhibitor) => this.#card(exhibitor)));
        restoreFocus(focused);
        part("expo-count").textContent = text("expo.count", { count: shown.length });
        this.#showEmpty(fair, shown);
    }

    #shown(fair) {
        const byID = new Map(fair.exhibitors.map((exhibitor) => [exhibitor.id, exhibitor]));
        let shown = this.found
            ? this.found.map((id) => byID.get(id)).filter(Boolean) : [...fair.exhibitors];
        if (this.filter === "to_visit") {
            // A stand that was just rated stays until the list is asked for anew.
            shown = shown.filter(({ id }) => !fair.ratings.has(id) || this.celebrated.has(id));
        }
        if (this.filter === "favorites") {
            shown = shown.filter(({ id }) => this.tab.favorites.has("exhibitors", id));
        }
        if (this.filter === "nearest" && this.here) {
            const away = ({ at }) => at ? L.latLng(at.lat, at.lon)
                .distanceTo([this.here.lat, this.here.lon]) : Infinity;
            shown.sort((left, right) => away(left) - away(right));
        }
        return shown;
    }

    #showEmpty(fair, shown) {
        part("expo-empty").hidden = shown.length > 0;
        if (shown.length > 0) return;
        const words = part("expo-search").value.trim();
        part("expo-show-all").hidden = fair.exhibitors.length === 0;
        part("expo-empty-words").textContent = fair.exhibitors.length === 0 ? text("expo.no_stands")
            : words !== "" ? text("expo.no_match", { words })
                : text(this.filter === "favorites" ? "expo.no_favorites" : "expo.all_visited");
    }

    #card(exhibitor) {
        const own = this.tab.fair.ratings.get(exhibitor.id) ?? null;
        const card = element("li", {
            class: `fair-card is-${exhibitor.tier}${own ? " is-visited" : ""}`,
            "data-id": exhibitor.id,
        },
        sign(exhibitor),
        element("div", { class: "fair-card-words" },
            element("h3", {}, exhibitor.name),
            this.#facts(exhibitor),
            element("p", { class: "fair-given" }, this.#givenWords(exhibitor.id, own))),
        this.tab.favorites.button("exhibitors", exhibitor.id, exhibitor.name),
        starButtons(exhibitor.name, own?.stars ?? null, (stars) => this.tab.rate(exhibitor, stars)),
        this.details.of(exhibitor));
        return card;
    }

    #facts(exhibitor) {
        const facts = [];
        if (exhibitor.booth) {
            facts.push(element("button", {
                type: "button", class: "fair-booth", disabled: !this.tab.hasSpot(exhibitor),
                "aria-label": text("expo.booth_on_map", { booth: exhibitor.booth, name: exhibitor.name }),
                on: { click: () => this.tab.showOnMap(exhibitor) },
            }, text("expo.booth", { booth: exhibitor.booth })));
        }
        if (exhibitor.booth && this.tab.hasSpot(exhibitor)) {
            facts.push(element("button", {
                type: "button", class: "fair-booth fair-way-there",
                "aria-label": text("expo.way_to", { name: exhibitor.name }),
                on: { click: () => this.tab.way.to(exhibitor) },
            }, text("expo.way")));
        }
        if (this.here && exhibitor.at) {
            const meters = L.latLng(exhibitor.at.lat, exhibitor.at.lon)
                .distanceTo([this.here.lat, this.here.lon]);
            facts.push(element("span", {}, distanceText(meters)));
        }
        if (exhibitor.rating) {
            const { average, count } = exhibitor.rating;
            facts.push(element("span", { class: "fair-average" },
                text("expo.average", { average: average.toFixed(1), count })));
        }
        if (exhibitor.tier !== "none") {
            facts.push(element("span", { class: "fair-tier" }, text(`expo.tier_${exhibitor.tier}`)));
        }
        return element("p", { class: "fair-facts" }, ...facts);
    }

    #givenWords(id, own) {
        if (!own) return "";
        const earned = this.celebrated.get(id);
        if (!own.isSent) return text("expo.kept");
        return earned ? text("expo.earned", { count: earned }) : text("expo.visited");
    }

    /** Tells what a rating has earned. */
    celebrate(id, { points_earned: earned, total }) {
        if (earned > 0) {
            this.celebrated.set(id, earned);
            announce(text("expo.earned_total", { count: earned, total }));
        } else {
            announce(text("expo.changed"));
        }
    }

    /** Shows one exhibitor's card. */
    reveal(id) {
        part("expo-search").value = "";
        this.found = null;
        this.filter = "all";
        this.draw();
        const card = part("expo-list").querySelector(`[data-id="${CSS.escape(id)}"]`);
        card?.scrollIntoView({ block: "center" });
        card?.querySelector("button")?.focus({ preventScroll: true });
    }
}

/** Which star has the focus: its card and its number. */
function focusedStar() {
    const star = document.activeElement?.closest(".fair-star");
    const card = star?.closest("[data-id]");
    return card ? { id: card.getAttribute("data-id"), stars: star.getAttribute("data-stars") } : null;
}

function restoreFocus(focused) {
    if (!focused) return;
    part("expo-list").querySelector(
        `[data-id="${CSS.escape(focused.id)}"] [data-stars="${focused.stars}"]`)
        ?.focus({ preventScroll: true });
}

/** An exhibitor's sign: its picture, or its first letter. */
export function sign(exhibitor) {
    if (exhibitor.logo) {
        return element("img", {
            class: "fair-sign", src: exhibitor.logo.href, alt: "", loading: "lazy",
            width: 56, height: 56,
        });
    }
    const letter = [...exhibitor.name].find((character) => /[\p{L}\p{N}]/u.test(character)) ?? "•";
    return element("span", { class: "fair-sign is-letter", "aria-hidden": "true" },
        letter.toUpperCase());
}
