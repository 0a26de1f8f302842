// Importing a file: choose it, see what was understood and what would change, then publish or not.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { element } from "../core/dom.js";
import { numberText } from "../core/format.js";
import { refusalLines, refusalWords } from "../core/refusals.js";
import { fetchFile, saveFile } from "../core/save-file.js";
import { hasText, text } from "../core/texts.js";
import { upload } from "../core/upload.js";
import { announce, notify } from "../shell/notices.js";
import { askTwice } from "../shell/two-clicks.js";
import { ChangeMap } from "./change-map.js";
import { ImportForm } from "./import-form.js";
import { reportSections } from "./import-report.js";
import { overlapChoices } from "./overlap.js";
import { asStaff } from "./staff-token.js";

const pauseMilliseconds = 400;

export class ImportView {
    /** @param {function(): any} onPublish Called when a version was published. */
    constructor(mapView, onPublish) {
        this.onPublish = onPublish;
        this.changeMap = new ChangeMap(mapView.map);
        this.form = new ImportForm((wanted) => this.run(wanted, "check"));
        this.result = element("section", { class: "import-result", id: "import-result" });
        this.report = null;
        this.importID = null;
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
        this.bringIntoView();
        let started = null;
        try {
            started = await asStaff((token) => upload("/v1/imports", {
                query: { ...wanted.query, mode, force: isForced ? "true" : null },
                file: wanted.file, token, signal: running.signal,
                headers: { Prefer: "respond-async" },
                onProgress: (share) => progress.showSent(share),
            }));
            const ended = await this.follow(started, progress, running.signal);
            this.wanted = wanted;
            this.form.showColumns(ended);
            if (ended.state !== "done") {
                throw new Refusal(422, ended.failure, [], {
                    code: ended.failure_code, values: ended.failure_values,
                });
            }
            this.report = ended.report;
            this.importID = ended.id;
            this.showReport();
            if (ended.report.outcome === "published") {
                notify(publishedText(ended.report));
                this.onPublish();
                this.form.refreshDatasets();
            }
        } catch (error) {
            if (running.signal.aborted) {
                if (this.running === running) this.result.replaceChildren();
                // A check that nobody waits for would only keep others waiting.
                if (started && mode === "check") await this.cancel(started.id);
            } else if (error instanceof Refusal || error instanceof Unreachable) {
                this.showProblem(error);
            } else {
                throw error;
            }
        }
    }

    /** Cancels an import, if it has not ended. */
    async cancel(id) {
        try {
            await asStaff((token) => ask(`/v1/imports/${id}`, { method: "DELETE", token }));
        } catch (error) {
            if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
        }
    }

    /** Asks again and again how far an import has come, until it has ended. */
    async follow(started, progress, signal) {
        let job = started;
        while (job.state === "uploading" || job.state === "running") {
            progress.show(job);
            await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
            signal.throwIfAborted();
            try {
                job = await asStaff((token) => ask(`/v1/imports/${job.id}`, { token, signal }));
            } catch (error) {
                // The import goes on, whether or not it can be asked for.
                if (!(error instanceof Unreachable || error instanceof Refusal && error.isPassing)) {
                    throw error;
                }
            }
        }
        return job;
    }

    showReport() {
        const reports = this.reports;
        this.changeMap.show(...reports.map(({ changes }) => changes));
        this.result.replaceChildren(
            ...reports.flatMap((report) => reportSections(report, {
                isOneOfSeveral: reports.length > 1,
                onChange: (change) => this.changeMap.goTo(change),
                onRepair: (accepted) => this.repair(accepted),
            })),
            ...reports.map((report) => overlapChoices(report, {
                onReplace: (dataset) => this.check({ replaces: dataset }),
                onDays: (days) => this.check({ set: this.constants(days) }),
            })).filter(Boolean),
            ...[this.rejectsLink(), this.actions()].filter(Boolean));
        announce(this.result.querySelector("h2, h3")?.textContent ?? "");
        this.bringIntoView();
    }

    /** The report of each kind of record that the file holds: a feed has several. */
    get reports() {
        return this.report.reports ?? [this.report];
    }

    /** Saves the refused rows as a file, to be mended and added. */
    rejectsLink() {
        if (this.reports.every(({ rows }) => rows.rejected === 0)) return null;
        const id = this.importID;
        return element("p", {}, element("button", {
            type: "button", class: "link", id: "import-rejects",
            on: { click: async () => {
                try {
                    const file = await asStaff(
                        (token) => fetchFile(`/v1/imports/${id}/rejects`, { token }));
                    saveFile(file, `${this.report.dataset}-rejects.csv`);
                } catch (error) {
                    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
                    notify(refusalWords(error));
                }
            } },
        }, text("import.rejects")));
    }

    /** Checks the file again, with the repairs that were accepted. */
    repair(accepted) {
        this.check({ repairs: this.importID, accept: accepted.join(",") });
    }

    /** Checks the file again, with something more that is asked for. */
    check(more) {
        this.run({ ...this.wanted, query: { ...this.wanted.query, ...more } }, "check");
    }

    /** What every row has, with some fields given anew. */
    constants(given) {
        const names = given.map((one) => one.split("=")[0]);
        const others = (this.wanted.query.set ?? "").split(",")
            .filter((one) => one !== "" && !names.includes(one.split("=")[0]));
        return [...others, ...given].join(",");
    }

    /** What can be done now: publish, or nothing. */
    actions() {
        const { report, wanted } = this;
        if (report.outcome !== "checked" && report.outcome !== "refused") return null;
        const reports = this.reports;
        if (reports.every(({ changes }) => changes.added + changes.removed + changes.changed === 0)) {
            return element("p", { class: "outcome" }, text("import.nothing_to_change"));
        }
        const discard = element("button", {
            type: "button", class: "button", id: "import-discard", on: { click: () => this.discard() },
        }, text("import.discard"));
        const needsForce = reports.some(({ force_needed: needed }) => needed?.length > 0);
        const accepted = reports.reduce(
            (sum, { rows, changes }) => sum + rows.accepted + changes.row_refused, 0);
        const publish = element("button", {
            type: "button", id: "import-publish",
            class: `button ${needsForce ? "is-danger" : "is-primary"}`,
        });
        askTwice(publish, {
            rest: () => text(needsForce ? "import.force" : "import.publish"),
            question: () => text("import.publish_really", { number: numberText(accepted) }),
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

    /** Scrolls to what has come, which on a phone lies below the form. */
    bringIntoView() {
        requestAnimationFrame(() => this.result.scrollIntoView({ block: "start" }));
    }

    showProblem(error) {
        this.result.replaceChildren(...refusalLines(error).map(
            (line) => element("p", { class: "alert", role: "alert" }, line)));
        this.form.openFor(error);
        this.bringIntoView();
    }
}

function publishedText({ dataset, version, reports }) {
    return text("import.published", {
        dataset, version: reports ? reports.map((report) => report.version).join(", ") : version,
    });
}

/** How far an import has come: what was sent, then what was read of it. */
class Progress {
    constructor(mode, onCancel) {
        this.mode = mode;
        this.words = element("p", {}, text("import.sending"));
        this.bar = element("progress", { max: 1, value: 0, "aria-label": text("import.progress") });
        this.count = element("p", { class: "quiet" });
        this.stop = element("button", {
            type: "button", class: "link", on: { click: onCancel },
        }, text("import.cancel"));
        this.root = element("div", { class: "import-progress" },
            this.words, this.bar, this.count, this.stop);
    }

    showSent(share) {
        if (share < 1) this.bar.value = share;
        else this.bar.removeAttribute("value");
    }

    /** @param {object} job What the service tells of an import under way. */
    show({ phase, bytes_read: read, bytes_total: total, rows }) {
        const words = phase && `import.phase.${phase}`;
        this.words.textContent = text(words && hasText(words) ? words
            : this.mode === "check" ? "import.checking" : "import.publishing");
        if (phase && total > 0) this.bar.value = Math.min(1, read / total);
        else this.bar.removeAttribute("value");
        this.count.textContent = rows > 0
            ? text("import.rows_read", { number: numberText(rows) }) : "";
        // What is being published is no longer to be stopped from here.
        this.stop.hidden = this.mode === "publish";
    }
}
