/// Where in a row its coordinates stand.
enum PlaceColumns: Hashable {
    /// In the geometry of a feature.
    case geometry
    /// In two columns.
    case pair(latitude: Int, longitude: Int)
    /// In one column.
    case single(Int)
}

extension ColumnMatcher {
    /// Finds the coordinates: what the caller named, then points of features, then headers that
    /// speak of degrees and hold them, then a column that holds both, then what columns hold.
    ///
    /// - Throws: ``ImportError`` when several columns fit, when latitude and longitude are
    ///   swapped, or when there are none that could be used.
    mutating func takePlace() throws(ImportError) -> PlaceColumns {
        if isMapped(.latitude) || isMapped(.longitude) {
            guard let latitude = candidates(for: .latitude).first,
                let longitude = candidates(for: .longitude).first
            else {
                throw .missingField(
                    isMapped(.latitude) ? "longitude" : "latitude",
                    columns: sample.columns.map(\.name),
                    hint: "Name both with --map."
                )
            }
            use(latitude, as: "latitude", because: "by its header")
            use(longitude, as: "longitude", because: "by its header")
            return .pair(latitude: latitude, longitude: longitude)
        }
        if isMapped(.position), let column = candidates(for: .position).first {
            return .single(column)
        }
        if sample.points > 0 {
            noteUnused(because: "the features' own points are used")
            return .geometry
        }
        if let pair = try takePairByHeader() { return pair }
        if let column = candidates(for: .position, where: { $0.holdsPositions }).first {
            use(column, as: "position", because: "by its header, and it holds both coordinates")
            noteUnused(because: "\(sample.columns[column].name) is used")
            return .single(column)
        }
        if let pair = try takePairByContent() { return pair }
        let (reason, hint) = reasonForNone()
        throw .noCoordinates(columns: sample.columns.map(\.name), reason: reason, hint: hint)
    }

    private mutating func takePairByHeader() throws(ImportError) -> PlaceColumns? {
        let latitudes = candidates(for: .latitude)
        let longitudes = candidates(for: .longitude)
        let latitude = try onlyOne(latitudes.filter { sample.columns[$0].fitsLatitude }, .latitude)
        let longitude = try onlyOne(
            longitudes.filter { sample.columns[$0].fitsLongitude },
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
            because: "\(sample.columns[longitude].name) and \(sample.columns[latitude].name) "
                + "are used"
        )
        return .pair(latitude: latitude, longitude: longitude)
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

    private func degreesReason(_ column: Int) -> String {
        "by its header, and it holds degrees: \(sample.columns[column].rangeText)"
    }

    private mutating func takePairByContent() throws(ImportError) -> PlaceColumns? {
        if rowsAreElectors { return nil }
        let columns = uses.indices.filter { uses[$0] == nil && sample.columns[$0].looksLikeDegrees }
        guard columns.count >= 2 else { return nil }
        let names = columns.map { sample.columns[$0].name }
        guard columns.count == 2 else {
            throw .ambiguousColumns(field: "longitude", choices: names)
        }
        let wide = columns.filter { !sample.columns[$0].fitsLatitude }
        guard let longitude = wide.first, wide.count == 1,
            let latitude = columns.first(where: { $0 != longitude })
        else { throw .ambiguousColumns(field: "longitude", choices: names) }
        use(longitude, as: "longitude", because: contentReason(longitude))
        use(latitude, as: "latitude", because: contentReason(latitude))
        return .pair(latitude: latitude, longitude: longitude)
    }

    private func contentReason(_ column: Int) -> String {
        "by what it holds: degrees, \(sample.columns[column].rangeText)"
    }

    /// Says of columns with other coordinates why they are not the place.
    private mutating func noteUnused(because reason: String) {
        for field in [Field.latitude, .longitude, .position, .easting, .northing] {
            for column in candidates(for: field)
            where sample.columns[column].isNumeric || sample.columns[column].holdsPositions {
                use(column, as: Field.attribute, because: "kept as it is: \(reason)")
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
        let grid = [Field.easting, .northing].flatMap { candidates(for: $0) }
            .filter { sample.columns[$0].looksProjected }
        if grid.count >= 2 {
            let held = grid.prefix(2).map { column in
                "\"\(sample.columns[column].name)\" \(sample.columns[column].rangeText)"
            }
            return (
                "the coordinates are those of a map grid, not degrees ("
                    + held.joined(separator: ", ") + ")",
                "Transform them to longitude and latitude (EPSG:4326) first"
            )
        }
        let named = [Field.latitude, .longitude, .easting, .northing].flatMap {
            candidates(for: $0)
        }
        if !named.isEmpty {
            let names = Set(named).sorted().map { "\"\(sample.columns[$0].name)\"" }
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
    var rangeText: String {
        guard let range else { return "nothing but zeros" }
        return "\(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
    }

    private static func short(_ number: Double) -> String {
        let rounded = (number * 10_000).rounded() / 10_000
        return number.magnitude < 1e9 ? String(rounded) : String(number)
    }
}
