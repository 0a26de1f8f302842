internal import Geodesy
internal import Polling

/// What there is to know of a file's districts.
extension DistrictCollector {
    /// What names say of codes, and districts that have none.
    private var codeNotes: [ImportNote] {
        var notes = status.notes
        if let finding = nameFinding {
            let lines = numbered?.examples.map(\.line) ?? []
            notes.append(ImportNote(.warning, finding, lines: lines))
        }
        if let note = rival?.codes.note { notes.append(note) }
        if codeless.count > 0 {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(.namesForCodes, ["districts": .count(codeless.count)]),
                    lines: codeless.lines
                )
            )
        }
        return notes
    }

    /// That codes and names hold other numbers.
    private var nameFinding: Finding? {
        guard let numbered, let example = numbered.examples.first,
            let codes = plan.column(codeField), let names = plan.column(nameField),
            namesHaveCodes || numbered.contradict
        else { return nil }
        return Finding(
            namesHaveCodes ? .codesFromNames : .namesContradictCodes,
            [
                "rows": .count(numbered.contradictions), "code": .text(example.code),
                "name": .text(example.name), "column": .text(plan.columns[codes]),
                "names": .text(plan.columns[names]),
            ]
        )
    }

    var notes: [ImportNote] {
        var notes = reader.notes
        let polar = districts.count {
            $0.area.boundingBox.map { $0.north < RowWitnesses.leastLatitude } ?? false
        }
        if polar * 2 > districts.count {
            let values: KeyValuePairs<String, Finding.Value> = [
                "count": .count(polar), "districts": .count(districts.count),
            ]
            notes.append(ImportNote(.warning, Finding(.districtsInAntarctica, values)))
        }
        if repairedCount > 0 {
            let examples = repairs.map { "line \($0.line): \($0.fault)" }.joined(separator: "; ")
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .polygonsMended,
                        ["polygons": .count(repairedCount), "details": .text(examples)]
                    ),
                    lines: repairs.map(\.line)
                )
            )
        }
        func add(
            _ wording: AreaWording,
            _ name: String,
            _ entry: (count: Int, lines: [Int])
        ) {
            guard entry.count > 0 else { return }
            notes.append(
                ImportNote(
                    .note,
                    Finding(wording, [name: .count(entry.count)]),
                    lines: entry.lines
                )
            )
        }
        notes += codeNotes
        add(.endedDistricts, "rows", ended)
        add(.partsOfOneCode, "features", mergedCodes)
        add(.ringsClosed, "rings", unclosed)
        add(.polygonsJoined, "districts", joined)
        add(.ringsRewound, "polygons", rewound)
        let parts = districts.map(\.area.polygons.count).reduce(0, +)
        let holes = districts.flatMap(\.area.polygons).map(\.holes.count).reduce(0, +)
        notes.append(
            ImportNote(
                .note,
                Finding(
                    .districtCount,
                    [
                        "districts": .count(districts.count), "polygons": .count(parts),
                        "holes": .count(holes),
                    ]
                )
            )
        )
        return notes
    }
}
