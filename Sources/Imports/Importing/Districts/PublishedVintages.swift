internal import Datasets
internal import Geodesy
internal import Polling
internal import Synchronization
internal import Timekeeping

/// The datasets of districts of each type, and which of them cover the same ground: vintages of one
/// another.
///
/// A code such as `12` may be in all vintages of a council's wards and mean another ward in each. Where
/// the codes that a list names fit one vintage and not the one that is in force, its voters would be
/// answered by nothing: that is told.
struct PublishedVintages {
    /// The districts of one type that one dataset has.
    struct Vintage {
        let dataset: DatasetName
        let type: String
        var codes: Set<DistrictKey> = []
        /// When the first of them is in force; files give it for all.
        var validity = DistrictValidity.always
        /// Places within some of them.
        var places: [Coordinate] = []
        /// The numbers of the vintages, older and newer, that cover some of the same ground.
        var others: Set<Int> = []
    }

    private(set) var vintages: [Vintage] = []
    private var slots: [Key: Int] = [:]

    private struct Key: Hashable {
        let dataset: DatasetName
        let type: String
    }

    /// So many of a dataset's districts tell where its ground is.
    private static let soundingCount = 200

    // MARK: Reading

    /// Reads all that are published.
    ///
    /// - Parameters:
    ///   - types: Only these, as ``DistrictKey/canonicalType(_:)`` writes them.
    ///   - replaced: Datasets that the public does not have beside the file's.
    ///   - own: The districts of a file that is imported.
    static func read(
        _ store: any DistrictStore,
        types: Set<String>,
        except replaced: Set<DatasetName> = [],
        adding own: [District] = []
    ) async throws -> PublishedVintages {
        @Sendable func isMeant(_ district: District) -> Bool {
            !replaced.contains(district.dataset)
                && types.contains(DistrictKey.canonicalType(district.reference.type))
        }
        let read = Mutex(PublishedVintages())
        read.withLock { $0.add(own) }
        try await store.forEachDistrict { batch in
            read.withLock { $0.add(batch.filter(isMeant)) }
        }
        guard read.withLock({ $0.hasSeveral }) else { return read.withLock { $0 } }
        read.withLock { $0.findShared(own) }
        try await store.forEachDistrict { batch in
            read.withLock { $0.findShared(batch.filter(isMeant)) }
        }
        return read.withLock { $0 }
    }

    /// Whether a type has more than one dataset.
    private var hasSeveral: Bool { Set(vintages.map(\.type)).count < vintages.count }

    private mutating func add(_ districts: [District]) {
        for district in districts {
            let key = Key(
                dataset: district.dataset,
                type: DistrictKey.canonicalType(district.reference.type)
            )
            let slot =
                slots[key]
                ?? {
                    slots[key] = vintages.count
                    vintages.append(
                        Vintage(
                            dataset: key.dataset,
                            type: key.type,
                            validity: district.validity
                        )
                    )
                    return vintages.count - 1
                }()
            vintages[slot].codes.insert(DistrictKey(district.reference))
            if vintages[slot].places.count < Self.soundingCount,
                let place = district.area.interiorPlace
            {
                vintages[slot].places.append(place)
            }
        }
    }

    private mutating func findShared(_ districts: [District]) {
        for district in districts {
            let type = DistrictKey.canonicalType(district.reference.type)
            guard let slot = slots[Key(dataset: district.dataset, type: type)],
                let box = district.area.boundingBox
            else { continue }
            var outline: DistrictOutline?
            for other in vintages.indices
            where other != slot && vintages[other].type == type
                && !vintages[slot].others.contains(other)
            {
                for place in vintages[other].places where box.contains(place) {
                    let known = outline ?? DistrictOutline(district.area)
                    outline = known
                    guard known.holds(place) else { continue }
                    vintages[slot].others.insert(other)
                    vintages[other].others.insert(slot)
                    break
                }
            }
        }
    }

    // MARK: Fitting

    /// What is to be said of a list whose codes fit another vintage better than one that is in force.
    ///
    /// - Parameters:
    ///   - named: The districts that the list names.
    ///   - list: What the list is called, such as ``AreaWording/theseStations``.
    ///   - day: The day on which a vintage is in force.
    /// - Returns: A warning for each type and ground of which this is so.
    func misfits(
        _ named: Set<DistrictReference>,
        of list: Finding,
        on day: CalendarDate
    ) -> [ImportNote] {
        let keys = Dictionary(grouping: Set(named.map(DistrictKey.init)), by: \.type)
        var seen: Set<Int> = []
        return vintages.indices.compactMap { slot in
            let group = vintages[slot].others.union([slot]).sorted {
                vintages[$0].dataset.text < vintages[$1].dataset.text
            }
            guard let codes = keys[vintages[slot].type], group.count > 1,
                seen.isDisjoint(with: group)
            else { return nil }
            seen.formUnion(group)
            let fits = group.map { slot in
                (vintage: vintages[slot], found: codes.count { vintages[slot].codes.contains($0) })
            }
            let best = fits.map(\.found).max() ?? 0
            let isMissed = fits.contains { fit in
                fit.found < best && fit.vintage.validity.contains(day)
            }
            guard isMissed else { return nil }
            return Self.note(fits, codes.count, of: list, on: day)
        }
    }

    /// What is to be said of a list whose codes fit another published vintage than one in force.
    ///
    /// - Parameters:
    ///   - named: The districts that the list names.
    ///   - list: What the list is called, such as ``AreaWording/theseStations``.
    ///   - moment: The day of this moment decides what is in force.
    static func misfits(
        _ named: Set<DistrictReference>,
        of list: Finding,
        among store: any DistrictStore,
        at moment: Timestamp
    ) async throws -> [ImportNote] {
        guard !named.isEmpty else { return [] }
        let types = Set(named.map { DistrictKey.canonicalType($0.type) })
        return try await read(store, types: types)
            .misfits(named, of: list, on: CalendarDate(lastOnEarthAt: moment))
    }

    private static func note(
        _ fits: [(vintage: Vintage, found: Int)],
        _ count: Int,
        of list: Finding,
        on day: CalendarDate
    ) -> ImportNote {
        let type = fits[0].vintage.type.replacing("_", with: " ")
        let best = fits.max { $0.found < $1.found }
        let parts = fits.sorted { $0.found > $1.found }.map { fit in
            Finding(
                fit.vintage.validity.contains(day) ? .codesFit : .codesFitOutOfForce,
                [
                    "found": .count(fit.found), "named": .count(count),
                    "dataset": .text(fit.vintage.dataset.text),
                ]
            )
        }
        return ImportNote(
            .warning,
            Finding(
                .otherVintage,
                [
                    "type": .text(type), "list": .finding(list), "fits": .findings(parts),
                    "dataset": .text(best?.vintage.dataset.text ?? ""),
                ]
            )
        )
    }
}
