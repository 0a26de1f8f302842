internal import Polling
internal import Synchronization
internal import Timekeeping

/// How the districts that contests or measures are for meet those whose boundaries are published.
public struct BallotUse: Sendable, Hashable, Encodable {
    /// The type of district, such as `school_district`.
    public let type: String
    /// How many of the file's records are for a district of the type.
    public let records: Int
    /// How many of these are for one that is published; the others are on nobody's ballot by place.
    public let found: Int
    /// Whether any district of the type is published.
    public let isTypePublished: Bool
    /// The first codes that are not published, of a type that is.
    public let unknown: [String]

    private static let sampleLimit = 20

    /// - Parameters:
    ///   - areas: How many records are for each area.
    ///   - published: The districts whose boundaries are published.
    /// - Returns: By type. A record that is for precincts alone counts where one of them is there.
    static func uses(
        _ areas: [BallotArea: Int],
        _ published: Set<DistrictKey>
    ) -> [BallotUse] {
        let types = Set(published.map(\.type))
        let byType = Dictionary(grouping: areas.keys.filter { !$0.references.isEmpty }) {
            $0.references.first.map { DistrictKey($0).type } ?? ""
        }
        return byType.sorted { $0.key < $1.key }.map { type, members in
            let (known, lost) = members.reduce(into: ([BallotArea](), [BallotArea]())) {
                if $1.references.contains(where: { published.contains(DistrictKey($0)) }) {
                    $0.0.append($1)
                } else {
                    $0.1.append($1)
                }
            }
            let codes = Set(lost.compactMap { $0.references.first?.code })
            return BallotUse(
                type: type,
                records: members.reduce(0) { $0 + areas[$1, default: 0] },
                found: known.reduce(0) { $0 + areas[$1, default: 0] },
                isTypePublished: types.contains(type),
                unknown: types.contains(type) ? Array(codes.sorted().prefix(sampleLimit)) : []
            )
        }
    }
}

/// How many records of a file are for each district.
final class CountedAreas: Sendable {
    private let numbers = Mutex<(passed: [BallotArea: Int], kept: [BallotArea: Int])>(([:], [:]))

    /// Counts a batch of a pass; nil at its beginning.
    func observe(_ areas: [BallotArea]?) {
        numbers.withLock { numbers in
            guard let areas else { return numbers.passed = [:] }
            for area in areas { numbers.passed[area, default: 0] += 1 }
        }
    }

    /// Counts records that stay beside those of the file, whatever passes follow.
    func keep(_ areas: [BallotArea]) {
        numbers.withLock { numbers in
            for area in areas { numbers.kept[area, default: 0] += 1 }
        }
    }

    /// What is to be said of codes that are of another vintage of boundaries.
    ///
    /// - Parameter list: What the records are called, such as ``AreaWording/theseContests``.
    func misfits(
        _ districts: (any DistrictStore)?,
        of list: Finding,
        at moment: Timestamp
    ) async throws -> [ImportNote] {
        guard let districts else { return [] }
        let areas = numbers.withLock { $0.passed.merging($0.kept, uniquingKeysWith: +) }
        return try await PublishedVintages.misfits(
            Set(areas.keys.flatMap(\.references)),
            of: list,
            among: districts,
            at: moment
        )
    }

    /// What they are beside the published districts.
    func uses(_ districts: (any DistrictStore)?) async throws -> [BallotUse] {
        let areas = numbers.withLock { $0.passed.merging($0.kept, uniquingKeysWith: +) }
        guard let districts, !areas.isEmpty else { return [] }
        let published = Mutex<Set<DistrictKey>>([])
        try await districts.forEachDistrict { batch in
            let keys = batch.map { DistrictKey($0.reference) }
            published.withLock { $0.formUnion(keys) }
        }
        return BallotUse.uses(areas, published.withLock { $0 })
    }
}

extension ImportReport {
    /// Which contests or measures have a district, for the report on a terminal.
    func addBallot(_ page: inout TextPage) {
        guard !ballot.isEmpty else { return }
        page.blank()
        let all = ballot.reduce(0) { $0 + $1.records }
        let found = ballot.reduce(0) { $0 + $1.found }
        page.add(
            "Districts of the \(kind): \(grouped(found)) of \(grouped(all)) \(kind) have a district "
                + "whose boundary is published"
        )
        for use in ballot {
            page.add(
                "\(use.type): \(grouped(use.found)) of \(grouped(use.records))"
                    + (use.isTypePublished ? "" : "; no district of this type is published"),
                indent: 2
            )
            if !use.unknown.isEmpty {
                page.add(
                    "not published: \(use.unknown.prefix(10).joined(separator: ", "))",
                    indent: 4
                )
            }
        }
        guard found < all else { return }
        page.add(
            "The others are on the ballot of those alone whose list of addresses or precincts names the "
                + "district; import boundaries with ambit import districts --type.",
            indent: 2
        )
    }
}
