internal import Datasets
internal import Geodesy
internal import Synchronization
public import Timekeeping

/// What elections tell of the clocks and the days of stations: the zone of hours that name none, the
/// days of times that stand alone, and the end of hours that come round every week.
///
/// A station's elections are those whose datasets are of one feed with the station's or with the
/// boundaries that hold it, and those with something on the ballot of these. They tell the zone where
/// none of them names another one.
///
/// Where no election is known to be the station's, each dataset of elections may be, unless its contests
/// are known to be another place's. What all of them tell alike is told, and nothing where they differ.
public final class ElectionClocks: Sendable {
    /// The days and the zone of elections of one place.
    private struct Clock: Sendable, Hashable {
        var days: Set<CalendarDate> = []
        var zones: Set<String> = []
    }

    /// The elections of one dataset or of one feed.
    private struct Group: Sendable {
        let dataset: DatasetName
        var clock = Clock()
        /// The datasets of what is voted on, with the districts that they name.
        var named: [DatasetName: Set<DistrictKey>] = [:]
    }

    private let groups: [Group]
    private let map: DistrictMap
    private let ballotLinks: BallotLinks
    /// What is told of a station.
    private struct Told: Sendable {
        /// At least one.
        let clocks: [Clock]
        /// Whether the elections are known to be the station's.
        let isOwn: Bool
    }

    /// By station, made when it is first asked for.
    private let known = Mutex<[Station.ID: Told]>([:])
    /// By station, likewise: nil where they cannot be read.
    private let readHours = Mutex<[Station.ID: OpeningHours?]>([:])

    init(_ book: BallotBook, _ map: DistrictMap, _ ballotLinks: BallotLinks) {
        var groups: [Group] = []
        for entry in book.entries {
            let election = entry.election
            let index =
                groups.firstIndex { DatasetLinks.isOneFeed($0.dataset, election.dataset) }
                ?? groups.endIndex
            if index == groups.endIndex { groups.append(Group(dataset: election.dataset)) }
            if let date = election.date { groups[index].clock.days.insert(date) }
            if let zone = election.timeZone { groups[index].clock.zones.insert(zone) }
            let areas =
                entry.contests.map { ($0.dataset, $0.area) }
                + entry.measures.map { ($0.dataset, $0.area) }
            for (dataset, area) in areas {
                groups[index].named[dataset, default: []]
                    .formUnion(area.references.map(DistrictKey.init))
            }
        }
        self.groups = groups
        self.map = map
        self.ballotLinks = ballotLinks
    }

    /// Whether a station with some hours is open at a moment.
    ///
    /// - Parameters:
    ///   - timeZone: The IANA name of the zone that the station's own file gives.
    ///   - lastDay: The day of the election for which it is asked: hours that name no days, and those that
    ///     come round every week, end with it. Nil where it is asked for none, and they go on to the last
    ///     election that there is.
    /// - Returns: nil as ``OpeningHours/state(at:timeZone:electionDays:)``, and where it is not known
    ///   whose the elections are and they tell different things.
    /// - Complexity: O(log n + c) for n boundaries and c contests the first time, O(1) else.
    public func state(
        of hours: OpeningHours,
        at station: Station,
        timeZone: String?,
        moment: Timestamp,
        upTo lastDay: CalendarDate? = nil
    ) -> OpeningState? {
        var agreed: OpeningState?
        for (index, clock) in told(of: station).clocks.enumerated() {
            let state = hours.state(
                at: moment,
                timeZone: timeZone ?? (clock.zones.count == 1 ? clock.zones.first : nil),
                electionDays: lastDay.map { day in clock.days.filter { $0 <= day } + [day] }
                    ?? Array(clock.days)
            )
            guard index == 0 || state == agreed else { return nil }
            agreed = state
        }
        return agreed
    }

    /// The days of a station's elections, or, where none is known to be the station's, of all that may be.
    ///
    /// - Complexity: As ``state(of:at:timeZone:moment:)``.
    func days(of station: Station) -> Set<CalendarDate> {
        told(of: station).clocks.reduce(into: []) { $0.formUnion($1.days) }
    }

    /// The same, those of each place whose elections may be the station's by themselves.
    ///
    /// - Returns: Also whether they are known to be the station's.
    func daysOfPlaces(of station: Station) -> (days: [Set<CalendarDate>], areOwn: Bool) {
        let told = told(of: station)
        return (told.clocks.map(\.days), told.isOwn)
    }

    /// A station's hours; nil where it has none and where they cannot be read.
    ///
    /// - Complexity: O(n) for the length of their text the first time, O(1) else.
    func hours(of station: Station) -> OpeningHours? {
        if let hours = readHours.withLock({ $0[station.id] }) { return hours }
        let hours = station.hours.flatMap(OpeningHours.init)
        readHours.withLock { $0[station.id] = .some(hours) }
        return hours
    }

    /// What may hold for a station.
    private func told(of station: Station) -> Told {
        if let told = known.withLock({ $0[station.id] }) { return told }
        let holders = station.coordinate.map(map.districts(holding:)) ?? []
        let own = groups.filter { isOwn($0, station, holders) }
        let clocks: [Clock]
        if own.isEmpty {
            let datasets = Set(holders.map(\.dataset))
            clocks = groups.filter { !isElsewhere($0, datasets) }.map(\.clock)
        } else {
            clocks = [
                own.reduce(into: Clock()) {
                    $0.days.formUnion($1.clock.days)
                    $0.zones.formUnion($1.clock.zones)
                }
            ]
        }
        let told = Told(
            clocks: clocks.isEmpty ? [Clock()] : Array(Set(clocks)),
            isOwn: !own.isEmpty
        )
        known.withLock { $0[station.id] = told }
        return told
    }

    private func isOwn(_ group: Group, _ station: Station, _ holders: [District]) -> Bool {
        let around = Set(holders.map(\.dataset) + [station.dataset])
        let datasets = [group.dataset] + group.named.keys
        if datasets.contains(where: { one in
            around.contains { DatasetLinks.isOneFeed($0, one) }
        }) {
            return true
        }
        return group.named.contains { dataset, districts in
            holders.contains { holder in
                let key = DistrictKey(holder.reference)
                guard districts.contains(key),
                    case .own = ballotLinks.link(
                        of: dataset,
                        for: key,
                        in: holder.dataset,
                        among: Set(holders.map(\.dataset))
                    )
                else { return false }
                return true
            }
        }
    }

    private func isElsewhere(_ group: Group, _ around: Set<DatasetName>) -> Bool {
        !group.named.isEmpty
            && group.named.keys.allSatisfy { ballotLinks.isElsewhere($0, for: around) }
    }
}
