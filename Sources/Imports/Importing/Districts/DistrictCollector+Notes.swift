internal import Geodesy
internal import Polling

/// What there is to know of a file's districts.
extension DistrictCollector {
    var notes: [ImportNote] {
        var notes = reader.notes
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
