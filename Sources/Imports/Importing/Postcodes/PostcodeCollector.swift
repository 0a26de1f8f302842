internal import Datasets
internal import Geodesy
internal import Polling
internal import ReferenceSystems

extension Field {
    static let postcodeCode = Field(
        name: "postcode",
        headers: [
            "postcode", "zip", "zipcode", "postalcode", "plz", "postleitzahl", "zip5", "geoid",
            "zcta", "zcta5", "pcd", "pcds",
        ],
        weakHeaders: ["code", "id"]
    )
    static let postcodePlace = Field(
        name: "place",
        headers: ["place", "placename", "city", "town", "locality", "postoffice", "ort", "name"]
    )
    static let postcodeRegion = Field(
        name: "region",
        headers: ["state", "region", "province", "stateab", "statecode", "bundesland"]
    )
    static let postcodeCountry = Field(
        name: "country",
        headers: ["country", "countrycode", "land"]
    )
    static let postcodeAccuracy = Field(
        name: "accuracy_m",
        headers: ["accuracym", "accuracymeters", "radiusm"]
    )

    static let postcodeFields: [Field] = [
        postcodeCode, postcodePlace, postcodeRegion, postcodeCountry, postcodeAccuracy,
    ]
}

/// Where the values of a postcode stand in a row.
private struct PostcodeColumns {
    var code: Int
    var place: Int?
    var region: Int?
    var country: Int?
    var accuracy: Int?
    /// Whether accuracy is GeoNames' grade from 1 to 6 instead of metres.
    var isGraded = false

    /// The columns of GeoNames' postal codes, which have no header: country, code, place, three
    /// pairs of a region and its code, latitude, longitude, accuracy.
    ///
    /// Source: <https://download.geonames.org/export/zip/readme.txt>.
    static let geoNames = PostcodeColumns(
        code: 1,
        place: 2,
        region: 4,
        country: 0,
        accuracy: 11,
        isGraded: true
    )
    static let geoNamesPlace = PlaceColumns.pair(latitude: 9, longitude: 10)
    static let geoNamesCount = 12
}

/// Makes postcodes of rows: of a gazetteer with a header, or of GeoNames' files without.
struct PostcodeCollector: RowCollector {
    private let columns: PostcodeColumns
    private let placePlan: PlacePlan
    private let placeReader: PlaceReader
    private let names: [String]
    private let dataset: DatasetName
    /// The postcode in the first row of a file without a header, which was taken for one.
    private let placeOfHeader: PostcodePlace?
    private let isHeaderless: Bool
    private let placeNotes: [ImportNote]
    private var batch: [PostcodePlace] = []
    /// One code and place may stand in several rows, for its parishes or its boxes: one is taken whole,
    /// the same in any order of the rows.
    private var ids = RepeatedKeys(choosing: .greatest)
    /// Whether a row was looked at.
    private var hasSurveyed = false
    private(set) var fateOfHeader: RowFate?
    let columnUses: [ColumnUse]
    let constantUses: [ConstantUse]

    init(_ sample: FileSample, options: ImportOptions) throws(ImportError) {
        dataset = options.dataset
        names = sample.columns.map(\.name)
        isHeaderless = Self.isGeoNames(names)
        if isHeaderless {
            columns = .geoNames
            placePlan = try PlacePlan(
                PostcodeColumns.geoNamesPlace,
                in: options.referenceSystem ?? .wgs84,
                because: options.referenceSystem == nil
                    ? "GeoNames' places are WGS84 degrees" : options.referenceSystemReason
            )
            placeReader = PlaceReader(plan: placePlan, columns: names)
            let reason = Finding(.geoNamesColumns)
            let fields = [
                0: "country", 1: "postcode", 2: "place", 4: "region", 9: "latitude",
                10: "longitude", 11: "accuracy",
            ]
            columnUses = names.enumerated().map { index, name in
                ColumnUse(column: name, field: fields[index] ?? Field.ignore, finding: reason)
            }
            constantUses = []
            placeNotes = []
            placeOfHeader = try? Self.place(
                of: Self.row(of: Self.written(names)),
                columns,
                placeReader,
                dataset
            )
            return
        }
        let plan = try Self.plan(sample, options)
        try plan.require(
            .postcodeCode,
            hint: "Name the column with --map COLUMN=\(Field.postcodeCode.name)."
        )
        guard let code = plan.column(.postcodeCode), let place = plan.place else {
            throw .missingField("postcode", columns: plan.columns, hint: "")
        }
        placePlan = place
        placeReader = PlaceReader(plan: place, columns: names)
        columns = PostcodeColumns(
            code: code,
            place: plan.column(.postcodePlace),
            region: plan.column(.postcodeRegion),
            country: plan.column(.postcodeCountry),
            accuracy: plan.column(.postcodeAccuracy)
        )
        columnUses = plan.uses
        constantUses = plan.constantUses
        placeNotes = plan.placeNotes
        placeOfHeader = nil
    }

    private static func plan(
        _ sample: FileSample,
        _ options: ImportOptions
    ) throws(ImportError) -> FieldPlan {
        do throws(ImportError) {
            return try FieldPlan(
                sample,
                fields: Field.postcodeFields,
                settable: [],
                options: options,
                what: "a postcode",
                place: .required
            )
        } catch {
            guard case .noCoordinates(let columns, let reason, let hint) = error else {
                throw error
            }
            throw .noCoordinates(
                columns: columns,
                reason: reason,
                hint: sample.hasAreas ? areaHint + hint : hint
            )
        }
    }

    var coordinateUse: CoordinateUse? { placePlan.use }

    /// Boundaries of postcodes are districts.
    private static let areaHint =
        "Its features are areas, and a postcode of a gazetteer is a point: import them with `ambit import "
        + "districts --type postcode`, or, if there are points in columns: "

    /// Whether a row is one of GeoNames' postal codes, whose files have no header.
    static func isGeoNames(_ cells: [String]) -> Bool {
        cells.count == PostcodeColumns.geoNamesCount && cells[0].utf8.count == 2
            && cells[0].allSatisfy(\.isUppercase) && Double(cells[9]) != nil
            && Double(cells[10]) != nil
    }

    /// The cells of which a header's names were made: those without text, and the second of two alike, got
    /// another name.
    private static func written(_ names: [String]) -> [String?] {
        names.enumerated().map { index, name in
            if name == "column \(index + 1)" { return nil }
            guard name.hasSuffix(")"), let bracket = name.lastIndex(of: "(") else { return name }
            let base = String(name[..<bracket].dropLast())
            return names[..<index].contains(base) ? base : name
        }
    }

    /// Cells as a row.
    private static func row(of cells: [String?]) -> Row {
        var row = Row()
        row.begin(line: 1)
        for cell in cells {
            row.append((cell ?? "").utf8)
            row.endCell()
        }
        return row
    }

    var isSurveyed: Bool { true }

    mutating func survey(_ row: borrowing Row) throws(ImportError) {
        guard let place = try? Self.place(of: row, columns, placeReader, dataset) else { return }
        do {
            if !hasSurveyed, let first = placeOfHeader {
                try ids.add(first.id.rawValue, content: Self.content(of: first), row: 0, line: 1)
            }
            hasSurveyed = true
            let content = Self.content(of: place)
            try ids.add(place.id.rawValue, content: content, row: row.number, line: row.line)
        } catch {
            throw .putAside(error)
        }
    }

    mutating func endSurvey() throws(ImportError) {
        do {
            try ids.finish()
            guard placeOfHeader != nil else { return }
            fateOfHeader = try ids.repetition(ofRow: 0) == nil ? .accepted : .merged
        } catch {
            throw .putAside(error)
        }
    }

    mutating func restart() {
        batch = fateOfHeader == .accepted ? placeOfHeader.map { [$0] } ?? [] : []
        ids.restart()
    }

    /// Stands for what a postcode's row says, the same in each process.
    private static func content(of place: PostcodePlace) -> Int {
        var hash = StableHash()
        for text in [place.code, place.place, place.region, place.country] { hash.add(text) }
        hash.add(place.coordinate.latitude)
        hash.add(place.coordinate.longitude)
        if let accuracy = place.accuracy { hash.add(accuracy.meters) }
        return Int(bitPattern: UInt(hash.value))
    }

    mutating func add(_ row: borrowing Row) throws -> RowFate {
        let place = try Self.place(of: row, columns, placeReader, dataset)
        guard try ids.repetition(ofRow: row.number) == nil else { return .merged }
        batch.append(place)
        return .accepted
    }

    private static func place(
        of row: borrowing Row,
        _ columns: PostcodeColumns,
        _ reader: PlaceReader,
        _ dataset: DatasetName
    ) throws(RowRefusal) -> PostcodePlace {
        guard let code = row.text(columns.code) else {
            throw RowRefusal(
                RowFault(
                    cause: .blankName,
                    column: reader.columns[columns.code],
                    reason: Finding(.postcodeMissing)
                )
            )
        }
        guard case .place(let coordinate) = try reader.read(row) else {
            throw RowRefusal(
                RowFault(cause: .missingCoordinate, reason: Finding(.postcodeWithoutPlace))
            )
        }
        let country = columns.country.flatMap { row.text($0) }
        return PostcodePlace(
            id: id(of: code, row, columns, dataset),
            dataset: dataset,
            code: withZeros(code, country: country),
            place: columns.place.flatMap { row.text($0) },
            region: columns.region.flatMap { row.text($0) },
            country: country,
            coordinate: coordinate,
            accuracy: columns.accuracy.flatMap { row.number($0) }
                .flatMap { accuracy($0, isGraded: columns.isGraded) }
        )
    }

    private static func id(
        of code: String,
        _ row: borrowing Row,
        _ columns: PostcodeColumns,
        _ dataset: DatasetName
    ) -> PostcodePlace.ID {
        let country = columns.country.flatMap { row.text($0) }
        let place = columns.place.flatMap { row.text($0) }
        let key = [country, withZeros(code, country: country), place]
            .compactMap { $0 }.joined(separator: " ")
        return PostcodePlace.ID(dataset, TextNormal.slug(key) ?? "x")
    }

    func key(ofRefused row: borrowing Row) -> String? {
        row.text(columns.code).map { Self.id(of: $0, row, columns, dataset).rawValue }
    }

    /// A ZIP code with the zeros in front that a spreadsheet took away.
    private static func withZeros(_ code: String, country: String?) -> String {
        guard country == nil || country == "US", (3...4).contains(code.utf8.count),
            code.allSatisfy(\.isNumber)
        else { return code }
        return String(repeating: "0", count: 5 - code.utf8.count) + code
    }

    private static func accuracy(_ number: Double, isGraded: Bool) -> Distance? {
        guard number > 0 else { return nil }
        guard isGraded else { return try? .meters(number) }
        // GeoNames: 1 estimated, 4 by the place's name, 6 the middle of addresses or of the area.
        return try? .meters(number >= 6 ? 2_000 : number >= 4 ? 10_000 : 25_000)
    }

    mutating func takeFinished() -> [PostcodePlace] {
        let finished = batch
        batch = []
        return finished
    }

    mutating func takeRest() -> [PostcodePlace] { [] }

    var notes: [ImportNote] {
        guard isHeaderless else { return placeNotes }
        return [ImportNote(.note, Finding(.geoNamesWithoutHeader), lines: [1])]
    }
}
