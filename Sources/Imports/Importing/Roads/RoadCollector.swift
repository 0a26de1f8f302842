internal import Datasets
internal import Geodesy
internal import Roads
internal import RowFiles
internal import Timekeeping

/// Makes roads of features with lines; a feature with several lines makes as many roads.
struct RoadCollector: RowCollector {
    private let plan: FieldPlan
    private var reader: GeometryReader
    private let dataset: DatasetName
    private var batch: [Road] = []
    private var keys: [String: Int] = [:]
    private var count = 0
    private var oneWayCount = 0
    private var turnRuleCount = 0
    private var unnamedCount = 0
    private var meters = 0.0
    private let tags: RoadTags
    private var remarks = RoadRemarks()
    private let now: Timestamp

    /// - Parameter now: Closures that hold on some days alone are those of this moment.
    init(
        _ sample: FileSample,
        options: ImportOptions,
        now: Timestamp
    ) throws(ImportError) {
        self.now = now
        plan = try FieldPlan(
            sample,
            fields: Field.roadFields,
            settable: [.roadKind, .roadOneWay, .roadSpeed, .roadSpeedMiles],
            options: options,
            what: "a road",
            signs: Field.roadSigns
        )
        tags = RoadTags(plan, sample)
        reader = try GeometryReader(sample, options)
        dataset = options.dataset
    }

    var columnUses: [ColumnUse] { plan.uses }
    var constantUses: [ConstantUse] { plan.constantUses }
    var coordinateUse: CoordinateUse? { reader.use }

    mutating func restart() {
        reader.restart()
        batch = []
        keys = [:]
        count = 0
        oneWayCount = 0
        turnRuleCount = 0
        unnamedCount = 0
        meters = 0
        remarks = RoadRemarks()
    }

    mutating func add(_ row: borrowing Row) throws(RowRefusal) -> RowFate {
        let reading = tags.read(row)
        let signs = WaySigns(tags: reading.tags)
        guard let kind = signs.kindWord.flatMap(RoadText.kind) else {
            remarks.leftOut.add(reading.thing, row.line)
            return .passedOver
        }
        let lines = try lines(row)
        let passages = passages(signs, row.line)
        if reading.isUnknownClass, let written = reading.written {
            remarks.unknownKinds.add("\"\(written)\"", row.line)
        }
        var rules: [TurnRule] = []
        if let text = plan.text(.roadTurnRules, row) {
            guard let read = RoadText.turnRules(text) else {
                throw plan.fault(
                    .roadTurnRules,
                    row,
                    .badLine,
                    Finding(.badTurnRules)
                )
            }
            rules = read
        }
        let barriers = try barriers(row)
        let name = plan.text(.roadName, row)
        let key = plan.text(.roadID, row)
        for line in lines {
            let own = key ?? Self.derivedKey(name, line)
            batch.append(
                Road(
                    dataset: dataset,
                    key: uniqueKey(own),
                    name: name,
                    number: plan.text(.roadNumber, row),
                    kind: kind,
                    driving: passages.driving,
                    walking: passages.walking,
                    isDrivingLimited: passages.isLimited,
                    speedKilometersPerHour: speed(row),
                    isRoundabout: RoadText.isRoundabout(reading.tags["junction"]),
                    line: line,
                    turnRules: rules.filter { rule in line.contains(rule.place) },
                    barriers: barriers.filter { barrier in line.contains(barrier.place) }
                )
            )
            count += 1
            meters += zip(line, line.dropFirst()).reduce(0) {
                $0 + Geodesic.distance(from: $1.0, to: $1.1).meters
            }
        }
        if passages.driving == .along || passages.driving == .against { oneWayCount += 1 }
        turnRuleCount += rules.count
        if name == nil { unnamedCount += 1 }
        return .accepted
    }

    // MARK: What the row says

    /// Which way one may drive and walk: what is not known to be open is closed.
    private mutating func passages(
        _ signs: WaySigns,
        _ line: Int
    ) -> (driving: Passage, walking: Passage, isLimited: Bool) {
        let closure = RoadState.closure(signs.tags) ?? RoadState.unclear(signs.tags)
        if let closure {
            if closure.isSure {
                remarks.shut.add(closure.sign, line)
            } else {
                remarks.unclear.add(closure.sign, line)
            }
            return (.closed, .closed, false)
        }
        if let text = signs.unknownOneWay { remarks.unknownOneWays.add("\"\(text)\"", line) }
        let driving = signs.driving
        let isShutToCars = isShutNow(signs.tags, DatedClosure.drivingKeys, line)
        let isShutToWalkers = isShutNow(signs.tags, DatedClosure.walkingKeys, line)
        return (
            isShutToCars ? .closed : driving.passage,
            isShutToWalkers ? .closed : signs.walking, !isShutToCars && driving.isLimited
        )
    }

    /// Whether a road is closed at this moment by a sign that holds on some days alone; the first of
    /// several keys that are there counts.
    private mutating func isShutNow(
        _ tags: [String: String],
        _ keys: [String],
        _ line: Int
    ) -> Bool {
        guard let key = keys.first(where: { tags[$0] != nil }), let text = tags[key],
            DatedClosure.closes(text, at: now)
        else { return false }
        remarks.shut.add("\(key) is \"\(text.prefix(60))\"", line)
        return true
    }

    private func barriers(_ row: borrowing Row) throws(RowRefusal) -> [RoadBarrier] {
        guard let text = plan.text(.roadBarriers, row) else { return [] }
        guard let barriers = RoadText.barriers(text) else {
            throw plan.fault(
                .roadBarriers,
                row,
                .badLine,
                Finding(.badBarriers)
            )
        }
        return barriers
    }

    private func speed(_ row: borrowing Row) -> Double? {
        if let text = plan.text(.roadSpeed, row) {
            return RoadText.kilometersPerHour(text, isInMiles: false)
        }
        return plan.text(.roadSpeedMiles, row)
            .flatMap { RoadText.kilometersPerHour($0, isInMiles: true) }
    }

    private mutating func lines(_ row: borrowing Row) throws(RowRefusal) -> [[Coordinate]] {
        guard case .some(.some(let geometry)) = row.geometry else {
            throw RowRefusal(
                RowFault(cause: .missingCoordinate, reason: Finding(.roadWithoutLine))
            )
        }
        let parts: [[GeoJSONGeometry.Position]]
        switch geometry {
        case .lineString(let line): parts = [line]
        case .multiLineString(let lines): parts = lines
        default:
            throw Self.refusal(
                Finding(.notALine, ["geometry": .text(geometry.typeName)])
            )
        }
        var lines: [[Coordinate]] = []
        for part in parts {
            var line: [Coordinate] = []
            line.reserveCapacity(part.count)
            for position in part {
                do throws(GeometryReader.Fault) {
                    let place = try reader.place(position, line: row.line)
                    if place != line.last { line.append(place) }
                } catch {
                    throw Self.refusal(error.reason)
                }
            }
            if line.count > 1 { lines.append(line) }
        }
        guard !lines.isEmpty else { throw Self.refusal(Finding(.lineOfOnePlace)) }
        return lines
    }

    private static func refusal(_ reason: Finding) -> RowRefusal {
        RowRefusal(RowFault(cause: .badLine, reason: reason))
    }

    // MARK: Keys

    /// A key for a road of a file without ids: its name and its course, so that the same road gets
    /// the same key again.
    ///
    /// Source: the FNV-1a hash (G. Fowler, L. Noll, K.-P. Vo).
    private static func derivedKey(_ name: String?, _ line: [Coordinate]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for place in line {
            for number in [place.longitude, place.latitude] {
                var bits = number.bitPattern
                for _ in 0..<8 {
                    hash = (hash ^ (bits & 0xFF)) &* 0x0000_0100_0000_01B3
                    bits >>= 8
                }
            }
        }
        let slug = name.flatMap(TextNormal.slug) ?? "road"
        return "\(slug)-\(String(hash, radix: 36))"
    }

    /// The key, with a number behind it where an earlier road has the same one.
    private mutating func uniqueKey(_ key: String) -> String {
        let count = keys[key, default: 0] + 1
        keys[key] = count
        return count == 1 ? key : uniqueKey("\(key)-\(count)")
    }

    mutating func takeFinished() -> [Road] {
        let finished = batch
        batch = []
        return finished
    }

    mutating func takeRest() -> [Road] { takeFinished() }

    // MARK: Reporting

    var notes: [ImportNote] {
        var notes = reader.notes
        notes += remarks.notes
        notes.append(
            ImportNote(
                .note,
                Finding(
                    .roadCount,
                    [
                        "roads": .count(count),
                        "kilometers": .count(Int((meters / 1000).rounded())),
                        "one_way": .count(oneWayCount), "unnamed": .count(unnamedCount),
                        "rules": .count(turnRuleCount),
                    ]
                )
            )
        )
        return notes
    }
}

extension RoadText {
    /// The one way that one may walk; nil for any other text.
    static func direction(_ text: String) -> Passage? {
        ["along": .along, "against": .against][text]
    }

    /// Source: OpenStreetMap wiki, "Tag:junction=roundabout" and "Tag:junction=circular".
    static func isRoundabout(_ text: String?) -> Bool {
        ["roundabout", "circular", "yes", "true", "1"].contains(text?.lowercased() ?? "")
    }
}
