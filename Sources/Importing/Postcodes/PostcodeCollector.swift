internal import Datasets
internal import Geodesy
internal import Polling

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
    static let postcodeLatitude = Field(
        name: "latitude",
        headers: ["latitude", "lat", "intptlat", "intptlat20", "intptlat10", "y"]
    )
    static let postcodeLongitude = Field(
        name: "longitude",
        headers: ["longitude", "lon", "lng", "long", "intptlong", "intptlon20", "intptlon", "x"]
    )
    static let postcodeAccuracy = Field(
        name: "accuracy_m",
        headers: ["accuracym", "accuracymeters", "radiusm"]
    )

    static let postcodeFields: [Field] = [
        postcodeCode, postcodePlace, postcodeRegion, postcodeCountry, postcodeLatitude,
        postcodeLongitude, postcodeAccuracy,
    ]
}

/// Where the values of a postcode stand in a row.
private struct PostcodeColumns {
    var code: Int
    var place: Int?
    var region: Int?
    var country: Int?
    var latitude: Int
    var longitude: Int
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
        latitude: 9,
        longitude: 10,
        accuracy: 11,
        isGraded: true
    )
    static let geoNamesCount = 12
}

/// Makes postcodes of rows: of a gazetteer with a header, or of GeoNames' files without.
struct PostcodeCollector: RowCollector {
    private let columns: PostcodeColumns
    private let names: [String]
    private let dataset: DatasetName
    /// The first row of a file without a header, which was taken for one.
    private let firstRow: [String?]?
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
        if Self.isGeoNames(names) {
            columns = .geoNames
            firstRow = Self.written(names)
            let reason = "the file has GeoNames' columns and no header"
            let fields = [
                0: "country", 1: "postcode", 2: "place", 4: "region", 9: "latitude",
                10: "longitude", 11: "accuracy",
            ]
            columnUses = names.enumerated().map { index, name in
                ColumnUse(column: name, field: fields[index] ?? Field.ignore, reason: reason)
            }
            constantUses = []
            return
        }
        firstRow = nil
        let plan = try FieldPlan(
            sample,
            fields: Field.postcodeFields,
            settable: [],
            options: options,
            what: "a postcode"
        )
        for field in [Field.postcodeCode, .postcodeLatitude, .postcodeLongitude] {
            let isPlace = field != Field.postcodeCode
            try plan.require(
                field,
                hint: (isPlace && sample.hasAreas ? Self.areaHint : "")
                    + "Name the column with --map COLUMN=\(field.name)."
            )
        }
        guard let code = plan.column(.postcodeCode),
            let latitude = plan.column(.postcodeLatitude),
            let longitude = plan.column(.postcodeLongitude)
        else { throw .missingField("postcode", columns: plan.columns, hint: "") }
        columns = PostcodeColumns(
            code: code,
            place: plan.column(.postcodePlace),
            region: plan.column(.postcodeRegion),
            country: plan.column(.postcodeCountry),
            latitude: latitude,
            longitude: longitude,
            accuracy: plan.column(.postcodeAccuracy)
        )
        columnUses = plan.uses
        constantUses = plan.constantUses
    }

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

    /// The postcode in the row that was taken for a header: the file's first.
    private var placeOfHeader: PostcodePlace? {
        firstRow.flatMap { cells in
            try? place { cells.indices.contains($0) ? cells[$0] : nil }
        }
    }

    var isSurveyed: Bool { true }

    mutating func survey(_ row: borrowing Row) throws(ImportError) {
        guard let place = try? place(of: row) else { return }
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
        let place = try place(of: row)
        guard try ids.repetition(ofRow: row.number) == nil else { return .merged }
        batch.append(place)
        return .accepted
    }

    private func place(of row: borrowing Row) throws(RowRefusal) -> PostcodePlace {
        var cells: [Int: String] = [:]
        for index in 0..<row.count { cells[index] = row.text(index) }
        return try place { cells[$0] }
    }

    private func place(_ text: (Int) -> String?) throws(RowRefusal) -> PostcodePlace {
        guard let code = text(columns.code) else {
            throw fault(columns.code, nil, .blankName, "the row has no postcode")
        }
        let country = columns.country.flatMap(text)
        let coordinate = try coordinate(text)
        return PostcodePlace(
            id: id(of: code, text),
            dataset: dataset,
            code: Self.withZeros(code, country: country),
            place: columns.place.flatMap(text),
            region: columns.region.flatMap(text),
            country: country,
            coordinate: coordinate,
            accuracy: columns.accuracy.flatMap(text).flatMap(accuracy)
        )
    }

    private func id(of code: String, _ text: (Int) -> String?) -> PostcodePlace.ID {
        let country = columns.country.flatMap(text)
        let key = [country, Self.withZeros(code, country: country), columns.place.flatMap(text)]
            .compactMap { $0 }.joined(separator: " ")
        return PostcodePlace.ID(dataset, TextNormal.slug(key) ?? "x")
    }

    func key(ofRefused row: borrowing Row) -> String? {
        var cells: [Int: String] = [:]
        for index in 0..<row.count { cells[index] = row.text(index) }
        return cells[columns.code].map { code in id(of: code) { cells[$0] }.rawValue }
    }

    /// A ZIP code with the zeros in front that a spreadsheet took away.
    private static func withZeros(_ code: String, country: String?) -> String {
        guard country == nil || country == "US", (3...4).contains(code.utf8.count),
            code.allSatisfy(\.isNumber)
        else { return code }
        return String(repeating: "0", count: 5 - code.utf8.count) + code
    }

    private func coordinate(_ text: (Int) -> String?) throws(RowRefusal) -> Coordinate {
        guard let latitude = text(columns.latitude).flatMap({ PlainNumber.read($0) }),
            let longitude = text(columns.longitude).flatMap({ PlainNumber.read($0) })
        else {
            throw fault(
                columns.latitude,
                text(columns.latitude),
                .missingCoordinate,
                "latitude and longitude must be numbers in degrees"
            )
        }
        do throws(GeodesyError) {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw fault(columns.latitude, text(columns.latitude), .badCoordinate, "\(error)")
        }
    }

    private func accuracy(_ text: String) -> Distance? {
        guard let number = PlainNumber.read(text), number > 0 else { return nil }
        guard columns.isGraded else { return try? .meters(number) }
        // GeoNames: 1 estimated, 4 by the place's name, 6 the middle of addresses or of the area.
        return try? .meters(number >= 6 ? 2_000 : number >= 4 ? 10_000 : 25_000)
    }

    private func fault(
        _ column: Int,
        _ value: String?,
        _ cause: RowFault.Cause,
        _ reason: String
    ) -> RowRefusal {
        RowRefusal(
            RowFault(
                cause: cause,
                column: names.indices.contains(column) ? names[column] : nil,
                value: value,
                reason: reason
            )
        )
    }

    mutating func takeFinished() -> [PostcodePlace] {
        let finished = batch
        batch = []
        return finished
    }

    mutating func takeRest() -> [PostcodePlace] { [] }

    var notes: [ImportNote] {
        guard firstRow != nil else { return [] }
        return [
            ImportNote(
                level: .note,
                text: "the file has no header; it was read as GeoNames' postal codes, and its "
                    + "first line is one of them",
                lines: [1]
            )
        ]
    }
}
