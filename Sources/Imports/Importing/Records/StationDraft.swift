internal import Datasets
internal import Geodesy
internal import Polling

/// A station whose rows are still being read.
///
/// An object, so that what was gathered is never copied from row to row.
final class StationDraft {
    /// What the rows so far say, without the kept columns.
    var station: Station
    /// The values of each kept column, in the file's order, each once.
    var attributeValues: [Int: [String]] = [:]
    /// Columns with more values than are kept.
    var tooMany: Set<Int> = []
    /// Columns of which one value is kept, although others differ: the first of these.
    var ignored: [Int: [Told]] = [:]
    /// The line of the first row.
    let line: Int
    /// What the hours are of.
    var hoursUse = HoursUse.electionDay
    /// The first row without a place that could be used, of those whose places wait for a decision where
    /// some do; nil where all have one.
    var missing: MissingPlace?
    /// A digest of the rows as they are written: a sum, for their order means nothing.
    var writing: UInt64
    /// What the draft takes in memory, in bytes, about: enough to tell when many are too many.
    var memoryBytes: Int
    /// Hashes of the station's districts, once they are many.
    private var knownDistricts: Set<Int> = []

    /// What hours are of: of two that no day tells apart those of the later stand.
    enum HoursUse: UInt8, Comparable {
        /// A box that takes ballots, and no place where people vote.
        case box
        /// Voting before the day of the election.
        case earlyVoting
        case electionDay

        static func < (left: HoursUse, right: HoursUse) -> Bool { left.rawValue < right.rawValue }
    }

    /// A row without a place that could be used.
    struct MissingPlace {
        let line: Int
        /// Whether its place is surely wrong and waits for a decision.
        let isWithheld: Bool
        /// Where it probably should be, if so; nil where nothing tells.
        let probable: Coordinate?
        /// Whether it stands at 0, 0.
        let isZero: Bool
    }

    /// What a row says in a column in which others say something else.
    struct Told: Hashable {
        let text: String
        let line: Int
    }

    /// A row that is merged with others.
    struct MergedRow {
        /// What it says, without its kept columns.
        let station: Station
        let line: Int
        /// What its hours are of.
        let use: HoursUse
    }

    /// How many of the values that differ are told.
    private static let toldLimit = 4

    /// From so many districts on, whether one is known is looked up rather than searched for.
    private static let fewDistricts = 32

    init(_ station: Station, writing: UInt64, line: Int = 0, use: HoursUse = .electionDay) {
        self.station = station
        self.line = line
        hoursUse = use
        self.station.attributes = [:]
        self.writing = writing
        memoryBytes = Self.memoryBytes(of: station)
    }

    func addAttributes(of row: borrowing Row, plan: StationPlan) {
        for (_, column) in plan.attributes {
            guard let text = plan.attribute(row, column), !tooMany.contains(column) else {
                continue
            }
            var values = attributeValues[column] ?? []
            guard !values.contains(text) else { continue }
            memoryBytes += Self.memoryBytes(of: text) + (values.isEmpty ? 96 : 0)
            values.append(text)
            if values.count > SideBySide.limit {
                tooMany.insert(column)
                attributeValues[column] = nil
                memoryBytes -= values.reduce(96) { $0 + Self.memoryBytes(of: $1) }
            } else {
                attributeValues[column] = values
            }
        }
    }

    private func addDistricts(_ districts: [DistrictReference]) {
        for district in districts {
            if station.districts.count < Self.fewDistricts {
                guard !station.districts.contains(district) else { continue }
            } else {
                if knownDistricts.isEmpty {
                    knownDistricts = Set(station.districts.map(\.hashValue))
                }
                guard knownDistricts.insert(district.hashValue).inserted else { continue }
                memoryBytes += 16
            }
            station.districts.append(district)
            memoryBytes += Self.memoryBytes(of: district.code) + 16
        }
    }

    /// Adds what another row of the station says, without its kept columns.
    ///
    /// Of what one value alone can hold and rows write differently, that is kept which comes last by its
    /// bytes, so that the order of the rows means nothing: `Café` before `Cafe` before `CAFE`.
    func merge(_ row: borrowing Row, plan: StationPlan, saying merged: MergedRow) {
        let other = merged.station
        writing &+= row.writing
        addAttributes(of: row, plan: plan)
        addDistricts(other.districts)
        station.name = Self.last(station.name, other.name) ?? station.name
        station.address = Self.last(station.address, other.address)
        keep(\.postcode, other.postcode, plan.postcode, merged.line)
        mergeHours(merged, plan)
        merge(other.accessibility, plan, merged.line)
    }

    /// Remembers what two rows say of which one is kept.
    private func note(_ column: Int?, _ old: String, _ other: String, _ line: Int) {
        guard let column else { return }
        var told = ignored[column] ?? [Told(text: old, line: self.line)]
        guard told.count < Self.toldLimit, !told.contains(where: { $0.text == other }) else {
            return
        }
        told.append(Told(text: other, line: line))
        ignored[column] = told
        memoryBytes += 32 + told.suffix(2).reduce(0) { $0 + Self.memoryBytes(of: $1.text) }
    }

    /// A row that says no is believed: nobody stands before stairs for another row's yes.
    private func merge(_ other: Accessibility, _ plan: StationPlan, _ line: Int) {
        let old = station.accessibility
        if old.wheelchair == .unknown {
            station.accessibility.wheelchair = other.wheelchair
        } else if other.wheelchair != .unknown, other.wheelchair != old.wheelchair {
            station.accessibility.wheelchair = .no
            note(plan.accessible, old.wheelchair.rawValue, other.wheelchair.rawValue, line)
        }
        station.accessibility.note = Self.last(old.note, other.note)
    }

    /// Of two texts the one that comes last by its bytes; of one that text.
    private static func last(_ one: String?, _ other: String?) -> String? {
        guard let one, let other else { return one ?? other }
        return one.utf8.lexicographicallyPrecedes(other.utf8) ? other : one
    }

    /// Keeps one of two values; that they differ is remembered.
    private func keep(
        _ part: WritableKeyPath<Station, String?>,
        _ other: String?,
        _ column: Int?,
        _ line: Int
    ) {
        let old = station[keyPath: part]
        if let old, let other, old != other { note(column, old, other, line) }
        station[keyPath: part] = Self.last(old, other)
    }

    /// Adds the place of another row, where none before had one that could be used.
    func merge(_ place: StationRowReader.Place, missing: MissingPlace?) {
        if let missing {
            let isDecisive = missing.isWithheld && self.missing?.isWithheld == false
            self.missing = isDecisive ? missing : self.missing ?? missing
        } else if station.coordinate == nil {
            station.coordinate = place.published
        }
    }

    /// Rows for a day each tell together when the station is open. A box for ballots in a building where
    /// people vote has hours that are no voting hours, and early voting has others than election day.
    private func mergeHours(_ merged: MergedRow, _ plan: StationPlan) {
        guard let hours = merged.station.hours else { return }
        let column = plan.hours ?? plan.opens
        guard let old = station.hours else {
            (station.hours, hoursUse) = (hours, merged.use)
            return
        }
        if merged.use != hoursUse, !areOfDays(old, hours, merged.use, plan) {
            if old != hours { note(column, old, hours, merged.line) }
            if hoursUse < merged.use { (station.hours, hoursUse) = (hours, merged.use) }
            return
        }
        hoursUse = max(hoursUse, merged.use)
        guard old != hours else { return }
        if !plan.dayColumns.isEmpty {
            guard !SideBySide.values(old).contains(hours) else { return }
            let count = SideBySide.values(old).count
            return keep(old + SideBySide.separator + hours, count, in: plan.dayColumns)
        }
        switch (DatedHours(old), DatedHours(hours)) {
        case (var dated?, let more?):
            if dated.contradicts(more) { note(column, old, hours, merged.line) }
            let count = dated.spans.count
            dated.join(more)
            if dated.spans.count > count {
                keep(dated.text, count, in: [column].compactMap { $0 })
            }
        // Hours of no day say less than those of one.
        case (_?, nil): note(column, old, hours, merged.line)
        case (nil, _?):
            note(column, old, hours, merged.line)
            station.hours = hours
        case (nil, nil): keep(\.hours, hours, column, merged.line)
        }
    }

    /// Whether hours of early voting and of election day each name their days, so that both may stand.
    private func areOfDays(
        _ old: String,
        _ other: String,
        _ use: HoursUse,
        _ plan: StationPlan
    ) -> Bool {
        guard use != .box, hoursUse != .box else { return false }
        return !plan.dayColumns.isEmpty || DatedHours(old) != nil && DatedHours(other) != nil
    }

    /// Keeps the hours of several rows, where those before are not too many.
    private func keep(_ hours: String, _ count: Int, in columns: [Int]) {
        guard count < DatedHours.limit else {
            for column in columns { tooMany.insert(column) }
            return
        }
        memoryBytes += hours.utf8.count - (station.hours?.utf8.count ?? 0)
        station.hours = hours
    }

    /// The time zones that the rows give: where there are several, none says by which clock the station
    /// keeps its hours.
    private func timeZones(_ plan: StationPlan) -> Set<String> {
        plan.timeZones.isEmpty
            ? [] : Set(plan.timeZones.flatMap { attributeValues[$0] ?? [] })
    }

    /// The columns in which the rows differ, each with what was done about it.
    func differing(plan: StationPlan) -> [Int: Finding] {
        var differing: [Int: Finding] = [:]
        let zones = timeZones(plan)
        for column in plan.timeZones where zones.count > 1 && attributeValues[column] != nil {
            let names = zones.sorted().joined(separator: " and ")
            differing[column] = Finding(.noZoneKept, ["zones": .text(names)])
        }
        for (column, values) in attributeValues
        where values.count > 1 && !plan.timeZones.contains(column) {
            let shown = values.prefix(3).joined(separator: SideBySide.separator)
            differing[column] = Finding(
                .keptSideBySide,
                ["values": .text(shown + (values.count > 3 ? "; …" : ""))]
            )
        }
        for column in tooMany {
            differing[column] =
                (plan.dayColumns + [plan.hours, plan.opens].compactMap { $0 }).contains(column)
                ? Finding(.firstDaysKept, ["limit": .number(DatedHours.limit)])
                : Finding(.noValueKept, ["limit": .number(SideBySide.limit)])
        }
        for (column, told) in ignored {
            let values = told.map { value in
                Finding(
                    .valueInLine,
                    ["value": .text(Difference.quoted(value.text)), "line": .number(value.line)]
                )
            }
            // Hours that are written one behind the other are all there.
            let areAllKept =
                column == (plan.hours ?? plan.opens)
                && told.allSatisfy { station.hours?.contains($0.text) == true }
            differing[column] = Finding(
                areAllKept ? StationWording.hoursContradict : .oneValueKept,
                ["values": .findings(values)]
            )
        }
        return differing
    }

    /// The lines of what was not kept, by column.
    var ignoredLines: [Int: [Int]] { ignored.mapValues { $0.map(\.line) } }

    /// The station with what all its rows say.
    func finished(plan: StationPlan) -> Station {
        var station = station
        let zones = timeZones(plan)
        for (name, column) in plan.attributes {
            if zones.count > 1, plan.timeZones.contains(column) { continue }
            if let values = attributeValues[column] {
                station.attributes[name] = values.joined(separator: SideBySide.separator)
            }
        }
        if zones.isEmpty, tooMany.isDisjoint(with: plan.timeZones) {
            plan.addTimeZone(to: &station.attributes)
        }
        plan.addKind(to: &station.attributes)
        return station
    }
}
