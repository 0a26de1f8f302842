internal import Datasets
internal import Geodesy
internal import Polling
internal import RowFiles
internal import Synchronization

/// What has districts that are to be published.
enum DistrictSource {
    /// A file that is imported.
    case file
    /// A version of a dataset that was published before, by its number.
    case version(Int)

    /// `the file's`, `version 3's`.
    var owner: String {
        switch self {
        case .file: "the file's"
        case .version(let number): "version \(number)'s"
        }
    }
}

/// What is to be said before districts are published, by an import or by a rollback: each takes consent.
struct DistrictConsents: Sendable {
    let districts: [District]
    let source: DistrictSource
    /// The day on which districts are in force or not.
    let today: CalendarDate

    /// What other datasets have on the same ground.
    ///
    /// - Parameter goners: Datasets that the public will not have beside the districts.
    func overlaps(
        _ published: any DistrictStore,
        except goners: Set<DatasetName>,
        _ overlay: any AreaOverlay
    ) async throws -> [GuardFinding] {
        guard !districts.isEmpty else { return [] }
        let types = Self.types(of: districts)
        let others = Mutex<[District]>([])
        try await published.forEachDistrict { batch in
            let near = batch.filter {
                !goners.contains($0.dataset)
                    && types.contains(DistrictKey.canonicalType($0.reference.type))
            }
            others.withLock { $0 += near }
        }
        let found = try await BlockingWork.run {
            try VintageOverlap.overlaps(of: districts, with: others.withLock { $0 }, overlay)
        }
        return found.map { $0.finding(of: source) }
    }

    /// What speaks against the places of districts: all that is published lies elsewhere, and would lie
    /// among them if their numbers were read in another way.
    ///
    /// - Parameter goners: Datasets of which nothing is evidence.
    func mirrored(
        _ published: (any DistrictStore)?,
        _ stations: (any StationStore)?,
        except goners: Set<DatasetName>
    ) async throws -> GuardFinding? {
        guard let found = MirroredDistricts(districts) else { return nil }
        let mirrored = Mutex(found)
        try await published?.forEachDistrict { batch in
            mirrored.withLock { mirrored in
                for district in batch where !goners.contains(district.dataset) {
                    if let box = district.area.boundingBox { mirrored.add(box.midpoint) }
                }
            }
        }
        try await stations?.forEachStation { batch in
            mirrored.withLock { for place in batch.compactMap(\.coordinate) { $0.add(place) } }
        }
        return mirrored.withLock { $0.consent }
    }

    /// What `--replaces` takes from the public where the districts are none of the same type.
    func uncovered(
        of replaced: DatasetName,
        _ published: any DistrictStore
    ) async throws -> GuardFinding? {
        let old = Mutex<[District]>([])
        try await published.forEachDistrict { batch in
            let own = batch.filter { $0.dataset == replaced }
            old.withLock { $0 += own }
        }
        return try await BlockingWork.run {
            ReplacedGround.consent(districts, of: old.withLock { $0 })
        }
    }

    /// What `--replaces` takes from the public before the districts are in force: until then voters would
    /// be in no district of theirs.
    func laterReplacement(of replaced: DatasetName) -> GuardFinding? {
        later(
            districts,
            of: replaced,
            "--replaces takes \"\(replaced)\" from the public at once: voters until then would be "
                + "assigned by neither. Publish the file without --replaces, and say of "
                + "\"\(replaced)\" when it ends: import it again with --set valid_to= and the day "
                + "before"
        )
    }

    /// The same of what is published of the districts' own dataset, where it is in force today and these
    /// are all in force later.
    func laterTurn(
        of dataset: DatasetName,
        _ published: any DistrictStore
    ) async throws -> [GuardFinding] {
        @Sendable func types(_ districts: [District]) -> Set<String> {
            Self.types(of: districts.filter { $0.validity.contains(today) })
        }
        guard districts.contains(where: { begins($0) != nil }) else { return [] }
        let now = Mutex<Set<String>>([])
        try await published.forEachDistrict { batch in
            let own = types(batch.filter { $0.dataset == dataset })
            now.withLock { $0.formUnion(own) }
        }
        let lost = now.withLock { $0 }.subtracting(types(districts))
        let coming = districts.filter {
            lost.contains(DistrictKey.canonicalType($0.reference.type))
        }
        let finding = later(
            coming,
            of: dataset,
            "what \"\(dataset)\" has in force today is taken from the public at once: voters until then "
                + "would be assigned by neither. Publish these districts as another dataset, and say of "
                + "\"\(dataset)\" when it ends: import it again with --set valid_to= and the day "
                + "before"
        )
        return [finding].compactMap { $0 }
    }

    /// The day on which a district is in force for the first time, where that is still to come.
    private func begins(_ district: District) -> CalendarDate? {
        district.validity.from.flatMap { $0 > today ? $0 : nil }
    }

    private func later(
        _ some: [District],
        of dataset: DatasetName,
        _ consequence: String
    ) -> GuardFinding? {
        let days = some.compactMap(begins)
        guard let first = days.min() else { return nil }
        return GuardFinding(
            limit: .laterReplacement,
            count: days.count,
            allowed: 0,
            published: districts.count,
            text:
                "\(grouped(days.count)) of \(source.owner) \(grouped(districts.count)) districts are "
                + "in force from \(first) on or later, and \(consequence)",
            values: ["dataset": .text("\(dataset)"), "day": .text("\(first)")]
        )
    }

    /// The types of some districts.
    static func types(of districts: [District]) -> Set<String> {
        Set(districts.map { DistrictKey.canonicalType($0.reference.type) })
    }
}
