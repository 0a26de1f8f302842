// The report of an import as a page: what is wrong first, then what would change, then what was
// understood.

import { element } from "../core/dom.js";
import { areaText, distanceText, numberText } from "../core/format.js";
import { currentLanguage, hasText, text } from "../core/texts.js";
import { typeOfDistrict } from "../core/values.js";
import { fieldWords } from "./fields.js";
import { findingText, valueTexts } from "./findings.js";
import { changeSorts, changeSymbol } from "./change-map.js";

const linesShown = 50;

/**
 * @param {object} report Of one kind of record.
 * @param {object} how
 * @param {boolean} how.isOneOfSeveral Whether it stands among those of a feed.
 * @param {function(object): void} how.onChange Called with a change that is to be shown on the map.
 * @param {function(string[]): void} how.onRepair Called with the digests of the repairs that are accepted.
 * @returns {HTMLElement[]}
 */
export function reportSections(report, { isOneOfSeveral, onChange, onRepair }) {
    return [
        headline(report, isOneOfSeveral), ...guards(report), ...undecided(report),
        samples(report),
        looksWhole(report) ? element("p", { class: "quiet" }, text("import.no_problems")) : null,
        problems(report), repairs(report, onRepair), fits(report), changes(report, onChange),
        joins(report), addressLists(report),
        understood(report),
    ].filter((section) => section !== null);
}

function headline(report, isOneOfSeveral) {
    const { rows, kind, outcome, version, dataset, without_place: placeless, replacement } = report;
    const words = outcome === "published" ? text("import.published", { dataset, version })
        : outcome === "nothing_to_change" ? text("import.nothing_to_change") : null;
    return element("div", { class: "headline" },
        element("h2", {}, isOneOfSeveral ? text(`kind.${kind}`) : text("import.report")),
        words ? element("p", { class: "outcome" }, words) : null,
        replacement ? element("p", { class: "replaces" }, text("import.replaces", {
            dataset: replacement.dataset, number: numberText(replacement.records),
        })) : null,
        element("p", {}, text("import.rows", {
            rows: numberText(rows.read), records: numberText(rows.accepted),
            kind: text(`kind.${kind}`).toLocaleLowerCase(),
            merged: numberText(rows.merged), rejected: numberText(rows.rejected),
        })),
        placeless > 0 ? element("p", { class: "without-place" }, text("import.without_place", {
            number: numberText(placeless), records: numberText(rows.accepted),
        })) : null);
}

/** What takes consent, of a report or of a version that is to be published again. */
export function guards({ force_needed: needed }) {
    return needed.map(({ limit, count, allowed, published, values }) => element(
        "p", { class: "alert" }, text(`guard.${guardName(limit, values)}`, {
            ...valueTexts(values),
            number: numberText(count), allowed: numberText(allowed), published: numberText(published),
        })));
}

/**
 * Contests are mixed by a column that was not taken, or may be primaries that nothing calls so; and a
 * column goes wrong in several ways, each with its words.
 */
function guardName(limit, values) {
    if (limit === "moved" && !values.far) return "placeless";
    if (limit === "wrong_column" && hasText(`guard.${values.sort}`)) return values.sort;
    return limit === "mixed_contests" && !values.column ? "untold_primaries" : limit;
}

/** The first records as the public would see them: a wrong column is seen here before anything else. */
function samples({ samples: records, kind }) {
    if (records.length === 0) return null;
    return element("section", { class: "samples" },
        element("h3", {}, text("import.samples", { kind: text(`kind.${kind}`).toLocaleLowerCase() })),
        ...records.map(({ id, name, details }) => element("dl", { class: "sample" },
            element("dt", {}, name), element("dd", { class: "quiet" }, id),
            ...details.map(({ field, value }) => element("dd", {},
                `${hasText(`field.${field}`) ? text(`field.${field}`) : typeOfDistrict(field)}: ${
                    field.endsWith("type") ? typeOfDistrict(value) : value}`)))));
}

/** What happens to stations whose place is surely wrong for as long as nobody decides about it. */
function undecided({ repairs: { withheld, kept_places: kept } }) {
    return [["withheld", withheld], ["kept_places", kept]]
        .filter(([, count]) => count > 0)
        .map(([name, count]) => element("p", { class: `alert ${name.replace("_", "-")}` },
            text(`import.${name}`, { count, number: numberText(count) })));
}

/** Whether nothing in a report has to be looked at: no row, no place, no limit, nothing unknown. */
function looksWhole(report) {
    const { rows, notes, force_needed: needed, repairs: found, duplicates } = report;
    return rows.rejected + notes.length + needed.length + duplicates.length === 0
        && found.proposed.length + found.stale.length + found.withheld + found.kept_places === 0
        && faultyFits(report).length === 0
        && districtUses(report).every(({ named, found: known, without_station: without }) =>
            known === named && without.length === 0)
        && report.address_lists.every((use) =>
            use.unknown.length + use.ambiguous.length + use.addresses_without === 0);
}

/** Refused rows by cause, worst first, then what else deserves a look. */
function problems({ causes, rejected_rows: rows, notes }) {
    const sections = causes.map(({ cause, title, rows: count }) => folded(
        "cause", hasText(`cause.${cause}`) ? text(`cause.${cause}`) : title, numberText(count),
        list(rows.filter((row) => row.cause === cause), count, (row) =>
            element("li", {}, lineNumber(row.line), refusal(row)))));
    const warnings = notes.map(({ level, lines, ...note }) => element("li", {
        class: level === "warning" ? "caution" : "quiet",
    }, findingText(note, note.text), lines.length > 0
        ? ` ${text("import.lines", {
            count: lines.length, lines: lines.slice(0, 8).join(", "),
        })}` : ""));
    if (sections.length + warnings.length === 0) return null;
    return element("section", { class: "problems" },
        element("h3", {}, text("import.problems")), ...sections,
        element("ul", { class: "notes" }, ...warnings));
}

/** Places and texts that seem wrong, with what Ambit would make of them; nothing is mended unasked. */
function repairs({ repairs: found, duplicates, rows }, onRepair) {
    const { proposed, applied, stale } = found;
    if (proposed.length + applied.length + stale.length + duplicates.length === 0) return null;
    return element("section", {},
        proposed.length === 0 ? null : proposals(found, rows, onRepair),
        applied.length === 0 ? null : folded(
            "applied", text("import.repairs_applied"), numberText(applied.length),
            list(applied, applied.length, (repair) =>
                element("li", {}, lineNumber(repair.line),
                    element("strong", {}, repairName(repair, rows)),
                    ` ${findingText(repair, repair.reason)}`))),
        stale.length === 0 ? null : folded(
            "stale", text("import.repairs_stale"), numberText(stale.length),
            list(stale, stale.length, (repair) =>
                element("li", {}, element("strong", {}, repair.name),
                    ` ${findingText(repair, repair.reason)}`))),
        duplicates.length === 0 ? null : folded(
            "duplicates", text("import.duplicates"), numberText(duplicates.length),
            list(duplicates, duplicates.length, ({ first, second, distance_m: meters }) =>
                element("li", {}, `${first.name} ↔ ${second.name} · ${distanceText(meters)}`))));
}

/** Repairs to choose from; none is chosen beforehand, and one click chooses those that are likely. */
function proposals({ proposed, further_proposals: further }, rows, onRepair) {
    const boxes = new Map();
    const lines = list(proposed, proposed.length + further, (repair) => {
        const { line, reason, confidence, earlier } = repair;
        const box = element("input", { type: "checkbox" });
        boxes.set(box, repair);
        return element("li", {}, element("label", { class: "check" }, box, element("span", {},
            lineNumber(line), element("strong", {}, repairName(repair, rows)),
            ` ${findingText(repair, reason)} `,
            text("import.confidence", { percent: Math.round(confidence * 100) }),
            earlier ? ` ${earlierText(earlier)}` : null)));
    });
    const likely = [...boxes].filter(([, repair]) => repair.likely).map(([box]) => box);
    const section = folded(
        "repairs", text("import.repairs"), numberText(proposed.length + further),
        element("p", { class: "quiet" }, text("import.repairs_hint")),
        likely.length === 0 ? null : element("button", {
            type: "button", class: "link", id: "import-repair-likely",
            on: { click: () => likely.forEach((box) => { box.checked = true; }) },
        }, text("import.repairs_likely", { number: numberText(likely.length) })), lines,
        element("button", {
            type: "button", class: "button", id: "import-repair",
            on: { click: () => {
                const chosen = [...boxes].filter(([box]) => box.checked);
                const names = chosen.map(([, { station }]) => station);
                if (names.length > 0) onRepair([...new Set(names)]);
            } },
        }, text("import.repair")));
    section.open = true;
    return section;
}

/** The station's name; of a repair of many rows, how many; of a text, what it becomes. */
function repairName({ name, rows: count, whole, text: change }, { read }) {
    if (change) {
        return text("import.text_becomes", {
            was: change.was, becomes: change.becomes, count, number: numberText(count),
        });
    }
    if (!whole) return name;
    return text(count === read ? "import.all_rows" : "import.some_rows", {
        number: numberText(count), rows: numberText(read),
    });
}

/** Why a row is refused, and what stands in it. */
function refusal({ column, value, ...row }) {
    const subject = column ? `${column}${value ? ` “${value}”` : ""}: ` : "";
    return subject + findingText(row, row.reason);
}

/** What was decided about the same in an earlier import. */
function earlierText({ accept, version, at, by }) {
    return text(accept ? "import.accepted_before" : "import.refused_before", {
        version: version ? numberText(version) : "–", date: at.slice(0, 10), name: by ?? "–",
    });
}

/** What districts of one type both claim, and what lies between them that nobody has. */
function fits(report) {
    const faulty = faultyFits(report);
    if (faulty.length === 0) return null;
    return element("section", {}, ...faulty.map((fit) => {
        const count = fit.overlap_count + fit.gap_count;
        const rows = [
            ...fit.overlaps.map(({ districts, area_m2: area }) => ["overlap", districts, area]),
            ...fit.gaps.map(({ between, area_m2: area }) => ["gap", between, area]),
        ];
        return folded("fit", text("import.fit", { type: typeOfDistrict(fit.type) }), numberText(count),
            list(rows, count, ([sort, names, area]) => element("li", {},
                text(`import.${sort}`, { names: names.join(", "), area: areaText(area) }))));
    }));
}

function faultyFits({ district_fits: found }) {
    return found.filter(({ overlap_count: overlaps, gap_count: gaps }) => overlaps + gaps > 0);
}

/** What the file would change in what is published. */
function changes({ changes: all }, onChange) {
    const sections = changeSorts
        .filter(({ name }) => all[name] > 0)
        .map(({ name, list: key }) => folded(
            `change is-${name}`, text(`change.${name}`), numberText(all[name]),
            list(all[key], all[name], (change) => changeRow(name, change, onChange))));
    const parts = ["moved", "renamed", "address_changed", "hours_changed",
        "accessibility_changed", "districts_changed"]
        .filter((name) => all[name] > 0)
        .map((name) => text(`change.${name}`, { number: numberText(all[name]) }));
    if (all.moved > 0) {
        parts[0] += ` (${text("change.farthest", { distance: distanceText(all.farthest_move_m) })})`;
    }
    return element("section", { class: "changes" },
        element("h3", {}, text("import.changes")),
        ...sections,
        all.row_refused > 0
            ? element("p", { class: "caution" }, text("change.row_refused_hint")) : null,
        parts.length > 0 ? element("p", { class: "quiet" }, parts.join(" · ")) : null,
        element("p", { class: "quiet" },
            text("change.unchanged", { number: numberText(all.unchanged) }),
            all.formatting_only > 0 ? ` ${text("change.formatting_only", {
                number: numberText(all.formatting_only),
            })}` : ""));
}

function changeRow(sort, change, onChange) {
    const words = [
        changeSymbol(sort), element("span", {}, change.name),
        ...change.differences.length > 0
            ? [element("span", { class: "quiet" }, change.difference_findings
                .map((finding, index) => findingText(finding, change.differences[index]))
                .join("; "))] : [],
        ...change.refused_row ? [element("span", { class: "quiet" }, text("change.refused_row", {
            line: change.refused_row.line,
            reason: findingText(change.refused_row, change.refused_row.reason),
        }))] : [],
    ];
    if (!change.place) return element("li", { class: "change-row" }, ...words.filter(Boolean));
    return element("li", {}, element("button", {
        type: "button", class: "change-row", on: { click: () => onChange(change) },
    }, ...words));
}

/** How the districts that records name meet those that are published. */
function joins(report) {
    const districts = districtUses(report);
    if (districts.length === 0) return null;
    return element("section", {},
        element("h3", {}, text("import.joins")),
        ...districts.map((use) => {
            const { type, named, found, unknown, ambiguous, without_station: without } = use;
            return element("p", { class: found < named ? "caution" : null },
                text("import.join", {
                    type: typeOfDistrict(type), found: numberText(found),
                    named: numberText(named),
                }),
                use.isOfBallot && named - found > use.undecided ? ` ${text("import.join_nobody", {
                    count: named - found - use.undecided,
                    number: numberText(named - found - use.undecided),
                })}` : null,
                use.undecided > 0 ? ` ${text(
                    use.needsCounties ? "import.join_counties" : "import.join_undecided",
                    { count: use.undecided, number: numberText(use.undecided) },
                )}` : null,
                ...[["unknown", unknown], ["ambiguous", ambiguous], ["without_station", without]]
                    .filter(([, codes]) => codes.length > 0)
                    .map(([name, codes]) => element("span", { class: "quiet" },
                        ` ${text(`import.join_${name}`, { codes: codes.join(", ") })}`)));
        }));
}

/** The districts that stations name, and those that contests or measures are for. */
function districtUses({ districts, ballot }) {
    return [...districts, ...ballot.map(({ type, records, found, unknown, ...more }) => ({
        type, named: records, found, unknown, ambiguous: [], without_station: [], isOfBallot: true,
        undecided: more.undecided, needsCounties: more.needs_counties,
    }))];
}

/** How lists of addresses meet the stations that there are. */
function addressLists({ address_lists: lists }) {
    if (lists.length === 0) return null;
    return element("section", {},
        element("h3", {}, text("import.lists")),
        ...lists.map((use) => element("p", { class: use.addresses_without > 0 ? "caution" : null },
            text("import.list", {
                list: use.list, found: numberText(use.addresses - use.addresses_without),
                addresses: numberText(use.addresses),
            }),
            use.named > 0 ? element("span", { class: "quiet" }, ` ${text("import.list_ids", {
                found: numberText(use.found), named: numberText(use.named),
            })}`) : null,
            ...["unknown", "ambiguous"].filter((name) => use[name].length > 0)
                .map((name) => element("span", { class: "quiet" },
                    ` ${text(`import.join_${name}`, { codes: use[name].join(", ") })}`)))));
}

function understood({ format, coordinates, columns, constants, source }) {
    const facts = [
        format.kind.toUpperCase(), format.compression, format.encoding,
        format.delimiter && text(`delimiter.${format.delimiter}`), format.line_ending,
    ].filter(Boolean).join(" · ");
    return folded("understood", text("import.understood"), facts,
        coordinates ? element("p", {},
            [`${coordinates.system} ${coordinates.name}`, reasonText(coordinates)]
                .filter(Boolean).join(" · ")) : null,
        columns.length > 0 ? element("table", {},
            element("thead", {}, element("tr", {},
                ...["column", "field", "reason"].map(
                    (name) => element("th", { scope: "col" }, text(`import.${name}`))))),
            element("tbody", {}, ...columns.map(({ column, field, ...why }) => element("tr", {},
                element("th", { scope: "row" }, column), element("td", {}, fieldWords(field)),
                element("td", { class: "quiet" }, reasonText(why)))))) : null,
        ...constants.map(({ field, value, ...why }) => element("p", {},
            [`${fieldWords(field)} = ${value}`, reasonText(why)].filter(Boolean).join(" · "))),
        element("p", { class: "quiet digest" }, `SHA-256 ${source.sha256}`));
}

/** Why something was understood so; of what has no words in a language, nothing. */
function reasonText(why) {
    return why.code || currentLanguage() === "en" ? findingText(why, why.reason) : "";
}

function folded(kind, title, count, ...content) {
    return element("details", { class: `folded ${kind}` },
        element("summary", {},
            element("span", {}, title), element("span", { class: "folded-count" }, count)),
        ...content);
}

/** The first rows of a list, and how many more there are. */
function list(rows, count, row) {
    const shown = rows.slice(0, linesShown);
    const more = count - shown.length;
    return element("ul", { class: "lines" }, ...shown.map(row), more > 0
        ? element("li", { class: "quiet" }, text("import.more_rows", { number: numberText(more) }))
        : null);
}

function lineNumber(line) {
    return element("span", { class: "line-number" }, text("import.line", { line }));
}
