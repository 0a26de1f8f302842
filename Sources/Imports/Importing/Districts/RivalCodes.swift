internal import Datasets
internal import Geodesy
internal import Polling

/// A second column of a file that could hold its districts' codes, and what it has for each district:
/// `PRECINCT_NUMBER` beside `PRECINCT_ID`, both another in every row, and not the same.
struct RivalCodes: Sendable {
    /// The column that was taken, and the other.
    let taken: String
    let other: String
    /// What the other has, by the district's key.
    private var codes: [DistrictKey: Set<DistrictKey>] = [:]
    /// Rows in which the two differ, and the first of them.
    private(set) var differing = 0
    private(set) var example: (code: String, other: String)?
    private(set) var lines: [Int] = []

    private static let lineLimit = 5
    /// Fits of a smaller part of a list may be chance, in percent.
    private static let leastPercent = 50

    init(taken: String, other: String) {
        self.taken = taken
        self.other = other
    }

    /// The column beside the one that was taken, with its number; nil where there is none.
    static func find(
        in sample: FileSample,
        _ taken: Int?,
        _ code: Field,
        _ name: Field,
        _ options: ImportOptions
    ) throws(ImportError) -> (column: Int, codes: RivalCodes)? {
        guard let taken,
            let other = try DistrictCodeColumn.rival(of: taken, in: sample, code, name, options)
        else { return nil }
        let columns = sample.columns
        return (other, RivalCodes(taken: columns[taken].name, other: columns[other].name))
    }

    /// Takes in a row.
    mutating func add(_ reference: DistrictReference, other text: String?, line: Int) {
        guard let text else { return }
        let type = reference.type
        let code = DistrictKey.bareCode(text, type: type)
        codes[DistrictKey(reference), default: []].insert(DistrictKey(type: type, code: code))
        guard !NumberedNames.agree(reference.code, code, type: type) else { return }
        differing += 1
        if example == nil { example = (reference.code, code) }
        if lines.count < Self.lineLimit { lines.append(line) }
    }

    /// Begins a pass over the rows.
    mutating func restart() { self = RivalCodes(taken: taken, other: other) }

    /// That there are both; nil where they say the same.
    var note: ImportNote? {
        guard let example else { return nil }
        return ImportNote(
            .warning,
            Finding(
                .twoCodeColumns,
                [
                    "column": .text(taken), "other": .text(other), "rows": .count(differing),
                    "code": .text(example.code), "example": .text(example.other),
                ]
            ),
            lines: lines
        )
    }

    // MARK: Fitting

    /// What is published, which may name districts by either column.
    struct Uses {
        /// Lists, by the districts that they name.
        let lists: [DistrictUsers.List]
        /// The stations.
        let stations: [Station]
    }

    /// How well the two columns fit what one list names, out of so many.
    private struct Fit {
        let list: Finding
        let taken: Int
        let other: Int
        let all: Int

        /// Whether the list means the other column.
        var meansOther: Bool { other > taken && other * 100 >= all * RivalCodes.leastPercent }
    }

    /// That what is published fits the other column better: stations by where they stand, lists without
    /// places by their codes.
    ///
    /// - Returns: What takes a word of the caller's; nil where the column that was taken fits as well, and
    ///   where the two agree.
    /// - Complexity: O(n m) for n districts and m stations, most of which are told by boxes.
    func consent(_ districts: [District], _ uses: Uses) -> GuardFinding? {
        guard differing > 0 else { return nil }
        let fits = standings(districts, uses.stations) + uses.lists.map { fit($0, districts) }
        guard let most = fits.filter(\.meansOther).max(by: { $0.other < $1.other }) else {
            return nil
        }
        return GuardFinding(
            limit: .otherCodes,
            count: most.other,
            allowed: most.taken,
            published: most.all,
            text:
                "\(grouped(most.other)) of \(grouped(most.all)) of \(most.list.text) fit the districts by "
                + "their codes in \"\(other)\", and \(grouped(most.taken)) by those in \"\(taken)\", which "
                + "was taken: voters would be sent to other districts' stations. Import with "
                + "--map \"\(other)\"=code, or say with --map \"\(taken)\"=code that these are meant",
            values: ["column": .text(taken), "other": .text(other)]
        )
    }

    private func standings(_ districts: [District], _ stations: [Station]) -> [Fit] {
        let types = DistrictConsents.types(of: districts)
        let outlines = districts.compactMap { district in
            district.area.boundingBox.map {
                (DistrictKey(district.reference), $0, DistrictOutline(district.area))
            }
        }
        return Dictionary(grouping: stations, by: \.dataset).sorted { $0.key.text < $1.key.text }
            .map { dataset, members in
                var (own, others, all) = (0, 0, 0)
                for station in members {
                    let named = Set(station.districts.map(DistrictKey.init)).filter {
                        types.contains($0.type)
                    }
                    guard !named.isEmpty, let place = station.coordinate else { continue }
                    let holders = outlines.filter { $0.1.contains(place) && $0.2.holds(place) }
                        .map(\.0)
                    guard !holders.isEmpty else { continue }
                    all += 1
                    if holders.contains(where: named.contains) { own += 1 }
                    if holders.contains(where: { !named.isDisjoint(with: codes[$0] ?? []) }) {
                        others += 1
                    }
                }
                return Fit(
                    list: Finding(
                        .publishedRecords,
                        ["kind": .text("stations"), "dataset": .text(dataset.text)]
                    ),
                    taken: own,
                    other: others,
                    all: all
                )
            }
    }

    private func fit(_ list: DistrictUsers.List, _ districts: [District]) -> Fit {
        let named = Set(list.named.map(DistrictKey.init))
        let own = Set(districts.map { DistrictKey($0.reference) })
        let others = codes.values.reduce(into: Set<DistrictKey>()) { $0.formUnion($1) }
        return Fit(
            list: list.words,
            taken: named.intersection(own).count,
            other: named.intersection(others).count,
            all: named.count
        )
    }
}

extension DistrictCollector {
    /// Takes in what the other column has for a row's district.
    mutating func holdAgainstRival(_ reference: DistrictReference, _ row: borrowing Row) {
        guard let column = rival?.column, !namesHaveCodes else { return }
        rival?.codes.add(reference, other: row.text(column), line: row.line)
    }
}
