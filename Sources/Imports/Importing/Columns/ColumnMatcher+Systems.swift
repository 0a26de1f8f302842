internal import Geodesy
internal import ReferenceSystems
internal import RowFiles

/// What the numbers of the columns mean that hold coordinates.
extension ColumnMatcher {
    /// Both coordinates in one column, and the system that they are in.
    func planPosition(
        _ column: Int,
        _ options: ImportOptions
    ) throws(ImportError) -> PlacePlan {
        if let given = options.referenceSystem {
            return try PlacePlan(
                .single(column),
                in: given,
                because: options.referenceSystemReason
            )
        }
        // EWKT names its system in every cell: SRID=27700;POINT (530000 180000).
        let named = Set(
            sample.columns[column].firstValues.compactMap { PositionText.parse($0)?.system }
        )
        guard let code = named.first else {
            let holdsDegrees = sample.firstNumbers(of: .single(column)).contains {
                $0.x.magnitude <= 180 && $0.y.magnitude <= 90
            }
            return try degrees(.single(column), isGeographic: holdsDegrees)
        }
        guard named.count == 1 else {
            throw .unclearReferenceSystem(
                columns: [sample.columns[column].name],
                choices: named.sorted().map { "EPSG:\($0)" }
            )
        }
        do {
            return try PlacePlan(
                .single(column),
                in: try CoordinateReferenceSystem(code: code),
                because: "the cells say SRID=\(code)"
            )
        } catch let error as GeodesyError {
            throw .unusableReferenceSystem(error.description)
        } catch let error as ImportError {
            throw error
        } catch {
            throw .unusableReferenceSystem("EPSG:\(code) cannot be used")
        }
    }

    /// Degrees of the datum that a column names, and else of WGS84.
    ///
    /// - Parameter isGeographic: Whether the numbers may be degrees; the numbers of a map grid are none
    ///   in either case, and are so refused row by row where no column names their system.
    private func degrees(
        _ columns: PlaceColumns,
        isGeographic: Bool = true
    ) throws(ImportError) -> PlacePlan {
        guard let named = SystemColumn(sample, isGeographic: isGeographic) else {
            return try PlacePlan(columns, in: .wgs84, because: Self.degreesAssumed)
        }
        return try PlacePlan(columns, in: named.system, because: named.reason).checking(named)
    }

    private static let degreesAssumed = "degrees; nothing says that they are of another datum"

    /// Two columns of coordinates, and the system that they are in.
    ///
    /// - Parameter isGrid: Whether the headers say that they are those of a map grid.
    func planPair(
        _ pair: PlaceColumns,
        isGrid: Bool,
        _ options: ImportOptions
    ) throws(ImportError) -> PlacePlan {
        guard case .pair(let latitude, let longitude) = pair else {
            return try degrees(pair)
        }
        let (y, x) = (sample.columns[latitude], sample.columns[longitude])
        let looksLikeGrid = x.looksProjected && y.looksProjected
        if options.referenceSystem == nil, !isGrid, !looksLikeGrid { return try degrees(pair) }
        let finder = ReferenceSystemFinder(sample, x: longitude, y: latitude)
        if let given = options.referenceSystem {
            try finder.check(given)
            return try PlacePlan(pair, in: given, because: options.referenceSystemReason)
        }
        let found = try finder.find(constants: options.constants)
        let named = SystemColumn(sample, isGeographic: false)
        // Numbers of a map grid under a header that promises degrees.
        let promise = rank(longitude, for: .longitude).map { !$0.isWeak } ?? false
        return try PlacePlan(
            pair,
            in: found.system,
            because: found.reason,
            warning: promise
                ? Finding(
                    .gridForDegrees,
                    [
                        "latitude": .text(y.name), "longitude": .text(x.name),
                        "system": .text("\(found.system)"),
                    ]
                ) : nil
        )
        .checking(named?.system == found.system ? named : nil)
    }
}

extension FileSample {
    /// The pairs of numbers that some columns have in the first rows, as they are written.
    func firstNumbers(of place: PlaceColumns) -> [(x: Double, y: Double)] {
        switch place {
        case .geometry: return firstPositions.map { ($0.longitude, $0.latitude) }
        case .single(let column):
            // Of a plain pair on a map grid the easting stands first, where degrees have the latitude.
            return columns[column].firstValues.compactMap { text in
                PositionText.parse(text).map { pair in
                    pair.isLongitudeFirst || pair.latitude.magnitude <= 90
                        ? (pair.longitude, pair.latitude) : (pair.latitude, pair.longitude)
                }
            }
        case .pair(let latitude, let longitude):
            let others = Dictionary(
                columns[latitude].firstNumbers.map { ($0.row, $0.value) },
                uniquingKeysWith: { first, _ in first }
            )
            return columns[longitude].firstNumbers.compactMap { number in
                others[number.row].map { (number.value, $0) }
            }
        }
    }
}
