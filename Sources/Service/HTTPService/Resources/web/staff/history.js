// What was imported: each dataset with its versions, and the way back to an earlier one.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { element } from "../core/dom.js";
import { numberText } from "../core/format.js";
import { refusalWords } from "../core/refusals.js";
import { currentLanguage, text } from "../core/texts.js";
import { notify } from "../shell/notices.js";
import { askTwice } from "../shell/two-clicks.js";
import { guards } from "./import-report.js";
import { isImported } from "./kinds.js";
import { asStaff } from "./staff-token.js";

export class History {
    constructor() {
        this.list = element("div", { id: "history" });
        this.open = new Set();
    }

    root() {
        return this.list;
    }

    activate() {
        this.load();
    }

    deactivate() {
        this.loading?.abort();
    }

    /** Shows nothing until it has been asked for again: something was imported. */
    forget() {
        this.list.replaceChildren();
    }

    async load() {
        this.loading?.abort();
        const loading = new AbortController();
        this.loading = loading;
        try {
            const { datasets, withdrawn = [] } = await asStaff(
                (token) => ask("/v1/datasets", { token, signal: loading.signal }));
            const own = ({ kind }) => isImported(kind);
            const all = [
                ...datasets.filter(own).map((dataset) => this.section(dataset, false)),
                ...withdrawn.filter(own).map((dataset) => this.section(dataset, true)),
            ];
            this.list.replaceChildren(...(all.length === 0
                ? [element("p", { class: "empty" }, text("history.empty"))] : all));
        } catch (error) {
            if (!loading.signal.aborted) this.showProblem(this.list, error);
        }
    }

    /**
     * @param {object} dataset
     * @param {boolean} isWithdrawn Whether the public sees nothing of it.
     */
    section({ dataset, kind, version, records, imported_at: moment, withdrawn }, isWithdrawn) {
        const versions = element("ol", { class: "versions" });
        const section = element("details", {
            class: "folded dataset", open: this.open.has(dataset),
            on: { toggle: () => {
                if (section.open) {
                    this.open.add(dataset);
                    this.loadVersions(dataset, versions, isWithdrawn);
                } else {
                    this.open.delete(dataset);
                }
            } },
        },
        element("summary", {},
            element("span", {}, dataset),
            element("span", { class: "quiet" }, text("history.summary", {
                kind: text(`kind.${kind}`), version, records: numberText(records),
                time: momentText(moment),
            })),
            isWithdrawn ? element("span", { class: "not-assigned" }, text("history.withdrawn", {
                time: momentText(withdrawn.at(-1).at),
            })) : null),
        versions);
        return section;
    }

    async loadVersions(dataset, list, isWithdrawn) {
        try {
            const { versions } = await asStaff(
                (token) => ask(`/v1/datasets/${dataset}/versions`, { token }));
            list.replaceChildren(...versions
                .sort((a, b) => b.version - a.version)
                .map((version) => this.row(version, isWithdrawn)));
        } catch (error) {
            this.showProblem(list, error);
        }
    }

    row(
        { dataset, version, published, kept = true, records, imported_at: moment, source, changes },
        isWithdrawn,
    ) {
        const key = isWithdrawn ? "history.publish_again" : "history.roll_back";
        const back = published || !kept ? null : element("button", {
            type: "button", class: "link", "data-version": version,
        });
        const consent = element("div", { class: "consent" });
        if (back) {
            askTwice(back, {
                rest: () => text(key),
                question: () => text(`${key}_really`, { version }),
                onAgree: () => this.rollBack(dataset, version, consent),
            });
        }
        return element("li", { class: published ? "is-published" : null },
            element("p", {},
                element("strong", {}, text("history.version", { version })),
                ` · ${momentText(moment)} · ${numberText(records)} `,
                published ? element("span", { class: "is-assigned" }, text("history.published")) : null),
            element("p", { class: "quiet" },
                `${source.file} · +${numberText(changes.added)} −${numberText(changes.removed)}`
                + ` ≠${numberText(changes.changed)}`,
                source.imported_by ? ` · ${source.imported_by}` : ""),
            back, consent);
    }

    /**
     * @param {HTMLElement} consent Where it is said what takes consent.
     * @param {boolean} force Whether that was given.
     */
    async rollBack(dataset, version, consent, force = false) {
        try {
            await asStaff((token) => ask(`/v1/datasets/${dataset}/rollback`, {
                method: "POST", body: { version, force }, token,
            }));
            notify(text("history.rolled_back", { dataset, version }));
        } catch (error) {
            if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
            if (error instanceof Refusal && error.problem?.force_needed?.length > 0) {
                this.askConsent(error.problem, dataset, version, consent);
                return;
            }
            notify(refusalWords(error), "warning");
        }
        this.load();
    }

    /** Says what takes consent, with a button that gives it. */
    askConsent(problem, dataset, version, place) {
        const button = element("button", { type: "button", class: "button", "data-force": version });
        askTwice(button, {
            rest: () => text("history.force"),
            question: () => text("history.force_really", { version }),
            onAgree: () => this.rollBack(dataset, version, place, true),
        });
        place.replaceChildren(...guards(problem), button);
    }

    showProblem(place, error) {
        if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
        place.replaceChildren(element("p", { class: "alert", role: "alert" },
            refusalWords(error)));
    }
}

function momentText(rfc3339) {
    return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium", timeStyle: "short" })
        .format(new Date(rfc3339));
}
