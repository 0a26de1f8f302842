internal import Polling

/// What a plan says of columns that are kept, and of those that are not published.
extension StationPlan {
    /// Tells which columns look private and are not published.
    mutating func notePrivate(_ names: [String]) {
        guard !names.isEmpty else { return }
        notes.append(
            ImportNote(
                .warning,
                Finding(
                    .privateColumns,
                    ["columns": .texts(names), "count": .count(names.count)]
                )
            )
        )
    }

    /// Tells that stations get a town for their address, and no street.
    mutating func noteMissingStreets(_ sample: FileSample) {
        guard sample.feed == nil, address.parts.isEmpty, !address.town.isEmpty else { return }
        let kept = attributes.map { "\"\($0.name)\"" }
        let shown = kept.prefix(8) + (kept.count > 8 ? ["..."] : [])
        notes.append(
            ImportNote(
                .warning,
                kept.isEmpty
                    ? Finding(ColumnWording.noStreets)
                    : Finding(ColumnWording.noStreetsAmong, ["columns": .texts(Array(shown))])
            )
        )
    }

    /// Tells of columns that are kept and may name districts, where none was taken for precincts or wards.
    mutating func noteDistrictsNotUsed(_ sample: FileSample) {
        let types: Set = ["precinct", "ward", "polling_district"]
        guard sample.feed == nil, !districts.contains(where: { types.contains($0.type) }) else {
            return
        }
        let words: Set = [
            "precinct", "precincts", "pct", "ward", "wards", "stimmbezirk", "wahlbezirk",
        ]
        let counts: Set = ["number", "no", "count", "num", "total", "anzahl", "name", "type"]
        let found = attributes.map(\.column).filter { column in
            let header = HeaderKey.words(sample.columns[column].name)
            return !words.isDisjoint(with: header) && counts.isDisjoint(with: header)
                && !sample.columns[column].name.contains("#") && sample.columns[column].filled > 0
        }
        guard !found.isEmpty else { return }
        notes.append(
            ImportNote(
                .warning,
                Finding(
                    .districtsNotUsed,
                    [
                        "columns": .texts(found.map { sample.columns[$0].name }),
                        "count": .count(found.count),
                    ]
                )
            )
        )
    }

    /// Finds the column that says what sort of place each is.
    mutating func takeKinds(_ sample: FileSample) {
        // Those of a feed are Ambit's own words.
        guard sample.feed == nil else { return }
        let found = attributes.filter { Station.isKindHeader($0.name) }
            .filter { sample.columns[$0.column].filled > 0 }.sorted { $0.name < $1.name }
        kindColumn =
            (found.first { attribute in
                sample.columns[attribute.column].firstValues.contains {
                    !StationKind.reading($0).kinds.isEmpty
                }
            } ?? found.first)?.column
        guard let kindColumn else { return }
        let kinds = sample.columns[kindColumn].firstValues.map { StationKind.reading($0).kinds }
        leavesElsewhereOut = kinds.contains { !$0.isEmpty }
        separatesBoxes = kinds.contains([.dropBox]) && kinds.contains { $0 != [.dropBox] }
    }
}
