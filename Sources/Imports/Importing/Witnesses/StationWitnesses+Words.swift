internal import Geodesy
internal import Polling
internal import Synchronization

/// What stations say in words, held against where they stand.
extension StationWitnesses {
    /// So many stations are named in a report.
    private static let shownLimit = 5
    /// Stations of one name and address that stand so far apart are not one building, in metres.
    private static let twinMeters = 500.0

    /// Stations far from the town or the postcode that they name.
    func judgeTowns(_ stations: [Station], _ judgment: inout Judgment) async throws {
        let published = try await PublishedPostcodes(
            of: stations,
            districts: districts,
            postcodes: postcodes
        )
        let towns = StatedTowns(stations) { published.meters($0) }
        let strays = towns.strays
        guard !strays.isEmpty else { return }
        let examples = strays.prefix(Self.shownLimit).map { stray in
            "\(stray.station.id.rawValue) (\(stray.named): \(lengthText(stray.meters)))"
        }
        judgment.notes.append(
            ImportNote(
                .warning,
                Finding(
                    .farFromTheirTown,
                    [
                        "count": .count(strays.count), "judged": .count(towns.judged),
                        "examples": Finding.list(examples, more: strays.count - examples.count),
                    ]
                )
            )
        )
    }

    /// Stations of one name and one address that stand apart: one of the places is wrong.
    ///
    /// - Parameter kept: Published ones that stay beside them, with which they are compared.
    static func judgeTwins(
        _ stations: [Station],
        beside kept: [Station] = [],
        _ judgment: inout Judgment
    ) {
        var first: [RecordLikeness: (station: Station, place: Coordinate)] = [:]
        for station in kept {
            guard let place = station.coordinate, let likeness = station.likeness else { continue }
            first[likeness] = first[likeness] ?? (station, place)
        }
        var twins: [(text: String, meters: Double)] = []
        for station in stations {
            // An address without a town or a postcode may be several towns'.
            guard let place = station.coordinate, let likeness = station.likeness,
                let address = station.address,
                address.contains(",") || station.postcode != nil
            else { continue }
            guard let known = first[likeness] else {
                first[likeness] = (station, place)
                continue
            }
            let meters = Geodesic.distance(from: known.place, to: place).meters
            guard meters > twinMeters, known.station.postcode == station.postcode else { continue }
            let ids = "\(known.station.id.rawValue) and \(station.id.rawValue)"
            twins.append(("\(ids) (\(lengthText(meters)))", meters))
        }
        guard !twins.isEmpty else { return }
        twins.sort { ($1.meters, $0.text) < ($0.meters, $1.text) }
        let examples = twins.prefix(shownLimit).map(\.text)
        judgment.notes.append(
            ImportNote(
                .warning,
                Finding(
                    .oneBuildingApart,
                    [
                        "count": .count(twins.count),
                        "examples": Finding.list(examples, more: twins.count - examples.count),
                    ]
                )
            )
        )
    }

    /// So many names and addresses tell that columns changed places, at least.
    private static let leastSwapped = 3

    /// Stations whose names begin with a house's number and name a street, while their addresses do not.
    static func judgeNames(_ stations: [Station], _ judgment: inout Judgment) {
        let addressed = stations.filter { $0.address != nil && $0.address != $0.name }
        let swapped = addressed.filter { station in
            station.name.first?.isNumber == true && station.address?.first?.isNumber == false
                && AddressWords.isStreet(station.name.smallWords)
                && !AddressWords.isStreet(
                    station.address.map { $0.prefix { $0 != "," }.smallWords } ?? []
                )
        }
        guard swapped.count >= leastSwapped, swapped.count * 4 >= addressed.count * 3,
            let first = swapped.first
        else { return }
        judgment.notes.append(
            ImportNote(
                .warning,
                Finding(
                    .namesForAddresses,
                    [
                        "count": .count(swapped.count), "stations": .count(addressed.count),
                        "name": .text(first.name), "address": .text(first.address ?? ""),
                    ]
                )
            )
        )
    }

    // MARK: Districts

    /// What to say of stations none of which names a district, where published precincts hold most of them;
    /// nil where these are none.
    ///
    /// - Complexity: O(n m) for n stations and m precincts, of which most are told by their boxes.
    func nobodyAssigned() async throws -> ImportNote? {
        let places = try await judgment().unnamed
        guard let districts, !places.isEmpty else { return nil }
        let held = Mutex<[String: Set<Int>]>([:])
        try await districts.forEachDistrict { batch in
            for district in batch {
                let type = DistrictKey(district.reference).type
                guard DistrictKey.assigningTypes.contains(type) else { continue }
                let area = DistrictOutline(district.area)
                let inside = places.indices.filter { area.holds(places[$0]) }
                held.withLock { $0[type, default: []].formUnion(inside) }
            }
        }
        let most = held.withLock { $0 }.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
        guard let most, most.value.count * 2 > places.count else { return nil }
        return ImportNote(
            .warning,
            Finding(
                .nobodyAssigned,
                ["type": .text(most.key), "stations": .count(most.value.count)]
            )
        )
    }

    // MARK: Elections

    /// Whether a column of this name says of which election a row is.
    static func isElectionHeader(_ header: String) -> Bool {
        StationPlan.electionHeaders.contains(HeaderKey(header).text)
    }

    /// Stations of an election that is over, or is not the only one to come, whose hours name no day: voters
    /// of every election are sent there.
    ///
    /// - Parameter days: Those of the elections to come.
    func judgeElections(
        _ stations: [Station],
        _ days: Set<CalendarDate>,
        _ judgment: inout Judgment
    ) {
        var rows: [String: (column: String, count: Int)] = [:]
        for station in stations where station.kind == .pollingPlace {
            let named = station.attributes.filter { Self.isElectionHeader($0.key) }
            guard let (column, text) = named.min(by: { $0.key < $1.key }),
                isOther(text, days), OpenDays(station).ranges == nil
            else { continue }
            rows[text, default: (column, 0)].count += 1
        }
        let most = rows.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
        guard let most else { return }
        judgment.notes.append(
            ImportNote(
                .warning,
                Finding(
                    .undatedElection,
                    [
                        "column": .text(most.value.column), "election": .text(most.key),
                        "rows": .count(rows.values.reduce(0) { $0 + $1.count }),
                    ]
                )
            )
        )
    }

    /// The same of a file whose title says it, and none of whose columns does.
    func judgeTitle(
        _ titled: TitledElection?,
        _ stations: [Station],
        _ days: Set<CalendarDate>,
        _ judgment: inout Judgment
    ) {
        guard let titled else { return }
        let isOther = titled.day.map { self.isOther($0, days) } ?? (titled.year < today.year)
        guard isOther else { return }
        let undated = stations.filter { station in
            station.kind == .pollingPlace && OpenDays(station).ranges == nil
                && !station.attributes.keys.contains(where: Self.isElectionHeader)
        }
        guard !undated.isEmpty else { return }
        judgment.notes.append(
            ImportNote(
                .warning,
                Finding(
                    .titledElection,
                    ["title": .text(titled.title), "rows": .count(undated.count)]
                )
            )
        )
    }

    /// Whether a day of voting is over, or others are to come.
    private func isOther(_ day: CalendarDate, _ days: Set<CalendarDate>) -> Bool {
        day < today || !days.isSubset(of: [day])
    }

    /// Whether an election is over, or others are to come.
    private func isOther(_ election: String, _ days: Set<CalendarDate>) -> Bool {
        if let day = DayText.parse(election) { return isOther(day, days) }
        let years = election.split { !$0.isNumber }.filter { $0.count == 4 }.compactMap { Int($0) }
            .filter { (1900...2200).contains($0) }
        guard let year = years.max() else { return false }
        return year < today.year
    }
}
