// Importing a file: choose it, see what was understood and what would change, then publish or not.

import { Refusal, Unreachable } from "../core/api.js";
import { element } from "../core/dom.js";
import { numberText } from "../core/format.js";
import { text } from "../core/texts.js";
import { upload } from "../core/upload.js";
import { notify } from "../shell/notices.js";
import { askTwice } from "../shell/two-clicks.js";
import { ChangeMap } from "./change-map.js";
import { ImportForm } from "./import-form.js";
import { reportSections } from "./import-report.js";
import { asStaff } from "./staff-token.js";

export class ImportView {
    /** @param {function} onPublish Called when a version was published. */
    constructor(mapView, onPublish) {
        this.onPublish = onPublish;
        this.changeMap = new ChangeMap(mapView.map);
        this.form = new ImportForm((wanted) => this.run(wanted, "check"));
        this.result = element("section", {
            class: "import-result", "aria-live": "polite", id: "import-result",
        });
        this.report = null;
    }

    root() {
        return element("div", {}, this.form.root(), this.result);
    }

    activate() {
        this.changeMap.attach();
        this.form.refreshDatasets();
        if (this.report) this.showReport();
    }

    deactivate() {
        this.changeMap.detach();
    }

    /** Sends the file, to be checked only or to be published. */
    async run(wanted, mode, isForced = false) {
        this.running?.abort();
        const running = new AbortController();
        this.running = running;
        this.report = null;
        this.changeMap.clear();
        const progress = new Progress(mode, () => running.abort());
        this.result.replaceChildren(progress.root);
        try {
            const report = await asStaff((token) => upload("/v1/imports", {
                query: { ...wanted.query, mode, force: isForced ? "true" : null },
                file: wanted.file, token, signal: running.signal,
                onProgress: (share) => progress.show(share),
            }));
            this.wanted = wanted;
            this.report = report;
            this.showReport();
            if (report.outcome === "published") {
                notify(text("import.published", {
                    dataset: report.dataset, version: report.version,
                }));
                this.onPublish();
                this.form.refreshDatasets();
            }
        } catch (error) {
            if (running.signal.aborted) {
                if (this.running === running) this.result.replaceChildren();
            } else if (error instanceof Refusal || error instanceof Unreachable) {
                this.showProblem(error);
            } else {
                throw error;
            }
        }
    }

    showReport() {
        const { report } = this;
        this.changeMap.show(report.changes);
        this.result.replaceChildren(
            ...reportSections(report, (change) => this.changeMap.goTo(change)), this.actions());
        this.result.scrollIntoView({ block: "start" });
    }

    /** What can be done now: publish, or nothing. */
    actions() {
        const { report, wanted } = this;
        if (report.outcome !== "checked" && report.outcome !== "refused") return null;
        const { added, removed, changed } = report.changes;
        if (added + removed + changed === 0) {
            return element("p", { class: "outcome" }, text("import.nothing_to_change"));
        }
        const discard = element("button", {
            type: "button", class: "button", id: "import-discard", on: { click: () => this.discard() },
        }, text("import.discard"));
        const needsForce = (report.force_needed ?? []).length > 0;
        const publish = element("button", {
            type: "button", id: "import-publish",
            class: `button ${needsForce ? "is-danger" : "is-primary"}`,
        });
        askTwice(publish, {
            rest: () => text(needsForce ? "import.force" : "import.publish"),
            question: () => text("import.publish_really", { number: numberText(report.rows.accepted) }),
            onAgree: () => this.run(wanted, "publish", needsForce),
        });
        return element("div", { class: "actions" }, discard, publish);
    }

    discard() {
        this.report = null;
        this.changeMap.clear();
        this.result.replaceChildren();
        this.form.clear();
    }

    showProblem(error) {
        const words = error instanceof Unreachable ? [text("offline")]
            : [error.message, ...[...error.errors].map(([name, message]) => `${name} ${message}`)];
        this.result.replaceChildren(...words.map(
            (line) => element("p", { class: "alert", role: "alert" }, line)));
    }
}

/** How far an import has come: what was sent, then the wait for the report. */
class Progress {
    constructor(mode, onCancel) {
        this.mode = mode;
        this.words = element("p", {}, text("import.sending"));
        this.bar = element("progress", { max: 1, value: 0, "aria-label": text("import.progress") });
        this.root = element("div", { class: "import-progress" }, this.words, this.bar,
            element("button", { type: "button", class: "link", on: { click: onCancel } },
                text("import.cancel")));
    }

    show(share) {
        if (share < 1) {
            this.bar.value = share;
        } else {
            this.bar.removeAttribute("value");
            this.words.textContent = text(
                this.mode === "check" ? "import.checking" : "import.publishing");
        }
    }
}
