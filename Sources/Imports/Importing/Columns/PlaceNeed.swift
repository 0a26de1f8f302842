internal import Geodesy

/// Whether the records of a kind have a place that their rows tell.
enum PlaceNeed {
    /// They have none, or their feature's whole geometry is one.
    case none
    /// They are good without one.
    case optional
    case required
}

extension Field {
    /// All by which columns tell a place.
    static let placeFields: [Field] = [latitude, longitude, position, easting, northing]
}

extension ColumnMatcher {
    /// Finds the place that records may have, or must, as stations' and messages' is found.
    ///
    /// Of a place that records need not have, columns count by their headers alone: a list of addresses
    /// may have degrees that are another thing's.
    ///
    /// - Parameter what: What a record is called, in the singular.
    /// - Returns: The place, nil where there is none; and what to look at where columns look like one and
    ///   tell none.
    /// - Throws: ``ImportError`` where there must be one, and where the caller has said what it is.
    mutating func takePlace(
        _ need: PlaceNeed,
        of what: String,
        _ options: ImportOptions
    ) throws(ImportError) -> (plan: PlacePlan?, notes: [ImportNote]) {
        guard need != .none else { return (nil, []) }
        let isSaid = options.referenceSystem != nil || Field.placeFields.contains(where: isMapped)
        let hasCandidates =
            sample.features > 0 || Field.placeFields.contains { !candidates(for: $0).isEmpty }
        var plan: PlacePlan
        do {
            plan = try takePlace(options, byContent: need == .required)
        } catch {
            guard need == .optional, !isSaid || !hasCandidates else { throw error }
            guard hasCandidates else { return (nil, []) }
            let values: KeyValuePairs<String, Finding.Value> = [
                "what": .text(what), "detail": .text("\(error)"),
            ]
            return (nil, [ImportNote(.warning, Finding(.noPlaceFromFile, values))])
        }
        // Nothing is kept that is no field.
        for index in uses.indices where uses[index]?.field == Field.attribute {
            use(index, as: Field.ignore, because: Finding(.otherColumnsTellPlace))
        }
        let numbers = sample.firstNumbers(of: plan.columns)
        plan.lookForPoles(numbers)
        let regions = GridRegion.evident(in: sample, constants: options.constants)
        plan.lookOutside(regions, numbers, isMended: false)
        return (plan, plan.warnings.map { ImportNote(.warning, $0) })
    }
}

/// What became of the places of rows, of which a record is good without one.
struct LostPlaces {
    private var rows = StationRemarks.Lines()
    private var example: RowFault?

    /// Adds a row whose place cannot be used.
    mutating func add(_ fault: RowFault, line: Int) {
        if example == nil { example = fault }
        rows.add(line)
    }

    /// What to look at.
    var notes: [ImportNote] {
        guard let example else { return [] }
        var finding = example.reason
        if let column = example.column, let value = example.value {
            finding = Finding(
                .columnIs,
                ["column": .text(column), "value": .text(value), "finding": .finding(finding)]
            )
        }
        return [
            ImportNote(
                .warning,
                Finding(
                    .placesLeftOut,
                    ["rows": .count(rows.count), "finding": .finding(finding)]
                ),
                lines: rows.first
            )
        ]
    }
}
