// The form of an import: the file, what it holds, and the dataset that it is a version of.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { fieldWords } from "./fields.js";
import { kindNames, typesOf } from "./kinds.js";

// Files that are refused for these can be read when an option says what they do not.
const helped = new Set([
    "bad_header_line", "bad_profile", "invalid_constant", "no_coordinates", "no_header",
    "no_such_layer", "no_such_sheet", "several_layers", "several_sheets",
    "profile_does_not_fit", "profile_of_other_kind", "unclear_reference_system", "unknown_profile",
    "unreadable_constant", "unusable_reference_system", "wrong_reference_system",
].map((code) => `import.${code}`));
const nameRule = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export class ImportForm {
    /** @param {function({file: File, query: object}): void} onCheck */
    constructor(onCheck) {
        this.onCheck = onCheck;
        this.file = null;
        this.values = {
            kind: kindNames()[0], dataset: "", type: "", set: "", crs: "", profile: "", header: "", sheet: "",
            add: false, mend: false,
        };
        this.datasets = [];
        /** What was chosen for columns, by their names. */
        this.mapping = new Map();
        this.columns = element("div", { class: "import-columns", id: "import-columns" });
    }

    /** The form, in the language that is shown, with what was entered before. */
    root() {
        // Who came in now may import something else.
        if (!kindNames().includes(this.values.kind)) this.values.kind = kindNames()[0];
        this.problem = element("p", { class: "error", id: "import-error", role: "alert" });
        this.suggestions = element("datalist", { id: "import-datasets" });
        this.typeSuggestions = element("datalist", { id: "import-types" });
        this.typeField = this.field("type", element("input", {
            id: "import-type", type: "text", list: "import-types", value: this.values.type,
            on: { input: (event) => { this.values.type = event.target.value; } },
        }), this.typeSuggestions);
        const form = element("form", {
            class: "import-form", novalidate: true,
            on: { submit: (event) => {
                event.preventDefault();
                this.submit();
            } },
        },
        this.dropZone(),
        element("div", {},
            this.field("kind", element("select", {
                id: "import-kind", on: { change: (event) => this.chooseKind(event.target.value) },
            }, ...kindNames().map((value) => element("option", {
                value, selected: value === this.values.kind,
            }, text(`kind.${value}`))))),
            this.field("dataset", element("input", {
                id: "import-dataset", type: "text", list: "import-datasets", autocomplete: "off",
                spellcheck: "false", value: this.values.dataset, "aria-describedby": "import-error",
                on: { input: (event) => { this.values.dataset = event.target.value; } },
            }), this.suggestions)),
        this.typeField,
        this.options = element("details", {},
            element("summary", {}, text("import.more")),
            this.words("set", "place=none"),
            this.words("crs", "EPSG:27700"), this.words("profile"),
            this.words("header", "3"), this.words("sheet"),
            this.choice("add"), this.choice("mend")),
        this.columns,
        this.problem,
        element("button", { type: "submit", class: "button is-primary is-wide", id: "import-check" },
            text("import.check")));
        this.showFile();
        this.chooseKind(this.values.kind);
        this.showDatasets();
        return form;
    }

    field(name, control, ...more) {
        return element("div", { class: "field" },
            element("label", { for: control.id }, text(`import.${name}`)), control, ...more);
    }

    /** A field of a few words for the machine rather than for people. */
    words(name, placeholder = null) {
        return this.field(name, element("input", {
            id: `import-${name}`, type: "text", placeholder, spellcheck: "false",
            autocapitalize: "off", autocomplete: "off", value: this.values[name],
            on: { input: (event) => { this.values[name] = event.target.value; } },
        }));
    }

    /** A choice between yes and no. */
    choice(name) {
        return element("label", { class: "check" },
            element("input", {
                type: "checkbox", id: `import-${name}`, checked: this.values[name],
                on: { change: (event) => { this.values[name] = event.target.checked; } },
            }), element("span", {}, text(`import.${name}`)));
    }

    /** Where a file is dropped, or chosen by click or key. */
    dropZone() {
        this.fileName = element("span", { class: "file-name" });
        this.input = element("input", {
            id: "import-file", type: "file", class: "for-screen-readers",
            on: { change: () => this.take(this.input.files[0]) },
        });
        const zone = element("label", {
            class: "drop-zone", for: "import-file",
            on: {
                dragover: (event) => {
                    event.preventDefault();
                    zone.classList.add("is-over");
                },
                dragleave: () => zone.classList.remove("is-over"),
                drop: (event) => {
                    event.preventDefault();
                    zone.classList.remove("is-over");
                    this.take(event.dataTransfer.files[0]);
                },
            },
        },
        this.input,
        element("strong", {}, text("import.drop")), this.fileName,
        element("span", { class: "quiet" }, text("import.formats")));
        return zone;
    }

    take(file) {
        if (!file) return;
        this.file = file;
        this.problem.textContent = "";
        this.forgetColumns();
        this.showFile();
    }

    /** Unfolds the options where one of them is at fault, or would help. */
    openFor({ code, errors = [] }) {
        const isAtFault = errors.some(({ parameter }) => parameter in this.values);
        if (isAtFault || helped.has(code)) this.options.open = true;
    }

    /** Forgets what was chosen for columns: it is of another file. */
    forgetColumns() {
        this.mapping.clear();
        this.columns.replaceChildren();
    }

    /**
     * Offers the file's columns, each with the fields that it may be.
     *
     * @param {object} job What the service says of a check: `columns`, `fields`, and its `report`.
     */
    showColumns({ columns, fields, report }) {
        if (columns.length === 0 || fields.length === 0) {
            this.columns.replaceChildren();
            return;
        }
        const uses = new Map(report?.columns?.map(({ column, field }) => [column, field]) ?? []);
        this.columns.replaceChildren(element("details", { open: report === null },
            element("summary", {}, text("import.columns")),
            element("p", { class: "quiet" }, text("import.columns_hint")),
            ...columns.map((column, index) => this.columnField(column, index, fields, uses.get(column)))));
    }

    columnField(column, index, fields, understood) {
        const chosen = this.mapping.get(column) ?? "";
        const id = `import-column-${index}`;
        return element("div", { class: "field" },
            element("label", { for: id, dir: "auto" }, column),
            element("select", {
                id, on: { change: (event) => {
                    if (event.target.value === "") this.mapping.delete(column);
                    else this.mapping.set(column, event.target.value);
                } },
            },
            element("option", { value: "", selected: chosen === "" }, understood && chosen === ""
                ? text("import.columns_automatic", { field: fieldWords(understood) })
                : text("import.columns_unchosen")),
            ...fields.map((field) => element("option", {
                value: field, selected: field === chosen,
            }, fieldWords(field)))));
    }

    showFile() {
        this.fileName.textContent = this.file?.name ?? "";
    }

    chooseKind(kind) {
        if (kind !== this.values.kind) this.forgetColumns();
        this.values.kind = kind;
        this.typeField.hidden = typesOf(kind).length === 0;
        this.typeSuggestions.replaceChildren(...typesOf(kind).map(
            (type) => element("option", { value: type })));
        this.showDatasets();
    }

    /** Asks which datasets there are, to be suggested. */
    async refreshDatasets() {
        try {
            this.datasets = (await ask("/v1/datasets")).datasets;
        } catch (error) {
            if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
        }
        this.showDatasets();
    }

    showDatasets() {
        this.suggestions.replaceChildren(...this.datasets
            .filter(({ kind }) => kind === this.values.kind)
            .map(({ dataset }) => element("option", { value: dataset })));
    }

    submit() {
        const { kind, type, set, crs, profile, header, sheet, add, mend } = this.values;
        const dataset = this.values.dataset.trim();
        const problem = !this.file ? "import.file_missing"
            : dataset === "" ? "import.dataset_missing"
                : !nameRule.test(dataset) ? "import.dataset_wrong"
                    : typesOf(kind).length > 0 && type.trim() === "" ? "import.type_missing" : null;
        this.problem.textContent = problem ? text(problem) : "";
        if (problem) return;
        this.onCheck({
            file: this.file,
            query: {
                kind, dataset, name: this.file.name, map: this.mappings(),
                set: listed(set) || null, crs: crs.trim() || null,
                type: typesOf(kind).length > 0 ? type.trim() : null, profile: profile.trim() || null,
                header: header.trim() || null,
                sheet: sheet.trim() || null,
                add: add ? "true" : null, mend_encoding: mend ? "true" : null,
            },
        });
    }

    /** What was chosen for columns, as the service takes it. */
    mappings() {
        const pairs = [...this.mapping].map(([column, field]) => `${column.replaceAll(",", "\\,")}:${field}`);
        return pairs.join(",") || null;
    }

    clear() {
        this.file = null;
        this.forgetColumns();
        this.input.value = "";
        this.showFile();
    }
}

/** What stands between commas, without the spaces around them. */
function listed(words) {
    return words.split(",").map((part) => part.trim()).join(",");
}
