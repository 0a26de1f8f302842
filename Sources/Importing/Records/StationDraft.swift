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
    /// Columns of which the first row's value is kept, although others differ.
    var ignored: Set<Int> = []
    /// The first row without a place that could be used, of those whose places wait for a decision where
    /// some do; nil where all have one.
    var missing: MissingPlace?
    /// A digest of the rows as they are written: a sum, for their order means nothing.
    var writing: UInt64
    /// What the draft takes in memory, in bytes, about: enough to tell when many are too many.
    var memoryBytes: Int
    /// Hashes of the station's districts, once they are many.
    private var knownDistricts: Set<Int> = []

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

    /// From so many districts on, whether one is known is looked up rather than searched for.
    private static let fewDistricts = 32

    init(_ station: Station, writing: UInt64) {
        self.station = station
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

    /// Adds what another row of the station says.
    func merge(
        _ row: borrowing Row,
        plan: StationPlan,
        districts: [DistrictReference],
        hours: String?
    ) {
        writing &+= row.writing
        addAttributes(of: row, plan: plan)
        addDistricts(districts)
        station.postcode = keepFirst(station.postcode, row, plan.postcode)
        mergeHours(hours, plan)
        if let column = plan.accessible, let text = row.text(column) {
            let other = AccessibilityText.answer(text)
            if station.accessibility.wheelchair == .unknown {
                station.accessibility.wheelchair = other
            } else if other != .unknown, other != station.accessibility.wheelchair {
                ignored.insert(column)
            }
        }
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

    /// A row for each day tells together when the station is open.
    private func mergeHours(_ hours: String?, _ plan: StationPlan) {
        guard let hours else { return }
        guard let old = station.hours else { return station.hours = hours }
        guard plan.firstDay != nil || plan.lastDay != nil else {
            if old != hours, let column = plan.hours { ignored.insert(column) }
            return
        }
        let spans = SideBySide.values(old)
        if !spans.contains(hours), spans.count < SideBySide.limit {
            station.hours = old + SideBySide.separator + hours
            memoryBytes += hours.utf8.count
        }
    }

    /// The value of the first row that has one; a later row that differs is remembered.
    private func keepFirst(
        _ old: String?,
        _ row: borrowing Row,
        _ column: Int?
    ) -> String? {
        guard let column, !row.isPlaceholder(column), let text = row.text(column) else {
            return old
        }
        if let old, old != text { ignored.insert(column) }
        return old ?? text
    }

    /// The columns in which the rows differ, each with what was done about it.
    var differing: [Int: String] {
        var differing: [Int: String] = [:]
        for (column, values) in attributeValues where values.count > 1 {
            let shown = values.prefix(3).joined(separator: SideBySide.separator)
            differing[column] =
                "; the values are kept side by side (\(shown)\(values.count > 3 ? "; …" : ""))"
        }
        for column in tooMany {
            differing[column] = "; of more than \(SideBySide.limit) values none is kept"
        }
        for column in ignored { differing[column] = "; the first row's value is kept" }
        return differing
    }

    /// The station with what all its rows say.
    func finished(plan: StationPlan) -> Station {
        var station = station
        for (name, column) in plan.attributes {
            if let values = attributeValues[column] {
                station.attributes[name] = values.joined(separator: SideBySide.separator)
            }
        }
        return station
    }
}
