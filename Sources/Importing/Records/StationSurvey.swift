/// Learns from every row which rows are one station, and which column names stations.
struct StationSurvey {
    /// What tells stations apart.
    enum Key: Equatable {
        /// A column that has one value within a station and another in each.
        case column(Int)
        /// No column does: a digest of name, address and position.
        case digest
    }

    private let reader: StationRowReader
    /// A column whose values are kept apart even where name, address and place agree.
    private let splitColumn: Int?
    private var scratch: [UInt8] = []
    private var stations = HashNumbers()
    private var marks = RowMarks()
    /// The last row so far of each station that has several.
    private var lastRows: [Int32: Int32] = [:]
    /// Of each station, a hash of its name and address, if they are kept.
    private var names: [UInt64] = []
    /// Whether names are kept, which only digests need.
    let keepsNames: Bool
    private var keys: [KeyStatistics]
    private(set) var usableRows = 0
    private(set) var rowsWithPlace = 0
    /// Some of the stations' places.
    private(set) var places = PlaceSample()
    private var close = CloseStations()
    private(set) var firstFaults: [RowFault] = []

    init(_ reader: StationRowReader, splitColumn: Int? = nil, keepsNames: Bool) {
        self.keepsNames = keepsNames
        self.reader = reader
        self.splitColumn = splitColumn
        keys = reader.plan.keys.map { KeyStatistics(column: $0.column) }
    }

    /// How many stations there are.
    var stationCount: Int { stations.count }

    mutating func add(_ row: borrowing Row) {
        let identity: StationRowReader.Identity
        do {
            identity = try reader.identity(row, scratch: &scratch)
        } catch {
            if firstFaults.count < 5 { firstFaults.append(error.fault) }
            return
        }
        usableRows += 1
        let place = identity.place.coordinate
        if place != nil { rowsWithPlace += 1 }
        let (station, isNew) = stations.number(
            of: reader.stationHash(row, identity, splitColumn: splitColumn)
        )
        marks[row.number] = isNew ? [.usable, .first] : .usable
        if isNew {
            if keepsNames { names.append(identity.nameAndAddress) }
            close.add(place)
            if let place { places.add(place) }
        } else {
            lastRows[station] = Int32(clamping: row.number)
        }
        for index in keys.indices where keys[index].isUseful {
            keys[index].add(row, station: Int(station), reader: reader)
        }
    }

    /// What was found of each row; what was kept to find it is let go.
    mutating func takeMarks() -> RowMarks {
        stations = HashNumbers()
        let candidates = close.candidates()
        close = CloseStations()
        marks.finish(lastRows: lastRows, closeStations: candidates)
        defer { (marks, lastRows) = (RowMarks(), [:]) }
        return marks
    }

    /// Names and addresses that several stations have; what was kept to find them is let go.
    ///
    /// - Complexity: O(n log n).
    mutating func takeSharedNames() -> Set<UInt64> {
        var sorted: [UInt64] = []
        swap(&sorted, &names)
        sorted.sort()
        var shared: Set<UInt64> = []
        for index in sorted.indices.dropFirst() where sorted[index] == sorted[index - 1] {
            shared.insert(sorted[index])
        }
        return shared
    }

    /// What names stations.
    struct Choice {
        let key: Key
        /// Why.
        let reason: String
        /// A column that keeps stations apart, with which the survey has to be made again.
        var splitColumn: Int?
        /// Whether no row is without the key.
        let isInEveryRow: Bool
    }

    /// What names stations, once all rows were seen.
    func chooseKey(columns: [String]) -> Choice {
        for (candidate, statistics) in zip(reader.plan.keys, keys) {
            let column = columns[candidate.column]
            guard statistics.isUsable(groups: stationCount) else { continue }
            if !statistics.variesWithinGroup {
                let blanks =
                    statistics.blankGroups > 0
                    ? "; \(counted(statistics.blankGroups, "station")) without one, named by a digest"
                    : ""
                return Choice(
                    key: .column(candidate.column),
                    reason: "\(column) has one value in each station and no value twice" + blanks,
                    isInEveryRow: !statistics.hasBlankRows
                )
            }
            if candidate.isStationID {
                return Choice(
                    key: .column(candidate.column),
                    reason: "\(column) is the station's id; stations with one name, address and "
                        + "place are kept apart by it",
                    splitColumn: candidate.column,
                    isInEveryRow: !statistics.hasBlankRows
                )
            }
        }
        return Choice(key: .digest, reason: digestReason(columns: columns), isInEveryRow: false)
    }

    private func digestReason(columns: [String]) -> String {
        let reasons = zip(reader.plan.keys, keys).map { candidate, statistics -> String in
            let column = columns[candidate.column]
            if let shared = statistics.sharedExample {
                return "\(column) \"\(shared.value)\" stands for two stations (lines "
                    + "\(shared.firstLine) and \(shared.line))"
            }
            return statistics.variesWithinGroup
                ? "\(column) varies within a station" : "\(column) is blank for many stations"
        }
        let why = reasons.isEmpty ? "no column is an id" : reasons.joined(separator: "; ")
        return "\(why); ids are a digest of name and address, and of position where those agree"
    }

    /// Whether a column's values name different stations with one value: worth a warning where the
    /// header says that it is an id.
    var sharedStationIDs: [SharedID] {
        zip(reader.plan.keys, keys).compactMap { candidate, statistics in
            guard candidate.isStationID, let shared = statistics.sharedExample else { return nil }
            return SharedID(
                column: candidate.column,
                value: shared.value,
                firstLine: shared.firstLine,
                line: shared.line
            )
        }
    }

    /// A value that stands for two stations, and the lines in which it does.
    struct SharedID {
        let column: Int
        let value: String
        let firstLine: Int
        let line: Int
    }
}

/// Whether a column has one value within each station and another in each station.
private struct KeyStatistics {
    let column: Int
    private(set) var variesWithinGroup = false
    private(set) var hasBlankRows = false
    private(set) var sharedExample: (value: String, firstLine: Int, line: Int)?
    private var values = HashNumbers()
    /// Of each value, the line that it first stands in.
    private var lines: [Int32] = []
    /// The stations of values that are not their station's first.
    private var stationOfFurtherValue: [Int32: Int32] = [:]
    /// The number of each station's first value, plus one; 0 for a station without any.
    private var valueOfStation: [Int32] = []

    init(column: Int) { self.column = column }

    /// Whether the column may still be a key, so that looking at it is worth the time.
    var isUseful: Bool { sharedExample == nil }

    /// Stations without a value.
    var blankGroups: Int { valueOfStation.count { $0 == 0 } }

    /// Whether the column tells stations apart: no value stands for two, and nine in ten have one.
    func isUsable(groups: Int) -> Bool {
        sharedExample == nil && groups > 0 && blankGroups * 10 <= groups
    }

    mutating func add(_ row: borrowing Row, station: Int, reader: StationRowReader) {
        while valueOfStation.count <= station { valueOfStation.append(0) }
        guard let hash = reader.keyHash(row, column: column) else {
            hasBlankRows = true
            return
        }
        let (value, isNew) = values.number(of: hash)
        if isNew { lines.append(Int32(clamping: row.line)) }
        if isNew, valueOfStation[station] == 0 {
            valueOfStation[station] = value + 1
        } else if isNew {
            stationOfFurtherValue[value] = Int32(clamping: station)
            variesWithinGroup = true
        } else if valueOfStation[station] != value + 1 {
            guard stationOfFurtherValue[value] == Int32(clamping: station) else {
                sharedExample = (
                    reader.keySlug(row, column: column) ?? "", Int(lines[Int(value)]), row.line
                )
                (values, lines, stationOfFurtherValue) = (HashNumbers(), [], [:])
                return
            }
            variesWithinGroup = true
        }
    }
}
