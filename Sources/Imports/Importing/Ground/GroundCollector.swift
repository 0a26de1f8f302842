internal import Datasets
internal import Geodesy
internal import Ground
internal import Polling
internal import RowFiles

/// Makes ground of features with areas or lines.
struct GroundCollector: RowCollector {
    private let plan: FieldPlan
    private let dataset: DatasetName
    private let mender: any AreaMender
    private var reader: GeometryReader
    private var batch: [GroundFeature] = []
    /// The line of each key's feature.
    private var lines: [String: Int] = [:]
    private var mended: (count: Int, lines: [Int], faults: [String]) = (0, [], [])
    private var buried: (count: Int, lines: [Int], kinds: Set<String>) = (0, [], [])
    private var areaCount = 0
    private var lineCount = 0

    private static let shownLimit = 5

    /// Water that the file says lies below ground: no map shows it.
    private static let buriedWords = ["hidden", "culvert", "underground", "subsurface", "piped"]

    init(
        _ sample: FileSample,
        options: ImportOptions,
        mender: any AreaMender
    ) throws(ImportError) {
        reader = try GeometryReader(sample, options)
        let given = options.constants.last { $0.field == Field.groundType.name }
        if let given, GroundClass(rawValue: given.value.lowercased()) == nil {
            throw .invalidConstant(
                field: given.field,
                value: given.value,
                allowed: "it is \(Self.classNames)"
            )
        }
        // What is said for the whole file holds, whatever else a column of that name means.
        let typeFields: [Field] = given == nil ? [.groundType] : []
        plan = try FieldPlan(
            sample,
            fields: typeFields + [.groundKey, .groundName, .groundDetail],
            settable: [.groundType],
            options: options,
            what: "a piece of ground"
        )
        try plan.require(
            .groundType,
            hint: "Say what the ground is with --type: \(Self.classNames)."
        )
        dataset = options.dataset
        self.mender = mender
    }

    private static var classNames: String {
        GroundClass.allCases.map(\.rawValue).joined(separator: " or ")
    }

    var columnUses: [ColumnUse] { plan.uses }
    var constantUses: [ConstantUse] { plan.constantUses }
    var coordinateUse: CoordinateUse? { reader.use }

    mutating func restart() {
        reader.restart()
        batch = []
        lines = [:]
        mended = (0, [], [])
        buried = (0, [], [])
        areaCount = 0
        lineCount = 0
    }

    mutating func add(_ row: borrowing Row) throws(RowRefusal) -> RowFate {
        let detail = plan.text(.groundDetail, row)?.lowercased()
        if let detail, Self.buriedWords.contains(where: detail.contains) {
            buried.count += 1
            if buried.lines.count < Self.shownLimit { buried.lines.append(row.line) }
            buried.kinds.insert(detail)
            return .passedOver
        }
        guard let written = plan.text(.groundType, row) else {
            throw plan.fault(.groundType, row, .blankText, Finding(.groundWithoutType))
        }
        guard let groundClass = GroundClass(rawValue: written.lowercased()) else {
            throw plan.fault(
                .groundType,
                row,
                .badCategory,
                Finding(.unknownGround, ["classes": .text(Self.classNames)])
            )
        }
        let shape = try shape(row)
        let given = plan.text(.groundKey, row)
        let key = given.map { TextNormal.slug($0) ?? $0 } ?? Self.digest(of: shape)
        if let line = lines[key] {
            // Without an id of its own, the same shape is the same thing.
            guard given != nil else { return .merged }
            throw plan.fault(
                .groundKey,
                row,
                .repeatedKey,
                Finding(.groundRepeated, ["line": .number(line)])
            )
        }
        lines[key] = row.line
        switch shape {
        case .area: areaCount += 1
        case .lines: lineCount += 1
        }
        batch.append(
            GroundFeature(
                dataset: dataset,
                key: key,
                groundClass: groundClass,
                detail: detail,
                name: plan.text(.groundName, row),
                shape: shape
            )
        )
        return .accepted
    }

    mutating func takeFinished() -> [GroundFeature] {
        defer { batch = [] }
        return batch
    }

    mutating func takeRest() -> [GroundFeature] { takeFinished() }

    // MARK: Shapes

    private mutating func shape(_ row: borrowing Row) throws(RowRefusal) -> GroundShape {
        guard case .some(.some(let geometry)) = row.geometry else {
            throw RowRefusal(
                RowFault(cause: .missingCoordinate, reason: Finding(.groundWithoutShape))
            )
        }
        switch geometry {
        case .lineString(let line):
            return .lines([try reader.places(line, .badLine, of: "line", line: row.line)])
        case .multiLineString(let parts):
            var lines: [[Coordinate]] = []
            for part in parts {
                lines.append(try reader.places(part, .badLine, of: "line", line: row.line))
            }
            guard !lines.isEmpty else {
                throw RowRefusal(RowFault(cause: .badLine, reason: Finding(.emptyLine)))
            }
            return .lines(lines)
        case .polygon(let rings): return .area(try area([rings], row))
        case .multiPolygon(let polygons): return .area(try area(polygons, row))
        default:
            throw RowRefusal(
                RowFault(
                    cause: .badPolygon,
                    reason: Finding(.notGround, ["geometry": .text(geometry.typeName)])
                )
            )
        }
    }

    private mutating func area(
        _ parts: [[[GeoJSONGeometry.Position]]],
        _ row: borrowing Row
    ) throws(RowRefusal) -> MultiPolygon {
        func refusal(_ reason: Finding) -> RowRefusal {
            RowRefusal(RowFault(cause: .badPolygon, reason: reason))
        }
        var polygons: [Polygon] = []
        for rings in parts where !rings.isEmpty {
            var places: [[Coordinate]] = []
            for ring in rings {
                places.append(
                    try reader.places(ring, .badPolygon, of: "polygon", line: row.line)
                )
            }
            do throws(GeodesyError) {
                polygons.append(try Polygon(exterior: places[0], holes: Array(places.dropFirst())))
            } catch {
                throw refusal(Finding(error))
            }
        }
        guard !polygons.isEmpty else { throw refusal(Finding(.emptyPolygon)) }
        let area = MultiPolygon(polygons)
        let verdict: MendedArea
        do {
            verdict = try mender.mend(area)
        } catch {
            throw refusal(Finding(.validityUnknown, ["detail": .text("\(error)")]))
        }
        switch verdict {
        case .sound: return area
        case .mended(let better, let fault):
            mended.count += 1
            if mended.lines.count < Self.shownLimit {
                mended.lines.append(row.line)
                mended.faults.append("line \(row.line): \(fault)")
            }
            return better
        case .hopeless(let fault):
            throw refusal(Finding(.nothingLeft, ["detail": .text(fault)]))
        }
    }

    /// A key that follows from where something lies, for files without ids: the same in every import.
    ///
    /// Source: FNV-1a, 64 bits (G. Fowler, L. Noll, K.-P. Vo), by words instead of bytes.
    private static func digest(of shape: GroundShape) -> String {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ word: UInt64) {
            digest = (digest ^ word) &* 0x0000_0100_0000_01B3
            digest ^= digest >> 29
        }
        func mix(_ line: [Coordinate]) {
            mix(UInt64(line.count))
            for place in line {
                mix(place.latitude.bitPattern)
                mix(place.longitude.bitPattern)
            }
        }
        switch shape {
        case .area(let area):
            for polygon in area.polygons {
                mix(polygon.exterior)
                for hole in polygon.holes { mix(hole) }
            }
        case .lines(let lines): for line in lines { mix(line) }
        }
        return "x" + String(digest, radix: 16)
    }

    // MARK: Reporting

    var notes: [ImportNote] {
        var notes = reader.notes
        if mended.count > 0 {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .groundMended,
                        [
                            "polygons": .count(mended.count),
                            "details": .text(mended.faults.joined(separator: "; ")),
                        ]
                    ),
                    lines: mended.lines
                )
            )
        }
        if buried.count > 0 {
            let kinds = buried.kinds.sorted().map { "\"\($0)\"" }
            notes.append(
                ImportNote(
                    .note,
                    Finding(
                        .buriedLeftOut,
                        ["features": .count(buried.count), "kinds": .texts(kinds)]
                    ),
                    lines: buried.lines
                )
            )
        }
        notes.append(
            ImportNote(
                .note,
                Finding(.groundCount, ["areas": .count(areaCount), "lines": .count(lineCount)])
            )
        )
        return notes
    }
}
