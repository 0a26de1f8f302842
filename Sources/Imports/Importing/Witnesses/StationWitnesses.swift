internal import Datasets
internal import Geodesy
internal import Polling
internal import Synchronization
internal import Timekeeping

/// What the stations of a file say, held against each other and against all that is published, before they
/// are: whether they stand where the districts that they name are, whether others serve these too, and
/// whether anybody can vote in them.
final class StationWitnesses: Sendable {
    /// What was found.
    struct Judgment: Sendable {
        var notes: [ImportNote] = []
        var consents: [GuardFinding] = []
        /// Stations to which no voter is sent.
        var idle: Set<Station.ID> = []
        /// Where polling places stand that name no district.
        var unnamed: [Coordinate] = []
        /// What published stations serve before the file is published.
        var served = ServedDistricts()
    }

    private struct State {
        var stations: [Station] = []
        var count = 0
        var titled: TitledElection?
        var judgment: Judgment?
    }

    private let state = Mutex(State())
    let dataset: DatasetName
    let districts: (any DistrictStore)?
    let postcodes: (any PostcodeStore)?
    let published: (any StationStore)?
    let lists: (any AddressStore)?
    let elections: (any ElectionStore)?
    let today: CalendarDate
    /// Whether published stations of the dataset stay beside those of the file.
    let keepsOthers: Bool

    /// So many stations are looked at; more are no list of one authority.
    private static let limit = 25_000
    /// How far outside the districts that it names a station may stand, in metres: many stand across the
    /// street.
    static let nearMeters = 1_000.0
    /// From here on a station is on other ground than the districts that it names, in metres.
    private static let farMeters = 100_000.0

    init(
        of dataset: DatasetName,
        districts: (any DistrictStore)?,
        postcodes: (any PostcodeStore)?,
        published: (any StationStore)?,
        lists: (any AddressStore)? = nil,
        elections: (any ElectionStore)?,
        today: CalendarDate,
        keepsOthers: Bool = false
    ) {
        (self.dataset, self.districts, self.published) = (dataset, districts, published)
        self.postcodes = postcodes
        self.keepsOthers = keepsOthers
        (self.lists, self.elections, self.today) = (lists, elections, today)
    }

    /// Takes in the lines above the columns' names.
    func note(titles: [String]) {
        let titled = TitledElection(titles)
        state.withLock { $0.titled = titled }
    }

    /// Takes in stations of a pass; nil at its beginning.
    func observe(_ stations: [Station]?) {
        state.withLock { state in
            guard let stations else {
                (state.stations, state.count) = ([], 0)
                return
            }
            state.count += stations.count
            let room = Self.limit - state.stations.count
            if room > 0 { state.stations += stations.prefix(room).map(Self.lean) }
        }
    }

    /// With no more columns than what says which sort of station it is, and of which election.
    private static func lean(_ station: Station) -> Station {
        guard !station.attributes.isEmpty else { return station }
        var lean = station
        lean.attributes = station.attributes.filter {
            Station.isKindHeader($0.key) || isElectionHeader($0.key)
        }
        return lean
    }

    /// What is to be said of the stations of the last pass. What was found is kept, and their texts are
    /// not.
    func judgment() async throws -> Judgment {
        let (known, stations, isWhole) = state.withLock {
            ($0.judgment, $0.stations, $0.count == $0.stations.count)
        }
        if let known { return known }
        var judgment = Judgment()
        try await judgePlaces(stations, &judgment)
        try await judgeTowns(stations, &judgment)
        try await judgeKeptTowns(stations, &judgment)
        try await judgeAddresses(stations, &judgment)
        Self.judgeOnePlace(stations, &judgment)
        let kept = try await keptStations(beside: stations)
        Self.judgeTwins(stations, beside: kept, &judgment)
        if isWhole { Self.judgeAdded(stations, beside: kept, &judgment) }
        Self.judgeNames(stations, &judgment)
        if isWhole { try await judgeRivals(stations, &judgment) }
        if districts != nil { judgment.served = try await servedDistricts() }
        try await judgeSites(stations, &judgment)
        let days = try await comingDays()
        judgment.unnamed = stations.filter { $0.kind == .pollingPlace && $0.districts.isEmpty }
            .compactMap(\.coordinate)
        judgeDays(stations, days, &judgment)
        try await judgePolls(stations, &judgment)
        judgeElections(stations, days, &judgment)
        judgeTitle(state.withLock { $0.titled }, stations, days, &judgment)
        return state.withLock { state in
            state.judgment = judgment
            state.stations = []
            return judgment
        }
    }

    // MARK: Places

    private func judgePlaces(_ stations: [Station], _ judgment: inout Judgment) async throws {
        guard let districts else { return }
        let testimonies = stations.compactMap { station -> PlaceTestimony? in
            guard let place = station.coordinate, !station.districts.isEmpty else { return nil }
            return PlaceTestimony(
                name: station.id.rawValue,
                place: place,
                named: station.districts
            )
        }
        guard !testimonies.isEmpty else { return }
        let distances = Mutex(DistrictDistances(testimonies, limit: Self.nearMeters))
        try await districts.forEachDistrict { batch in distances.withLock { $0.add(batch) } }
        let measured = distances.withLock { $0 }
        let (notes, consents) = measured.judgment(of: Finding(.theseStations), percent: 50)
        judgment.notes += notes
        judgment.consents += consents
        for displaced in measured.displaced
        where DistrictKey.assigningTypes.contains(displaced.type) {
            for index in displaced.outside
            where (measured.meters(index, displaced.type) ?? 0) > Self.farMeters {
                judgment.idle.insert(Station.ID(rawValue: testimonies[index].name))
            }
        }
    }

    /// Stations of different addresses at one place: where a geocoder puts what it doesn't find.
    private static func judgeOnePlace(_ stations: [Station], _ judgment: inout Judgment) {
        var addresses: [Coordinate: Set<String>] = [:]
        for station in stations {
            guard let place = station.coordinate, let address = station.address else { continue }
            let plain = address.lowercased().filter { $0.isLetter || $0.isNumber }
            addresses[place, default: []].insert(plain)
        }
        let crowded = addresses.filter { $0.value.count >= 3 }
            .sorted { ($1.value.count, $0.key.latitude) < ($0.value.count, $1.key.latitude) }
        guard let first = crowded.first else { return }
        judgment.notes.append(
            ImportNote(
                .warning,
                Finding(
                    .manyAtOnePlace,
                    [
                        "count": .count(first.value.count),
                        "place": .text("\(first.key.latitude),\(first.key.longitude)"),
                        "places": .count(crowded.count),
                    ]
                )
            )
        )
    }

    // MARK: Other stations

    /// Stations that serve what others serve: voters would be sent to all of them.
    private func judgeRivals(_ stations: [Station], _ judgment: inout Judgment) async throws {
        var own: [DistrictKey: [Int]] = [:]
        for (index, station) in stations.enumerated() where station.kind == .pollingPlace {
            for key in Set(station.districts.map(DistrictKey.init))
            where DistrictKey.assigningTypes.contains(key.type) {
                own[key, default: []].append(index)
            }
        }
        guard !own.isEmpty else { return }
        let days = OpenDays.of(stations)
        let doubled = try await onOneGround(
            own.filter { _, indices in
                indices.dropFirst().contains { days[$0].mayMeet(days[indices[0]]) }
            },
            stations
        )
        let found = Mutex(
            (before: [DistrictKey: Int](), rivals: [DatasetName: [DistrictKey: String]]())
        )
        try await published?.forEachStation { [dataset, own] batch in
            for station in batch where station.kind == .pollingPlace {
                let keys = Set(station.districts.map(DistrictKey.init)).filter { own[$0] != nil }
                guard !keys.isEmpty else { continue }
                if station.dataset == dataset {
                    found.withLock { for key in keys { $0.before[key, default: 0] += 1 } }
                    continue
                }
                let open = OpenDays(station)
                for key in keys {
                    let isRival = (own[key] ?? []).contains { index in
                        days[index].mayMeet(open) && Self.isNear(stations[index], station)
                    }
                    guard isRival else { continue }
                    found.withLock {
                        $0.rivals[station.dataset, default: [:]][key] = station.name
                    }
                }
            }
        }
        let (before, rivals) = found.withLock { $0 }
        tellDoubled(doubled, before, own.count, stations, &judgment)
        tellRivals(rivals, own, stations, &judgment)
    }

    /// - Parameters:
    ///   - rivals: A station of each district that another dataset serves, by that dataset.
    ///   - own: The stations of each district of the file, by their numbers.
    private func tellRivals(
        _ rivals: [DatasetName: [DistrictKey: String]],
        _ own: [DistrictKey: [Int]],
        _ stations: [Station],
        _ judgment: inout Judgment
    ) {
        for (other, keys) in rivals.sorted(by: { $0.key.text < $1.key.text }) {
            guard let example = keys.min(by: { Self.precedes($0.key, $1.key) }),
                let index = own[example.key]?.first
            else { continue }
            let finding = Finding(
                .servedByOthers,
                [
                    "count": .count(keys.count), "named": .count(own.count),
                    "type": .text(example.key.type.replacing("_", with: " ")),
                    "dataset": .text(other.text), "code": .text(example.key.code),
                    "own": .text(stations[index].name), "other": .text(example.value),
                ]
            )
            judgment.tell(
                finding,
                needsConsent: keys.count >= 3 && keys.count * 2 > own.count,
                count: keys.count,
                of: own.count
            )
        }
    }

    /// One station in so many may have a word for its sort that is not known.
    private static let untoldShare = 10

    private func tellDoubled(
        _ doubled: [DistrictKey: [Int]],
        _ before: [DistrictKey: Int],
        _ named: Int,
        _ stations: [Station],
        _ judgment: inout Judgment
    ) {
        guard let example = doubled.min(by: { Self.precedes($0.key, $1.key) }) else { return }
        let newly = doubled.keys.count { before[$0] == 1 }
        let needsConsent = newly >= 3 && newly * 5 > named
        // Whose file says of nearly each that it is a polling place has several on purpose.
        let untold = doubled.values.joined().count { stations[$0].kinds.isEmpty }
        let isMeant = untold * Self.untoldShare <= doubled.values.reduce(0) { $0 + $1.count }
        if isMeant, !needsConsent { return }
        let names = example.value.prefix(3).map { stations[$0].name }
        let finding = Finding(
            .servedTwice,
            [
                "count": .count(doubled.count), "named": .count(named),
                "type": .text(example.key.type.replacing("_", with: " ")),
                "code": .text(example.key.code), "stations": .texts(names),
            ]
        )
        judgment.tell(
            finding,
            needsConsent: needsConsent,
            count: doubled.count,
            of: named
        )
    }

    static func precedes(_ one: DistrictKey, _ other: DistrictKey) -> Bool {
        (one.type, one.code) < (other.type, other.code)
    }

    static func isNear(_ one: Station, _ other: Station) -> Bool {
        guard let first = one.coordinate, let second = other.coordinate else { return true }
        return Geodesic.distance(from: first, to: second).meters <= farMeters
    }

    // MARK: Hours

    /// The days of the elections to come.
    private func comingDays() async throws -> Set<CalendarDate> {
        let coming = Mutex<Set<CalendarDate>>([])
        try await elections?.forEachElection { [today] batch in
            let days = batch.compactMap(\.date).filter { $0 >= today }
            coming.withLock { $0.formUnion(days) }
        }
        return coming.withLock { $0 }
    }

    /// Stations that are open on no day of an election to come.
    private func judgeDays(
        _ stations: [Station],
        _ days: Set<CalendarDate>,
        _ judgment: inout Judgment
    ) {
        let places = stations.filter { $0.kind == .pollingPlace }
        guard let next = days.min(), let first = places.first else { return }
        let closed = zip(places, OpenDays.of(places)).map { (station: $0, open: $1) }
            .filter { entry in !days.contains(where: entry.open.mayBeOpen(on:)) }
        // Who comes round by weeks is sent voters all the same, with a warning.
        guard closed.count == places.count, closed.allSatisfy({ $0.open.ranges != nil }) else {
            return tellOtherDays(closed.map(\.station), of: places.count, next, &judgment)
        }
        judgment.idle.formUnion(places.map(\.id))
        judgment.notes.append(
            ImportNote(
                .warning,
                Finding(
                    .openInNoElection,
                    [
                        "stations": .count(places.count), "hours": .text(first.hours ?? ""),
                        "day": .text("\(next)"),
                    ]
                )
            )
        )
    }

    private static let shownStations = 3

    /// Tells of stations whose hours name days of no election to come, while others' do: a day that was
    /// mistyped, or one that was left from the last time.
    private func tellOtherDays(
        _ closed: [Station],
        of count: Int,
        _ next: CalendarDate,
        _ judgment: inout Judgment
    ) {
        guard !closed.isEmpty else { return }
        let shown = closed.prefix(Self.shownStations).map { "\($0.name) (\($0.hours ?? ""))" }
        judgment.notes.append(
            ImportNote(
                .warning,
                Finding(
                    .someOpenOnOtherDays,
                    [
                        "stations": .count(closed.count), "count": .count(count),
                        "day": .text("\(next)"),
                        "examples": Finding.list(shown, more: closed.count - shown.count),
                    ]
                )
            )
        )
    }
}

extension StationWitnesses.Judgment {
    fileprivate mutating func tell(
        _ finding: Finding,
        needsConsent: Bool,
        count: Int,
        of all: Int
    ) {
        guard needsConsent else { return notes.append(ImportNote(.warning, finding)) }
        consents.append(
            GuardFinding(
                limit: .servedTwice,
                count: count,
                allowed: 0,
                published: all,
                text: finding.text,
                values: finding.values.merging(
                    ["finding": .finding(finding)],
                    uniquingKeysWith: { first, _ in first }
                )
            )
        )
    }
}
