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
    private var groups: [UInt64: Int32] = [:]
    /// Rows of each group.
    private(set) var rowCounts: [Int32] = []
    private var nameGroups: [UInt64: Int32] = [:]
    /// Names and addresses that several groups have.
    private(set) var sharedNames: Set<UInt64> = []
    private var keys: [KeyStatistics]
    private(set) var usableRows = 0
    private(set) var rowsWithPlace = 0
    /// Some of the stations' places.
    private(set) var places = PlaceSample()
    private(set) var close = CloseStations()
    private(set) var firstFaults: [RowFault] = []

    init(_ reader: StationRowReader, splitColumn: Int? = nil) {
        self.reader = reader
        self.splitColumn = splitColumn
        keys = reader.plan.keys.map { KeyStatistics(column: $0.column) }
    }

    /// The stations that may lie within thirty metres of another; what was kept to find them is let go.
    mutating func takeCloseStations() -> Set<Int32> {
        defer { close = CloseStations() }
        return close.candidates()
    }

    /// How many stations there are.
    var stationCount: Int { rowCounts.count }

    mutating func add(_ row: borrowing Row) {
        let identity: StationRowReader.Identity
        do {
            identity = try reader.identity(row, scratch: &scratch)
        } catch {
            if firstFaults.count < 5 { firstFaults.append(error.fault) }
            return
        }
        usableRows += 1
        if identity.coordinate != nil { rowsWithPlace += 1 }
        let hash = groupHash(row, identity)
        let group: Int32
        if let known = groups[hash] {
            group = known
            rowCounts[Int(group)] += 1
        } else {
            group = Int32(rowCounts.count)
            groups[hash] = group
            if let place = identity.coordinate {
                places.add(place)
                close.add(place, group: group)
            }
            rowCounts.append(1)
            if let other = nameGroups[identity.nameAndAddress] {
                if other != group { sharedNames.insert(identity.nameAndAddress) }
            } else {
                nameGroups[identity.nameAndAddress] = group
            }
        }
        for index in keys.indices where keys[index].isUseful {
            keys[index].add(
                reader.keySlug(row, column: keys[index].column),
                group: Int(group),
                line: row.line
            )
        }
    }

    /// The number of the station that a row belongs to; nil for a row that was not surveyed.
    func group(_ row: borrowing Row, _ identity: StationRowReader.Identity) -> Int? {
        groups[groupHash(row, identity)].map(Int.init)
    }

    private func groupHash(
        _ row: borrowing Row,
        _ identity: StationRowReader.Identity
    ) -> UInt64 {
        guard let splitColumn else { return identity.whole }
        var hasher = Hasher()
        hasher.combine(identity.whole)
        hasher.combine(reader.keySlug(row, column: splitColumn))
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// What names stations, why, and whether the survey has to be made again with a column that
    /// keeps stations apart.
    func chooseKey(columns: [String]) -> (key: Key, reason: String, splitColumn: Int?) {
        for (candidate, statistics) in zip(reader.plan.keys, keys) {
            let column = columns[candidate.column]
            guard statistics.isUsable(groups: stationCount) else { continue }
            if !statistics.variesWithinGroup {
                let blanks =
                    statistics.blankGroups > 0
                    ? "; \(counted(statistics.blankGroups, "station")) without one, named by a digest"
                    : ""
                return (
                    .column(candidate.column),
                    "\(column) has one value in each station and no value twice" + blanks, nil
                )
            }
            if candidate.isStationID {
                return (
                    .column(candidate.column),
                    "\(column) is the station's id; stations with one name, address and place are "
                        + "kept apart by it", candidate.column
                )
            }
        }
        return (.digest, digestReason(columns: columns), nil)
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
    var sharedStationIDs: [(column: Int, value: String, firstLine: Int, line: Int)] {
        zip(reader.plan.keys, keys).compactMap { candidate, statistics in
            guard candidate.isStationID, let shared = statistics.sharedExample else { return nil }
            return (candidate.column, shared.value, shared.firstLine, shared.line)
        }
    }
}

/// Whether a column has one value within each station and another in each station.
private struct KeyStatistics {
    let column: Int
    private(set) var variesWithinGroup = false
    private(set) var sharedExample: (value: String, firstLine: Int, line: Int)?
    /// By a hash of the value: of a million values no two have the same one, but for a chance of
    /// one in thirty million, and then the column is only not taken for an id.
    private var groupOfValue: [Int: (group: Int32, line: Int32)] = [:]
    private var valueOfGroup: [Int] = []

    init(column: Int) { self.column = column }

    /// Whether the column may still be a key, so that looking at it is worth the time.
    var isUseful: Bool { sharedExample == nil }

    /// Stations without a value.
    var blankGroups: Int { valueOfGroup.count { $0 == 0 } }

    /// Whether the column tells stations apart: no value stands for two, and nine in ten have one.
    func isUsable(groups: Int) -> Bool {
        sharedExample == nil && groups > 0 && blankGroups * 10 <= groups
    }

    mutating func add(_ slug: String?, group: Int, line: Int) {
        while valueOfGroup.count <= group { valueOfGroup.append(0) }
        guard let slug else { return }
        // Zero means no value.
        let hash = slug.hashValue | 1
        if let known = groupOfValue[hash] {
            if known.group != group {
                sharedExample = (slug, Int(known.line), line)
                groupOfValue = [:]
                return
            }
        } else {
            groupOfValue[hash] = (Int32(group), Int32(clamping: line))
        }
        if valueOfGroup[group] == 0 { valueOfGroup[group] = hash }
        if valueOfGroup[group] != hash { variesWithinGroup = true }
    }
}
