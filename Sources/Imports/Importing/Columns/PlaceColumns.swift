internal import Geodesy
internal import ReferenceSystems

/// Where in a row its coordinates stand.
enum PlaceColumns: Hashable {
    /// In the geometry of a feature.
    case geometry
    /// In two columns: latitude and longitude, or northing and easting.
    case pair(latitude: Int, longitude: Int)
    /// In one column.
    case single(Int)
}

extension ColumnMatcher {
    /// Finds the coordinates and the system that they are in, as ``findPlace(_:byContent:)`` does, and
    /// looks whether they lie where the system is meant to be used.
    ///
    /// - Throws: What that throws.
    mutating func takePlace(
        _ options: ImportOptions,
        byContent: Bool = true
    ) throws(ImportError) -> PlacePlan {
        var plan = try findPlace(options, byContent: byContent)
        plan.lookBeyondArea(sample.firstNumbers(of: plan.columns))
        return plan
    }

    /// Finds the coordinates and the system that they are in.
    ///
    /// What the caller named goes first, then points of features, then headers that speak of degrees
    /// and hold them, then a column that holds both, then what columns hold, then the coordinates of
    /// a map grid.
    ///
    /// - Parameter byContent: Whether columns count whose headers say nothing of coordinates.
    /// - Throws: ``ImportError`` when several columns or several systems fit, when latitude and
    ///   longitude are swapped, or when there are none that could be used.
    private mutating func findPlace(
        _ options: ImportOptions,
        byContent: Bool
    ) throws(ImportError) -> PlacePlan {
        let given = options.referenceSystem
        if let (pair, isGrid) = try takeMappedPair() {
            return try planPair(pair, isGrid: isGrid, options)
        }
        if isMapped(.position), let column = candidates(for: .position).first {
            return try planPosition(column, options)
        }
        if sample.points > 0 {
            noteUnused(because: Finding(.pointsUsed))
            let (system, reason) = try sample.geometrySystem(options)
            return try PlacePlan(.geometry, in: system, because: reason)
        }
        if let given, !given.isGeographic, let pair = try takeGridPair() {
            return try planPair(pair, isGrid: true, options)
        }
        if let pair = try takePairByHeader() {
            return try planPair(pair, isGrid: false, options)
        }
        if let column = candidates(for: .position, where: { $0.holdsPositions }).first {
            use(column, as: "position", because: Finding(.byHeaderBoth))
            noteUnused(
                because: Finding(.columnUsed, ["column": .text(sample.columns[column].name)])
            )
            return try planPosition(column, options)
        }
        if byContent, let pair = try takePairByContent(options) {
            return try planPair(pair, isGrid: false, options)
        }
        if byContent, let column = positionByContent {
            use(column, as: "position", because: Finding(.byContentBoth))
            return try planPosition(column, options)
        }
        if let pair = try takeGridPair() { return try planPair(pair, isGrid: true, options) }
        if byContent, let pair = try takePairByContent(options, isCoarse: true) {
            return try planPair(pair, isGrid: false, options)
        }
        let (reason, hint) = reasonForNone()
        throw .noCoordinates(columns: sample.columns.map(\.name), reason: reason, hint: hint)
    }

    // MARK: Degrees

    private mutating func takeMappedPair() throws(ImportError) -> (PlaceColumns, isGrid: Bool)? {
        let sorts: [(y: Field, x: Field, isGrid: Bool)] = [
            (.latitude, .longitude, false), (.northing, .easting, true),
        ]
        for sort in sorts where isMapped(sort.y) || isMapped(sort.x) {
            guard let y = candidates(for: sort.y).first, let x = candidates(for: sort.x).first
            else {
                throw .missingField(
                    isMapped(sort.y) ? sort.x.name : sort.y.name,
                    columns: sample.columns.map(\.name),
                    hint: "Name both with --map."
                )
            }
            use(y, as: sort.y.name, because: Finding(.byHeader))
            use(x, as: sort.x.name, because: Finding(.byHeader))
            return (.pair(latitude: y, longitude: x), sort.isGrid)
        }
        return nil
    }

    private mutating func takePairByHeader() throws(ImportError) -> PlaceColumns? {
        let latitudes = candidates(for: .latitude)
        let longitudes = candidates(for: .longitude)
        // Where some rows are right, no other names for the columns mend the others.
        let isMixed = longitudes.contains {
            isSure($0, .longitude) && sample.columns[$0].mixesAxes
        }
        let latitude = try onlyOne(
            latitudes.filter { column in
                sample.columns[column].fitsLatitude
                    || isSure(column, .latitude)
                        && (sample.columns[column].fitsLatitudeInPart
                            || isMixed && sample.columns[column].mixesAxes)
            },
            .latitude
        )
        let longitude = try onlyOne(
            longitudes.filter { column in
                sample.columns[column].fitsLongitude
                    || isSure(column, .longitude) && sample.columns[column].fitsLongitudeInPart
            },
            .longitude
        )
        if latitude == nil, let wide = latitudes.first(where: { sample.columns[$0].fitsLongitude }),
            let narrow = longitudes.first(where: { sample.columns[$0].fitsLatitude })
        {
            let (first, second) = (sample.columns[wide], sample.columns[narrow])
            throw .noCoordinates(
                columns: [first.name, second.name],
                reason: "columns \"\(first.name)\" and \"\(second.name)\" look swapped: "
                    + "\"\(first.name)\" holds \(first.rangeText), and a latitude lies between -90 "
                    + "and 90",
                hint: "If they are, use --map \"\(first.name)\"=longitude "
                    + "--map \"\(second.name)\"=latitude"
            )
        }
        guard let latitude, let longitude else { return nil }
        use(latitude, as: "latitude", because: degreesReason(latitude))
        use(longitude, as: "longitude", because: degreesReason(longitude))
        noteUnused(
            because: Self.used(sample.columns[longitude], sample.columns[latitude])
        )
        return .pair(latitude: latitude, longitude: longitude)
    }

    /// Whether a header can hardly mean anything else, as `x` and `y` can.
    private func isSure(_ column: Int, _ field: Field) -> Bool {
        rank(column, for: field).map { !$0.isWeak } ?? false
    }

    /// The best of the columns that fit; an error when the second best fits as well and says
    /// something else.
    private func onlyOne(_ columns: [Int], _ field: Field) throws(ImportError) -> Int? {
        guard let best = columns.first else { return nil }
        guard let bestRank = rank(best, for: field) else { return best }
        let rivals = columns.dropFirst().filter { column in
            guard let rank = rank(column, for: field) else { return false }
            return rank.isWeak == bestRank.isWeak && rank.isUnprefixed == bestRank.isUnprefixed
                && sample.columns[column].firstValues != sample.columns[best].firstValues
        }
        guard rivals.isEmpty else {
            throw .ambiguousColumns(
                field: field.name,
                choices: ([best] + rivals).map { sample.columns[$0].name }
            )
        }
        return best
    }

    private func degreesReason(_ column: Int) -> Finding {
        Finding(.byHeaderDegrees, ["range": .finding(sample.columns[column].rangeFinding)])
    }

    private static func used(_ first: ColumnSample, _ second: ColumnSample) -> Finding {
        Finding(.columnsUsed, ["first": .text(first.name), "second": .text(second.name)])
    }

    /// Takes the columns of degrees that hold no coordinates but these, beside one whose header says
    /// which it is, or both by what they hold.
    ///
    /// - Parameter isCoarse: Whether numbers with few decimals count too: then only where one of the
    ///   columns is negative throughout, as few other things are, and no others could be meant.
    private mutating func takePairByContent(
        _ options: ImportOptions,
        isCoarse: Bool = false
    ) throws(ImportError) -> PlaceColumns? {
        if rowsAreElectors { return nil }
        let latitude = candidates(for: .latitude) { $0.fitsLatitude }.first
        let longitude = candidates(for: .longitude) { $0.fitsLongitude }.first
        guard latitude == nil || longitude == nil else { return nil }
        let columns = uses.indices.filter { index in
            let column = sample.columns[index]
            return uses[index] == nil
                && (isCoarse ? column.looksLikeCoarseDegrees : column.looksLikeDegrees)
        }
        let finder = AxisFinder(sample, constants: options.constants)
        let pairs = finder.pairs(of: columns, latitude: latitude, longitude: longitude)
        guard let pair = pairs.first else { return nil }
        if isCoarse {
            let isNegative = [pair.latitude, pair.longitude].contains {
                sample.columns[$0].isNegative
            }
            guard isNegative, pairs.count == 1 else { return nil }
        }
        guard pairs.count == 1 else {
            throw finder.unclear(pairs, latitude: latitude, longitude: longitude)
        }
        use(
            pair.latitude,
            as: "latitude",
            because: latitude == nil ? contentReason(pair.latitude) : degreesReason(pair.latitude)
        )
        use(
            pair.longitude,
            as: "longitude",
            because: longitude == nil
                ? contentReason(pair.longitude) : degreesReason(pair.longitude)
        )
        return .pair(latitude: pair.latitude, longitude: pair.longitude)
    }

    private func contentReason(_ column: Int) -> Finding {
        Finding(.byContentDegrees, ["range": .finding(sample.columns[column].rangeFinding)])
    }

    /// The only column that holds both coordinates, whatever its header.
    private var positionByContent: Int? {
        if rowsAreElectors { return nil }
        let columns = uses.indices.filter { uses[$0] == nil && sample.columns[$0].holdsPositions }
        return columns.count == 1 ? columns[0] : nil
    }

    // MARK: Map grids

    /// Two columns of a map grid: under headers that say so, or under those of degrees.
    private mutating func takeGridPair() throws(ImportError) -> PlaceColumns? {
        let sorts: [(x: Field, y: Field)] = [(.easting, .northing), (.longitude, .latitude)]
        for sort in sorts {
            let easting = try onlyOne(gridCandidates(sort.x), sort.x)
            let northing = try onlyOne(gridCandidates(sort.y), sort.y)
            guard let easting, let northing, easting != northing else { continue }
            use(easting, as: Field.easting.name, because: gridReason(easting))
            use(northing, as: Field.northing.name, because: gridReason(northing))
            noteUnused(
                because: Self.used(sample.columns[easting], sample.columns[northing])
            )
            return .pair(latitude: northing, longitude: easting)
        }
        return nil
    }

    private func gridCandidates(_ field: Field) -> [Int] {
        var plain = candidates(for: field) { $0.looksProjected }
        if plain.isEmpty, [Field.easting, .northing].contains(field) {
            plain = candidates(for: field) { $0.looksProjectedInPart }
        }
        if !plain.isEmpty || rowsAreElectors { return plain }
        return uses.indices.filter { index in
            let column = sample.columns[index]
            guard uses[index] == nil, column.looksProjected,
                let rest = ReferenceSystemFinder.headerWithoutSystem(column.key)
            else { return false }
            return field.headers.contains(rest)
        }
    }

    private func gridReason(_ column: Int) -> Finding {
        Finding(.byHeaderGrid, ["range": .finding(sample.columns[column].rangeFinding)])
    }

    // MARK: What is left

    /// Says of columns with other coordinates why they are not the place.
    private mutating func noteUnused(because reason: Finding) {
        let kept = Finding(.keptBecause, ["finding": .finding(reason)])
        for field in [Field.latitude, .longitude, .position, .easting, .northing] {
            for column in candidates(for: field)
            where sample.columns[column].isNumeric || sample.columns[column].holdsPositions {
                use(column, as: Field.attribute, because: kept)
            }
        }
    }

    private static let mappingHint =
        "Name the columns that hold decimal degrees with --map COLUMN=latitude "
        + "--map COLUMN=longitude"

    private func reasonForNone() -> (reason: String, hint: String) {
        if sample.features > 0, let type = sample.otherGeometry {
            return (
                "the features are of type \(type), not Point",
                "Stations and messages are points; polygons are imported as districts"
            )
        }
        let named = [Field.latitude, .longitude, .easting, .northing].flatMap {
            candidates(for: $0)
        }
        if !named.isEmpty {
            let names = Set(named).sorted().map { index in
                let column = sample.columns[index]
                let first = column.firstValues.first.map { " (such as \(Difference.quoted($0)))" }
                return "\"\(column.name)\""
                    + (column.range == nil ? first ?? "" : " (\(column.rangeText))")
            }
            return (
                "no usable coordinate stands in \(names.joined(separator: ", "))", Self.mappingHint
            )
        }
        return ("no column holds coordinates", Self.mappingHint)
    }
}

extension ColumnSample {
    /// Whether most cells hold two coordinates.
    var holdsPositions: Bool {
        let readable = firstValues.count { PositionText.parse($0) != nil }
        return readable > 0 && readable * 2 > firstValues.count
    }

    /// The smallest and the largest number, for people.
    var rangeText: String { rangeFinding.text }

    /// The same as a value.
    var rangeFinding: Finding {
        guard let range else { return Finding(.zerosAlone) }
        return Finding(
            .numbersFromTo,
            [
                "from": .text(Self.short(range.lowerBound)),
                "to": .text(Self.short(range.upperBound)),
            ]
        )
    }

    private static func short(_ number: Double) -> String {
        let rounded = (number * 10_000).rounded() / 10_000
        return number.magnitude < 1e9 ? shown(rounded) : String(number)
    }
}
