/// How much of a dataset one import may remove or move without being asked twice: more is rather a
/// wrong or a broken file than a change. Every kind of record has its limits; where it sets none, that may
/// happen to all records, but a fifth of them at most may go.
package struct ImportGuards: Sendable {
    /// Half the equator of WGS84, in metres: nothing can move further.
    private static let farthestMeters = 20_037_509.0

    /// How many of a hundred published records may go; and how many may stay as they are because their
    /// rows were refused.
    var removedPercent = 20
    /// How many of a hundred published records may move further than ``farMeters``.
    var movedPercent = 100
    /// How far a record may move, in metres, before it counts.
    var farMeters = Self.farthestMeters
    /// How many of a hundred published records may go over to other districts.
    var districtsPercent = 100
    /// How many of a hundred published records may be called otherwise, where they are not few.
    var renamedPercent = 100
    /// Whether those alone count as called otherwise that stay at their place.
    var renamesCountInPlace = false
    /// How many of a hundred published records may lose their hours.
    var hoursPercent = 100
    /// How many of a hundred published records may have other times.
    var retimedPercent = 100
    /// How many of a hundred published records may cost half as much again, or more, or half, or less.
    var repricedPercent = 100
    /// So many published records may always go over to other districts, but no more than half of them.
    var fewDistricts = 0
    /// What going over to other districts means.
    var districtsText = "would serve other districts"
    /// The parts that records may not take from one another while what goes with them stays.
    var unswapped: [SwappedParts.Part] = []
    /// Fewer records may all be called otherwise.
    private static let leastRenamed = 30
    /// So many records may always lose their hours.
    private static let fewRecords = 9

    /// The limits of polling stations.
    static let stations = ImportGuards(
        movedPercent: 5,
        farMeters: 200,
        districtsPercent: 20,
        renamedPercent: 50,
        hoursPercent: 20,
        unswapped: SwappedParts.Part.allCases
    )

    /// The limits of districts: boundaries that are drawn anew stay near.
    static let districts = ImportGuards(
        movedPercent: 5,
        farMeters: 50_000,
        unswapped: [.names]
    )

    /// The limits of what happens at times that people have noted: a file read in the wrong time zone moves
    /// all of it.
    package static let scheduled = ImportGuards(retimedPercent: 10)

    /// The limits of what has a price: a file whose prices are in another unit moves all of them.
    package static let priced = ImportGuards(repricedPercent: 5)

    /// The limits of postcodes: a gazetteer that is kept up to date moves few of its points, and a column of
    /// numbers that slipped moves most.
    static let postcodes = ImportGuards(movedPercent: 20, farMeters: 5_000)

    /// The limits of everything else: elections, roads, ground and messages. They may move.
    package static let others = ImportGuards()

    /// The limits of addresses: a file without its coordinates takes their places; a column of districts that
    /// slipped sends many of them elsewhere, and a list that is kept up to date few; so does one of streets or
    /// house numbers call them otherwise where they stand.
    static let addresses = ImportGuards(
        movedPercent: 20,
        districtsPercent: 5,
        renamedPercent: 5,
        renamesCountInPlace: true,
        fewDistricts: 3,
        districtsText: "would be in other districts, or go to other stations"
    )

    /// The limits of contests and measures: whose ballots they are on may change, but they do not change
    /// places.
    static let ballot = ImportGuards(unswapped: [.districts])

    /// What an import leaves as it is published, whatever its file lacks.
    enum Keeping {
        /// Nothing: the file replaces what is published.
        case nothing
        /// Records that the file does not have, or has in refused rows alone.
        case records
        /// Those, and what the rows of records say that the file does not have: a record only gains.
        case rows
    }

    /// What goes beyond the limits; exactly at a limit is within it.
    ///
    /// - Parameter keeping: What the import leaves as it is: it removes none of that, so none counts.
    func findings(
        _ changes: Changes,
        _ counts: GuardCounts,
        published: Int,
        kind: String,
        keeps keeping: Keeping = .nothing
    ) -> [GuardFinding] {
        let far = farMeters < 10_000 ? "\(Int(farMeters)) m" : "\(Int(farMeters / 1000)) km"
        // What moves at all is far enough to count for some kinds, and no distance for others.
        let isFar = farMeters < Self.farthestMeters
        let kinds = plural(kind)
        let firstReuser = counts.firstReuser ?? ""
        let all = [
            finding(.removed, changes.removed, removedPercent, published) {
                "\($0) of the \(grouped(published)) published \(kinds) are not in the file"
            },
            finding(
                .moved,
                counts.movedFar,
                movedPercent,
                published,
                isFar ? ["far": .text(far)] : [:]
            ) {
                "\($0) of the \(grouped(published)) published \(kinds) would "
                    + (isFar ? "move by more than \(far) or " : "")
                    + "lose their place"
            },
            finding(.rowRefused, changes.rowRefused, removedPercent, published) {
                "\($0) of the \(grouped(published)) published \(kinds) would stay as they are, for "
                    + "their rows in the file were refused"
            },
            finding(.partlyRefused, changes.partlyRefused, 0, published) {
                "\($0) of the \(grouped(published)) published \(kinds) would lose what rows of theirs "
                    + "say that were refused"
            },
            finding(
                .districts,
                changes.districtsChanged - counts.districtsGained,
                districtsPercent,
                published,
                least: min(fewDistricts, published / 2)
            ) {
                "\($0) of the \(grouped(published)) published \(kinds) \(districtsText)"
            },
            finding(
                .renamed,
                published < Self.leastRenamed ? 0 : counts.calledOtherwise,
                renamedPercent,
                published
            ) {
                "\($0) of the \(grouped(published)) published \(kinds) would be called otherwise: look "
                    + "whether one column was sorted without the others"
            },
            finding(.hoursLost, counts.hoursLost, hoursPercent, published, least: Self.fewRecords) {
                "\($0) of the \(grouped(published)) published \(kinds) would lose their hours"
            },
            finding(.retimed, changes.hoursChanged, retimedPercent, published) {
                "\($0) of the \(grouped(published)) published \(kinds) would be at other times: look "
                    + "whether the file's times are of another time zone"
            },
            finding(.repriced, counts.repriced, repricedPercent, published) {
                "\($0) of the \(grouped(published)) published \(kinds) would cost half as much again or "
                    + "more, or half or less: look whether the file's prices are of another currency or "
                    + "unit"
            },
            finding(
                .reusedKeys,
                keeping == .nothing ? 0 : counts.reusedKeys,
                0,
                published,
                ["example": .text(firstReuser)]
            ) {
                "\($0) of the \(grouped(published)) published \(kinds) would give way to others of the "
                    + "same key, with another name, address and place, such as "
                    + "\"\(firstReuser)\". To keep both, give each a key of its own in a column "
                    + "of ids"
            },
        ]
        return all.compactMap { $0 }.filter { finding in
            switch finding.limit {
            case .moved, .retimed, .repriced, .overlap, .mixedContests, .mergedDistricts,
                .laterReplacement, .otherCodes,
                .severalElections, .sections, .mergedCells, .voterRegister, .renamed, .mirrored,
                .replaced,
                .outside, .servedTwice, .unmatched, .reusedKeys, .sameKey,
                .sameExhibitor, .swappedNames, .swappedAddresses, .swappedDistricts, .swappedHours,
                .swappedAccess, .swappedTypes, .swappedRecords, .swappedCodes, .lostCandidates,
                .swappedCandidates, .addedCandidates, .swappedParties, .otherPrecincts,
                .lostBallots, .wrongColumn:
                true
            case .removed, .rowRefused: keeping == .nothing
            case .partlyRefused, .districts, .hoursLost: keeping != .rows
            }
        }
    }

    private func finding(
        _ limit: GuardFinding.Limit,
        _ count: Int,
        _ percent: Int,
        _ published: Int,
        _ values: [String: Finding.Value] = [:],
        least: Int = 0,
        _ text: (String) -> String
    ) -> GuardFinding? {
        let allowed = max(published * percent / 100, least)
        guard count > allowed else { return nil }
        let share = (Double(count) * 1000 / Double(published)).rounded() / 10
        return GuardFinding(
            limit: limit,
            count: count,
            allowed: allowed,
            published: published,
            text: text(grouped(count)) + " (\(share) %); without --force at most "
                + grouped(allowed)
                + (allowed > published * percent / 100 ? " may" : " (\(percent) %) may"),
            values: values
        )
    }
}
