extension ImportReport {
    /// Adds the difference to what is published: counts, then the first of each sort.
    func addChanges(_ page: inout TextPage) {
        page.blank()
        page.add("Compared with what is published as \"\(dataset)\"")
        var counts = [
            ["added", grouped(changes.added), ""],
            ["removed", grouped(changes.removed), changes.removed > 0 ? "not in the file" : ""],
        ]
        if changes.rowRefused > 0 {
            counts.append([
                "row refused", grouped(changes.rowRefused),
                "in the file, but not usable there; they stay as they are published",
            ])
        }
        counts.append(["changed", grouped(changes.changed), ""])
        for (label, count, remark) in kindsOfChange where count > 0 {
            counts.append(["  \(label)", grouped(count), remark])
        }
        counts.append(["unchanged", grouped(changes.unchanged), ""])
        if changes.formattingOnly > 0 {
            counts.append([
                "  formatting only", grouped(changes.formattingOnly),
                "written differently in the file; nothing to change for them",
            ])
        }
        page.table(counts, rightAligned: [1], indent: 2)
        if changes.idChanged > 0 {
            page.add(
                "\(counted(changes.idChanged, "record")) under another id than before, known by "
                    + "name, address and place; they keep the id that is published",
                indent: 2
            )
        }
        addChangedRecords(&page)
        if changes.removed > 0, unnamedRefusals > 0 {
            page.add(
                "\(counted(unnamedRefusals, "refused row")) \(unnamedRefusals == 1 ? "does" : "do") "
                    + "not say which of the \(plural(kind)) \(unnamedRefusals == 1 ? "it is" : "they are") "
                    + "about; look whether some of those removed are meant",
                indent: 2
            )
        }
        if let replacement {
            page.add(
                "\"\(replacement.dataset)\" "
                    + (outcome == .published ? "was" : "would be")
                    + " withdrawn in the same moment, with all of its \(counted(replacement.records, ofKind: kind)); "
                    + "`ambit datasets rollback` brings it back",
                indent: 2
            )
        }
        addAddition(&page)
    }

    private func addAddition(_ page: inout TextPage) {
        guard let addition else { return }
        page.blank()
        page.add(
            "With these added, \"\(dataset)\" has \(grouped(addition.records)) \(plural(kind)): "
                + "\(grouped(addition.records - addition.kept)) of the file and "
                + "\(grouped(addition.kept)) that stay as they are"
                + (addition.withoutPlace > 0
                    ? "; \(grouped(addition.withoutPlace)) without a place" : "")
        )
    }

    private var kindsOfChange: [(label: String, count: Int, remark: String)] {
        [
            ("renamed", changes.renamed, ""),
            (
                "moved", changes.moved,
                changes.farthestMoveM > 0 ? "up to \(lengthText(changes.farthestMoveM))" : ""
            ),
            ("address changed", changes.addressChanged, ""),
            ("hours changed", changes.hoursChanged, ""),
            ("accessibility changed", changes.accessibilityChanged, ""),
            ("districts changed", changes.districtsChanged, ""),
            // Records whose parts are not counted apart differ in nothing else.
            (
                "other columns changed",
                changes.otherChanged == changes.changed && !hasKinds ? 0 : changes.otherChanged, ""
            ),
        ]
    }

    private var hasKinds: Bool {
        changes.renamed + changes.moved + changes.addressChanged + changes.hoursChanged
            + changes.accessibilityChanged + changes.districtsChanged > 0
    }

    /// How many records of each sort the text names.
    private static let shownLimit = 10

    private func addChangedRecords(_ page: inout TextPage) {
        let sorts = [
            ("added", changes.added, changes.firstAdded),
            ("removed", changes.removed, changes.firstRemoved),
            ("row refused", changes.rowRefused, changes.firstRowRefused),
            ("changed", changes.changed, changes.firstChanged),
        ]
        // Where everything is new, the first few names tell nothing.
        if changes.removed + changes.changed + changes.unchanged == 0 { return }
        for (label, count, records) in sorts where count > 0 {
            let shown = records.prefix(Self.shownLimit)
            page.blank()
            for record in shown {
                let refused = record.refusedRow.map { row in
                    [(label == "changed" ? "a row of it was refused: " : "") + text(of: row)]
                }
                let differences = record.differences + (refused ?? [])
                let what = differences.isEmpty ? "" : ": " + differences.joined(separator: "; ")
                page.add("\(label) \(record.id) \"\(record.name)\"\(what)", indent: 2)
            }
            if count > shown.count {
                let more = grouped(count - shown.count)
                page.add("... and \(more) more \(label); --report FILE lists them", indent: 2)
            }
        }
    }

    /// What became of the import, in words.
    func addOutcome(_ page: inout TextPage) {
        page.blank()
        switch outcome {
        case .published:
            let published =
                "Published: \(dataset), version \(version ?? 0), "
                + "\(counted(publishedRecords, ofKind: kind))."
            page.add(published)
            addForceNeeded(&page, "It was published with --force, although")
        case .nothingToChange:
            page.add("Nothing to change: \(dataset) says the same already.")
        case .checked:
            page.add("Check only: nothing was changed.")
            addForceNeeded(&page, "To publish it will need --force, because")
        case .refused:
            page.add("Refused: nothing was changed.")
            addForceNeeded(&page, "To publish it all the same takes --force, because")
        }
    }

    private func addForceNeeded(_ page: inout TextPage, _ introduction: String) {
        guard !forceNeeded.isEmpty else { return }
        page.add(introduction)
        for finding in forceNeeded { page.add(finding.text, indent: 2) }
    }
}

/// A distance in metres for people: `0.4 m`, `120 m`, `2.3 km`.
func lengthText(_ meters: Double) -> String {
    if meters < 0.05 { return "less than 0.1 m" }
    if meters < 10 { return "\((meters * 10).rounded() / 10) m" }
    if meters < 1_000 { return "\(Int(meters.rounded())) m" }
    return "\((meters / 100).rounded() / 10) km"
}
