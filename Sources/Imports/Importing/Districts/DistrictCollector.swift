internal import Datasets
internal import Geodesy
internal import Polling
internal import RowFiles

/// Makes districts of features with polygons; features of one code make one district.
struct DistrictCollector: RowCollector {
    let plan: FieldPlan
    private let type: String?
    let codeField: Field
    let nameField: Field
    private let dataset: DatasetName
    private let mender: any AreaMender
    private let overlay: (any AreaOverlay)?
    private(set) var reader: GeometryReader
    /// Whether rings tell by the way they wind which of them are holes, as a shapefile's do.
    private let ringsWind: Bool
    private let gathered: GatheredDistricts
    /// Whether the file is a feed, whose precincts are in parts.
    let isFeed: Bool
    private(set) var rows = 0
    private(set) var districts: [District] = []
    private var slots: [DistrictKey: Int] = [:]
    private(set) var firstLines: [Int] = []
    private(set) var repairs: [(line: Int, fault: String)] = []
    private(set) var repairedCount = 0
    private(set) var mergedCodes: (count: Int, lines: [Int]) = (0, [])
    private(set) var unclosed: (count: Int, lines: [Int]) = (0, [])
    private(set) var joined: (count: Int, lines: [Int]) = (0, [])
    private(set) var rewound: (count: Int, lines: [Int]) = (0, [])

    private var mergeWork = MergeWork()
    /// Names held against codes; nil where there is nothing to compare.
    private(set) var numbered: NumberedNames?
    /// Whether codes are those that names hold, for the column of codes counts the rows.
    private(set) var namesHaveCodes = false
    /// What another column has that could hold the codes, with its number; nil where there is none.
    var rival: (column: Int, codes: RivalCodes)?
    private(set) var status: StatusColumns
    /// Districts of a column of codes in which nothing stands for them.
    private(set) var codeless: (count: Int, lines: [Int]) = (0, [])
    /// Districts that ended, where the same code has one in force.
    private(set) var ended: (count: Int, lines: [Int]) = (0, [])
    let today: CalendarDate?

    private static let shownLimit = 5

    init(
        _ sample: FileSample,
        options: ImportOptions,
        mender: any AreaMender,
        overlay: (any AreaOverlay)? = nil,
        gathered: GatheredDistricts = GatheredDistricts(),
        today: CalendarDate? = nil
    ) throws(ImportError) {
        self.today = today
        reader = try GeometryReader(sample, options)
        ringsWind = sample.isShapefile || sample.feed != nil
        self.overlay = overlay
        self.gathered = gathered
        let given = options.constants.last { $0.field == Field.districtKind.name }?.value
        type = given.map(DistrictKey.canonicalType)
        codeField = Field.codeOfDistrict(type: type)
        nameField = Field.nameOfDistrict(type: type)
        isFeed = sample.feed != nil
        var fields = [codeField, nameField, .validFrom, .validTo]
        if type == nil { fields.append(.districtKind) }
        var told = options
        let code = try DistrictCodeColumn.unique(
            in: sample,
            codeField,
            nameField,
            others: [.districtKind, .validFrom, .validTo],
            options
        )
        if let code {
            told.mappings.append(code)
        }
        plan = try FieldPlan(
            sample,
            fields: fields,
            settable: [.districtKind, .validFrom, .validTo],
            options: told,
            what: "a district"
        )
        status = StatusColumns(plan, today: today)
        let compares = Self.comparesNames(sample, plan, codeField, nameField, type: type, options)
        numbered = compares ? NumberedNames() : nil
        rival = try RivalCodes.find(
            in: sample,
            plan.column(codeField),
            codeField,
            nameField,
            options
        )
        try plan.require(
            .districtKind,
            hint: "Say what the districts are with --type: precinct, ward, school_district, ..."
        )
        if !plan.has(codeField) {
            try plan.require(
                nameField,
                hint: "Name the column of their codes with --map COLUMN=code."
            )
        }
        try Self.checkValidity(options)
        dataset = options.dataset
        self.mender = mender
    }

    var columnUses: [ColumnUse] {
        guard namesHaveCodes, let names = plan.column(nameField),
            let counter = plan.column(codeField)
        else { return plan.uses }
        return uses(codesOf: names, besides: counter)
    }
    var constantUses: [ConstantUse] { plan.constantUses }

    var coordinateUse: CoordinateUse? { reader.use }

    var isSurveyed: Bool { numbered != nil }

    mutating func survey(_ row: borrowing Row) {
        guard let type = type ?? plan.text(.districtKind, row).map(DistrictKey.canonicalType) else {
            return
        }
        let (code, name) = (plan.text(codeField, row), plan.text(nameField, row))
        numbered?.add(code: code, name: name, type: type, line: row.line)
    }

    mutating func endSurvey() {
        namesHaveCodes = isCodeWeak && (numbered?.haveTheCodes ?? false)
    }

    mutating func restart() {
        reader.restart()
        status.restart()
        rival?.codes.restart()
        codeless = (0, [])
        ended = (0, [])
        rows = 0
        districts = []
        slots = [:]
        firstLines = []
        repairs = []
        repairedCount = 0
        mergedCodes = (0, [])
        unclosed = (0, [])
        joined = (0, [])
        rewound = (0, [])
        mergeWork = MergeWork()
    }

    mutating func add(_ row: borrowing Row) throws(RowRefusal) -> RowFate {
        rows += 1
        guard let type = type ?? plan.text(.districtKind, row).map(DistrictKey.canonicalType),
            !type.isEmpty
        else {
            throw plan.fault(.districtKind, row, .blankText, Finding(.districtWithoutType))
        }
        guard let written = written(row, type: type) else {
            throw plan.fault(
                codeField,
                row,
                .blankName,
                Finding(.districtUnnamed)
            )
        }
        let code = DistrictKey.bareCode(written, type: type)
        let reference = DistrictReference(type: type, code: code)
        let validity = try validity(row)
        let area = try sound(try area(row), row)
        let key = DistrictKey(reference)
        holdAgainstRival(reference, row)
        if let slot = slots[key], isPast(districts[slot].validity) != isPast(validity) {
            return succeed(slot, validity, area, row)
        }
        if let slot = slots[key] {
            try requireSameSpelling(reference, as: slot, row)
            try requireSameDays(validity, as: slot, row)
            if districts[slot].area != area { try merge(area, into: slot, row) }
            // As stations' are: the order of the rows means nothing.
            let name = plan.text(nameField, row) ?? written
            if districts[slot].name.utf8.lexicographicallyPrecedes(name.utf8) {
                districts[slot].name = name
            }
            return .merged
        }
        slots[key] = districts.count
        firstLines.append(row.line)
        status.add(row)
        if plan.column(codeField) != nil, plan.text(codeField, row) == nil { note(row, &codeless) }
        districts.append(
            District(
                id: id(of: reference),
                dataset: dataset,
                reference: reference,
                name: plan.text(nameField, row) ?? written,
                area: area,
                validity: validity
            )
        )
        return .accepted
    }

    /// Of two districts of one code, of which one ended before today, the other counts.
    private mutating func succeed(
        _ slot: Int,
        _ validity: DistrictValidity,
        _ area: MultiPolygon,
        _ row: borrowing Row
    ) -> RowFate {
        note(row, &ended)
        guard isPast(districts[slot].validity) else { return .passedOver }
        firstLines[slot] = row.line
        districts[slot].name = plan.text(nameField, row) ?? districts[slot].name
        districts[slot].area = area
        districts[slot].validity = validity
        return .merged
    }

    /// Codes that differ in zeros, case or punctuation alone are one to all that names a district:
    /// where a file has two such, either might be meant, and neither is made part of the other.
    private func requireSameSpelling(
        _ reference: DistrictReference,
        as slot: Int,
        _ row: borrowing Row
    ) throws(RowRefusal) {
        let first = districts[slot].reference.code
        guard first != reference.code else { return }
        throw repeated(
            row,
            Finding(
                .sameSpelling,
                ["code": .text(first), "line": .number(firstLines[slot])]
            )
        )
    }

    /// Refuses a district for what names it, which an earlier one has.
    private func repeated(_ row: borrowing Row, _ reason: Finding) -> RowRefusal {
        plan.fault(plan.has(codeField) ? codeField : nameField, row, .repeatedKey, reason)
    }

    private func id(of reference: DistrictReference) -> District.ID {
        let slug = TextNormal.slug(reference.code) ?? "x"
        return District.ID(dataset, type == nil ? "\(reference.type)-\(slug)" : slug)
    }

    func key(ofRefused row: borrowing Row) -> String? {
        guard let type = type ?? plan.text(.districtKind, row).map(DistrictKey.canonicalType),
            let written = written(row, type: type)
        else { return nil }
        let code = DistrictKey.bareCode(written, type: type)
        return id(of: DistrictReference(type: type, code: code)).rawValue
    }

    mutating func takeRest() -> [District] {
        gathered.set(districts, rival?.codes)
        return districts
    }

    // MARK: Areas

    /// The area of a feature, its rings closed.
    private mutating func area(_ row: borrowing Row) throws(RowRefusal) -> MultiPolygon {
        guard case .some(.some(let geometry)) = row.geometry else {
            throw RowRefusal(
                RowFault(cause: .missingCoordinate, reason: Finding(.polygonMissing))
            )
        }
        let parts: [[[GeoJSONGeometry.Position]]]
        switch geometry {
        case .polygon(let rings): parts = [rings]
        case .multiPolygon(let polygons): parts = polygons
        default:
            throw Self.refusal(
                Finding(.notAPolygon, ["geometry": .text(geometry.typeName)])
            )
        }
        var polygons: [Polygon] = []
        for rings in parts where !rings.isEmpty {
            var places: [[Coordinate]] = []
            for ring in rings {
                if ring.first != ring.last {
                    unclosed.count += 1
                    if unclosed.lines.count < Self.shownLimit { unclosed.lines.append(row.line) }
                }
                places.append(
                    try reader.places(ring, .badPolygon, of: "polygon", line: row.line)
                )
            }
            do throws(GeodesyError) {
                polygons.append(try Polygon(exterior: places[0], holes: Array(places.dropFirst())))
            } catch {
                throw Self.refusal(Finding(error))
            }
        }
        guard !polygons.isEmpty else { throw Self.refusal(Finding(.emptyPolygon)) }
        return MultiPolygon(polygons)
    }

    private static func refusal(_ reason: Finding) -> RowRefusal {
        RowRefusal(RowFault(cause: .badPolygon, reason: reason))
    }

    /// The area itself when it is sound, or what it was mended to.
    private mutating func sound(
        _ area: MultiPolygon,
        _ row: borrowing Row
    ) throws(RowRefusal) -> MultiPolygon {
        let outcome = try mended(area)
        if case .sound = outcome { return area }
        if ringsWind, let other = RingNesting.area(of: area), other != area,
            case .sound = try mended(other)
        {
            note(row, &rewound)
            return other
        }
        switch outcome {
        case .sound: return area
        case .mended(let better, let fault):
            // Parts that merely share a boundary lose nothing when they become one.
            if area.polygons.count > 1,
                (better.squareMeters - area.squareMeters).magnitude < Self.sameSquareMeters
            {
                note(row, &joined)
                return better
            }
            repairedCount += 1
            if repairs.count < Self.shownLimit { repairs.append((row.line, fault)) }
            return better
        case .hopeless(let fault):
            throw Self.refusal(Finding(.nothingLeft, ["detail": .text(fault)]))
        }
    }

    /// Areas are the same when they differ by less, in square metres: what rounding leaves along
    /// boundaries.
    private static let sameSquareMeters = 1.0

    func note(_ row: borrowing Row, _ entry: inout (count: Int, lines: [Int])) {
        entry.count += 1
        if entry.lines.count < Self.shownLimit { entry.lines.append(row.line) }
    }

    private func mended(_ area: MultiPolygon) throws(RowRefusal) -> MendedArea {
        do {
            return try mender.mend(area)
        } catch {
            throw Self.refusal(Finding(.validityUnknown, ["detail": .text("\(error)")]))
        }
    }

    private mutating func merge(
        _ area: MultiPolygon,
        into slot: Int,
        _ row: borrowing Row
    ) throws(RowRefusal) {
        guard mergeWork.spend(on: districts[slot].area, area) else {
            throw repeated(
                row,
                Finding(.tooManyParts, ["line": .number(firstLines[slot])])
            )
        }
        let pair = [districts[slot].area, area].map(\.inOrder).sorted(by: MultiPolygon.precedes)
        let both = MultiPolygon(pair.flatMap(\.polygons)).inOrder
        let whole: MultiPolygon?
        if case .sound = try mended(both) {
            whole = both
        } else {
            whole = try union(pair[0], pair[1])
        }
        guard let whole else {
            throw repeated(
                row,
                Finding(.partsOverlap, ["line": .number(firstLines[slot])])
            )
        }
        districts[slot].area = whole
        mergedCodes.count += 1
        if mergedCodes.lines.count < Self.shownLimit { mergedCodes.lines.append(row.line) }
    }

    /// Two areas that share a boundary as one; nil when they overlap.
    private func union(
        _ first: MultiPolygon,
        _ second: MultiPolygon
    ) throws(RowRefusal) -> MultiPolygon? {
        guard let overlay else { return nil }
        do {
            let common = try overlay.common(first, second)?.squareMeters ?? 0
            guard common < Self.sameSquareMeters else { return nil }
            return try overlay.united([first, second])
        } catch {
            throw Self.refusal(Finding(.overlapUnknown, ["detail": .text("\(error)")]))
        }
    }
}
