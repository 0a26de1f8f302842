// What was reported, for moderators: hide it, or let it be seen again.

import { Refusal, Unreachable, ask, nextPage } from "../core/api.js";
import { now } from "../core/clock.js";
import { element } from "../core/dom.js";
import { ageText, numberText } from "../core/format.js";
import { refusalWords } from "../core/refusals.js";
import { hasText, text } from "../core/texts.js";
import { categoryClass, categoryName, categorySymbol } from "../radar/categories.js";
import { notify } from "../shell/notices.js";
import { asStaff } from "./staff-token.js";

export class ModerationQueue {
    constructor(mapView) {
        this.mapView = mapView;
        this.list = element("ol", { class: "messages", id: "reports" });
        this.more = element("button", {
            type: "button", class: "button is-wide", hidden: true,
            on: { click: () => this.load(this.next) },
        });
        this.empty = element("p", { class: "empty", hidden: true });
        this.marker = L.marker([0, 0], {
            interactive: false, keyboard: false,
            icon: L.divIcon({ className: "origin-marker", iconSize: [18, 18] }),
        });
        this.next = null;
    }

    root() {
        return element("div", {}, this.list, this.empty, this.more);
    }

    activate() {
        this.more.textContent = text("list.more");
        this.empty.textContent = text("reports.empty");
        this.load();
    }

    deactivate() {
        this.marker.remove();
    }

    /** Loads the first page, or the one at an address. */
    async load(path = null) {
        try {
            const page = await asStaff((token) => ask(path ?? "/v1/moderation/queue", { token }));
            const rows = page.features.map((feature) => this.row(feature));
            if (path) this.list.append(...rows);
            else this.list.replaceChildren(...rows);
            this.next = nextPage(page);
        } catch (error) {
            this.complain(error);
            return;
        }
        this.settle();
    }

    settle() {
        this.more.hidden = this.next === null;
        this.empty.hidden = this.list.children.length > 0;
    }

    row({ id, geometry, properties }) {
        const { text: words, category, state, reports, reasons } = properties;
        const given = Object.entries(reasons).map(([reason, count]) => {
            const key = `reason.${reason}`;
            return `${hasText(key) ? text(key) : reason} (${numberText(count)})`;
        });
        const row = element("li", { class: `report-row ${categoryClass(category)}` },
            element("div", { class: "message-row" },
                categorySymbol(category),
                element("span", { class: "for-screen-readers" }, `${categoryName(category)}: `),
                element("span", { class: "message-text", dir: "auto" }, words),
                element("span", { class: "facts" },
                    element("span", { class: `state is-${state}` },
                        hasText(`state.${state}`) ? text(`state.${state}`) : state),
                    element("span", {}, text("reports.count", {
                        count: reports, number: numberText(reports),
                        time: ageText((now() - Date.parse(properties.first_reported_at)) / 1000),
                    })),
                    element("span", {}, given.join(", ")))),
            element("div", { class: "row-actions" },
                this.button("reports.hide", "hide", () => this.decide(id, "hide", row), "is-danger"),
                this.button("reports.restore", "restore", () => this.decide(id, "restore", row)),
                this.button("map.show", "show", () => this.show(geometry))));
        return row;
    }

    button(key, name, onClick, more = "") {
        return element("button", {
            type: "button", class: `link ${more}`, "data-action": name, on: { click: onClick },
        }, text(key));
    }

    show({ coordinates: [lon, lat] }) {
        this.marker.setLatLng([lat, lon]).addTo(this.mapView.map);
        this.mapView.goTo({ lat, lon });
    }

    async decide(id, action, row) {
        try {
            await asStaff((token) => ask(
                `/v1/moderation/messages/${id}`, { method: "POST", body: { action }, token }));
        } catch (error) {
            this.complain(error);
            return;
        }
        notify(text(action === "hide" ? "reports.hidden" : "reports.restored"));
        this.marker.remove();
        row.remove();
        this.settle();
    }

    complain(error) {
        if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
        notify(refusalWords(error), "warning");
    }
}
