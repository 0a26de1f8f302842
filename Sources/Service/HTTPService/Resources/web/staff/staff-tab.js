// Staff: import a file and see what it would change, go back to an earlier version, and decide on
// what was reported. A token opens it.

import { element, part } from "../core/dom.js";
import { loadPart, onLanguageChange, text } from "../core/texts.js";
import { Gate } from "./gate.js";
import { History } from "./history.js";
import { ImportView } from "./import-view.js";
import { ModerationQueue } from "./moderation-queue.js";
import { loadKinds } from "./kinds.js";
import { leave, onStaffChange, staffPass } from "./staff-token.js";

/** What each role may do, in the order in which it is offered. */
const viewsOfRole = { staff: ["import", "history"], moderator: ["reports"] };

/** What a pass opens here: whoever has one for an event imports what is of it, and a module's role its own kinds. */
function viewsOf({ role, event, imports }) {
    return viewsOfRole[role] ?? (event || imports?.length > 0 ? ["import", "history"] : []);
}

/** @param {object} page What the tabs share. */
export async function makeTab(page) {
    // Moderators see messages, which Radar has the words for.
    await Promise.all([loadPart("radar"), loadKinds()]);
    return new StaffTab(page);
}

class StaffTab {
    constructor({ mapView, sheet }) {
        this.sheet = sheet;
        this.isActive = false;
        this.gate = new Gate();
        this.history = new History();
        this.views = {
            import: new ImportView(mapView, () => this.history.forget()),
            history: this.history,
            reports: new ModerationQueue(mapView),
        };
        this.current = null;
        this.content = element("div", {});
        part("panel-staff").replaceChildren(this.content);
        onStaffChange(() => this.draw());
        onLanguageChange(() => this.draw());
        loadStyles();
    }

    activate() {
        this.isActive = true;
        this.sheet.open();
        this.draw();
    }

    deactivate() {
        this.isActive = false;
        this.views[this.current]?.deactivate();
    }

    draw() {
        if (!this.isActive) return;
        this.views[this.current]?.deactivate();
        const pass = staffPass();
        if (!pass) {
            this.current = null;
            this.content.replaceChildren(this.gate.root());
            return;
        }
        const names = viewsOf(pass);
        if (names.length === 0) {
            this.current = null;
            this.content.replaceChildren(
                this.head(pass), element("p", {}, text("staff.elsewhere")));
            return;
        }
        if (!names.includes(this.current)) this.current = names[0];
        this.content.replaceChildren(
            this.head(pass), this.choice(names), this.views[this.current].root());
        this.views[this.current].activate();
    }

    head({ role, label, event }) {
        const words = role in viewsOfRole ? text(`staff.as_${role}`, { label })
            : text(event ? "staff.as_event" : "staff.as_other", { label, event, role });
        return element("div", { class: "list-head" },
            element("p", { class: "quiet" }, words),
            element("button", {
                type: "button", class: "link", id: "staff-leave", on: { click: leave },
            }, text("staff.leave")));
    }

    choice(names) {
        if (names.length < 2) return element("h2", {}, text(`staff.${names[0]}`));
        return element("fieldset", { class: "segments is-wide staff-views" },
            element("legend", { class: "for-screen-readers" }, text("staff.views")),
            ...names.map((name) => element("label", {},
                element("input", {
                    type: "radio", name: "staff-view", id: `staff-view-${name}`,
                    checked: name === this.current, on: { change: () => this.show(name) },
                }),
                element("span", {}, text(`staff.${name}`)))));
    }

    show(name) {
        this.views[this.current]?.deactivate();
        this.current = name;
        this.content.lastElementChild.replaceWith(this.views[name].root());
        this.views[name].activate();
    }
}

function loadStyles() {
    document.head.append(element("link", {
        rel: "stylesheet", href: new URL("../styles/staff.css", import.meta.url).pathname,
    }));
}
