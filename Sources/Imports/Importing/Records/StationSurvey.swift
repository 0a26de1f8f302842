internal import ExternalSort
internal import Geodesy

/// Learns from every row which rows are one station, and which column names stations.
///
/// Of each row a few bytes are remembered, and sorted when all were seen: by station, by each column
/// that may be a key, by name. What does not fit into a fixed piece of memory is sorted on disk, so
/// that memory does not grow, however long the file is. The hashes stand for what they
/// were made of: of a million things no two have the same one of 64 bits, but for a chance of one in
/// thirty million.
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
    /// Rows whose stations are known though their places are not, with these.
    private let joins: [UInt32: UInt64]
    private var scratch: [UInt8] = []
    private var rows: ExternalSorter<SurveyedRow>
    /// Whether names are kept, which only digests need.
    let keepsNames: Bool
    private var names: ExternalSorter<NamedRow>
    private var keys: [KeyColumn]
    private(set) var usableRows = 0
    private(set) var rowsWithPlace = 0
    /// Some of the stations' places.
    private(set) var places = PlaceSample()
    /// Stations of which no row gives a place.
    private(set) var placeless = PlacelessStations()
    /// Where all of them lie, roughly.
    private(set) var cells = GlobeCells()
    /// What some of the rows say of where they lie.
    private(set) var clues = ClueSample()
    private var (west, south, east, north) = (181.0, 91.0, -181.0, -91.0)
    private let closeMemoryBytes: Int

    /// What was found of each row, once the survey is finished.
    private(set) var marks = RowMarks()
    /// Which row of a station follows which, once the survey is finished.
    private(set) var links = RowLinks()
    private var marked: ExternalSorter<RowMarks.Entry>
    private let linkMemoryBytes: Int
    /// How many stations there are, once the survey is finished.
    private(set) var stationCount = 0
    /// Of each key, how many stations have a value of it.
    private var stationsWithKey: [Int]

    /// What the survey may take in memory.
    static let memoryBytes = 48 << 20
    /// More columns of ids than any list has.
    private static let keyLimit = 32

    init(
        _ reader: StationRowReader,
        splitColumn: Int? = nil,
        joins: [UInt32: UInt64] = [:],
        keepsNames: Bool,
        memoryBytes: Int = StationSurvey.memoryBytes
    ) {
        self.keepsNames = keepsNames
        self.reader = reader
        self.splitColumn = splitColumn
        self.joins = joins
        let candidates = reader.plan.keys.prefix(Self.keyLimit)
        // Each sorts in twice its share.
        let share = memoryBytes / 2 / (candidates.count + (keepsNames ? 2 : 1))
        rows = ExternalSorter(memoryBytes: share)
        names = ExternalSorter(memoryBytes: share)
        keys = candidates.map {
            KeyColumn(column: $0.column, isNumeric: $0.isNumeric, memoryBytes: share)
        }
        stationsWithKey = Array(repeating: 0, count: keys.count)
        closeMemoryBytes = memoryBytes / 4
        linkMemoryBytes = memoryBytes / 12
        marked = ExternalSorter(memoryBytes: memoryBytes / 6)
    }

    /// What is remembered of a row.
    private struct SurveyedRow: SortRecord {
        /// Stands for the row's station.
        let sortKey: UInt64
        let row: UInt32
        /// Which keys have a value.
        let keys: UInt32
        let latitude: Int32
        let longitude: Int32

        static let nowhere = Int32.max

        var place: CloseStations.Place? {
            latitude == Self.nowhere
                ? nil : CloseStations.Place(latitude: latitude, longitude: longitude)
        }
    }

    /// A row by its name and address.
    private struct NamedRow: SortRecord {
        let sortKey: UInt64
        let station: UInt64
        let row: UInt32
    }

    /// Adds a row; rows that name no station are left out.
    ///
    /// - Throws: ``ImportError/noScratch(_:)``.
    mutating func add(_ row: borrowing Row) throws(ImportError) {
        var identity: StationRowReader.Identity
        do throws(RowRefusal) {
            identity = try reader.identity(row, scratch: &scratch)
        } catch {
            guard error.fault.cause == .badCoordinate,
                let numbers = try? reader.placeReader?.numbers(row)
            else { return }
            return clues.add(numbers.x, numbers.y) { reader.clue(row) }
        }
        let number = UInt32(clamping: row.number)
        let joined = joins.isEmpty ? nil : joins[number]
        if let joined { identity.whole = joined }
        let station = reader.stationHash(row, identity, splitColumn: splitColumn)
        usableRows += 1
        let place = joined == nil ? identity.place.coordinate : nil
        if let place {
            rowsWithPlace += 1
            places.add(place, of: station)
            cells.add(place)
            clues.add(place.longitude, place.latitude) { reader.clue(row) }
            west = min(west, place.longitude)
            east = max(east, place.longitude)
            south = min(south, place.latitude)
            north = max(north, place.latitude)
        } else if joined == nil, !identity.place.isDecided {
            placeless.add(reader.placeless(row))
        }
        let spot = place.map { CloseStations.Place($0) }
        do throws(ScratchError) {
            var present: UInt32 = 0
            for index in keys.indices {
                let hasValue = try keys[index].add(row, station: station, reader: reader)
                if hasValue { present |= 1 << UInt32(index) }
            }
            try rows.append(
                SurveyedRow(
                    sortKey: station,
                    row: number,
                    keys: present,
                    latitude: spot?.latitude ?? SurveyedRow.nowhere,
                    longitude: spot?.longitude ?? SurveyedRow.nowhere
                )
            )
            guard keepsNames else { return }
            try names.append(
                NamedRow(sortKey: identity.nameAndAddress, station: station, row: number)
            )
        } catch {
            throw .putAside(error)
        }
    }

    /// What holds all places; nil where there are none.
    var box: BoundingBox? {
        west > east
            ? nil : BoundingBox(uncheckedWest: west, south: south, east: east, north: north)
    }

    // MARK: When all rows were seen

    /// Finds out what the rows have in common; what was kept to find it is let go.
    ///
    /// - Throws: ``ImportError/noScratch(_:)``.
    /// - Complexity: O(n) for n rows.
    mutating func finish() throws(ImportError) {
        do throws(ScratchError) {
            for index in keys.indices { try keys[index].finish() }
            try markStations()
            try markSharedNames()
            marks = try RowMarks(Self.take(&marked))
        } catch {
            throw .putAside(error)
        }
    }

    private mutating func markStations() throws(ScratchError) {
        var sorted = try Self.take(&rows).sorted()
        var close = CloseStations(memoryBytes: closeMemoryBytes)
        var following = ExternalSorter<RowLinks.Link>(memoryBytes: linkMemoryBytes)
        var next = try sorted.next()
        while let first = next {
            var last = first
            var present = first.keys
            var place = first.place
            var mark: RowMarks.Mark = [.usable, .first]
            next = try sorted.next()
            while let row = next, row.sortKey == first.sortKey {
                try marked.append(RowMarks.Entry(mark, of: last.row))
                try following.append(RowLinks.Link(last.row, next: row.row))
                mark = .usable
                present |= row.keys
                place = place ?? row.place
                last = row
                next = try sorted.next()
            }
            stationCount += 1
            try marked.append(RowMarks.Entry(mark.union(.last), of: last.row))
            if let place { try close.add(place, row: first.row) }
            for index in keys.indices {
                let hasValue = present & 1 << UInt32(index) != 0
                if keys[index].takeZero(of: first.sortKey, hasOther: hasValue) || hasValue {
                    stationsWithKey[index] += 1
                }
            }
        }
        try close.forEach { (row) throws(ScratchError) in
            try marked.append(RowMarks.Entry(.close, of: row))
        }
        links = try RowLinks(following)
    }

    private mutating func markSharedNames() throws(ScratchError) {
        var sorted = try Self.take(&names).sorted()
        var next = try sorted.next()
        while let first = next {
            var isShared = false
            next = try sorted.next()
            while let row = next, row.sortKey == first.sortKey {
                if row.station != first.station {
                    if !isShared { try marked.append(RowMarks.Entry(.sharesName, of: first.row)) }
                    isShared = true
                    try marked.append(RowMarks.Entry(.sharesName, of: row.row))
                }
                next = try sorted.next()
            }
        }
    }

    private static func take<Record: SortRecord>(
        _ sorter: inout ExternalSorter<Record>
    ) -> ExternalSorter<Record> {
        var taken = ExternalSorter<Record>(memoryBytes: 0)
        swap(&taken, &sorter)
        return taken
    }

    // MARK: What names stations

    /// What names stations.
    struct Choice {
        let key: Key
        /// Why.
        let reason: Finding
        /// A column that keeps stations apart, with which the survey has to be made again.
        var splitColumn: Int?
        /// Whether no row is without the key.
        let isInEveryRow: Bool
    }

    /// Rows of which a value is told in words, by their numbers.
    var rowsToQuote: Set<Int> { Set(keys.compactMap { $0.shared?.row }) }

    /// What names stations.
    ///
    /// - Parameter quotes: Of each column, the value in its row of ``rowsToQuote``.
    func chooseKey(columns: [String], quotes: [Int: String]) -> Choice {
        for (candidate, (key, stations)) in zip(reader.plan.keys, zip(keys, stationsWithKey)) {
            let column = columns[candidate.column]
            let blankCount = stationCount - stations
            guard key.shared == nil, stationCount > 0, blankCount * 10 <= stationCount else {
                continue
            }
            if key.valueCount <= stations {
                let name = Finding.Value.text(column)
                return Choice(
                    key: .column(candidate.column),
                    reason: blankCount > 0
                        ? Finding(
                            .keyIsUniqueWithBlanks,
                            ["column": name, "stations": .count(blankCount)]
                        ) : Finding(.keyIsUnique, ["column": name]),
                    isInEveryRow: !key.isMissingInRows
                )
            }
            if candidate.isStationID {
                return Choice(
                    key: .column(candidate.column),
                    reason: Finding(.keyIsStationID, ["column": .text(column)]),
                    splitColumn: candidate.column,
                    isInEveryRow: !key.isMissingInRows
                )
            }
        }
        return Choice(
            key: .digest,
            reason: digestReason(columns: columns, quotes: quotes),
            isInEveryRow: false
        )
    }

    private func digestReason(columns: [String], quotes: [Int: String]) -> Finding {
        let reasons = zip(keys, stationsWithKey).map { key, stations -> Finding in
            let column = Finding.Value.text(columns[key.column])
            if let shared = key.shared {
                return Finding(
                    .valueForTwoStations,
                    [
                        "column": column, "value": .text(quotes[key.column] ?? ""),
                        "first_line": .number(shared.firstLine), "line": .number(shared.line),
                    ]
                )
            }
            return Finding(
                key.valueCount > stations ? .keyVaries : .keyBlank,
                ["column": column]
            )
        }
        let why = reasons.isEmpty ? [Finding(.noKeyColumn)] : reasons
        return Finding(.digestForKey, ["findings": .clauses(why)])
    }

    /// Values that name different stations: worth a warning where the header says that the column has the
    /// stations' ids, or has ids and nearly all others name one station each.
    func sharedStationIDs(quotes: [Int: String]) -> [SharedID] {
        zip(reader.plan.keys, keys).compactMap { candidate, key in
            guard let shared = key.shared,
                candidate.isStationID || candidate.isID && shared.isRare
            else { return nil }
            return SharedID(
                column: candidate.column,
                value: quotes[key.column] ?? "",
                firstLine: shared.firstLine,
                line: shared.line
            )
        }
    }

    /// Whether a value of a column of ids, which is none of districts, stands for two stations.
    var hasSharedIDs: Bool {
        let districts = Set(reader.plan.districts.map(\.column))
        return keys.contains { $0.shared != nil && !districts.contains($0.column) }
    }

    /// The rows in which a column is 0.
    func zeros(_ column: Int) -> KeyColumn.Zeros? { keys.first { $0.column == column }?.zeros }

    /// The values of a row that stands in ``rowsToQuote``, by column.
    func quotes(of row: borrowing Row) -> [Int: String] {
        var quotes: [Int: String] = [:]
        for key in keys where key.shared?.row == row.number {
            quotes[key.column] = reader.keySlug(row, column: key.column) ?? ""
        }
        return quotes
    }

    /// A value that stands for two stations, and the lines in which it does.
    struct SharedID {
        let column: Int
        let value: String
        let firstLine: Int
        let line: Int
    }
}
