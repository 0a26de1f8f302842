import Datasets
import Geodesy
import Importing
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

/// What a file says against what is published.
@Suite struct WitnessTests {
    struct Published: DistrictStore, StationStore, AddressStore, ElectionStore {
        var districts: [District] = []
        var stations: [Station] = []
        var addresses: [AddressEntry] = []
        var elections: [Election] = []

        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            try visit(districts)
        }
        func forEachStation(_ visit: @Sendable ([Station]) throws -> Void) async throws {
            try visit(stations)
        }
        func forEachAddress(_ visit: @Sendable ([AddressEntry]) throws -> Void) async throws {
            try visit(addresses)
        }
        func forEachElection(_ visit: @Sendable ([Election]) throws -> Void) async throws {
            try visit(elections)
        }
        func forEachContest(_ visit: @Sendable ([Contest]) throws -> Void) async throws {}
        func forEachMeasure(_ visit: @Sendable ([BallotMeasure]) throws -> Void) async throws {}
        func forEachPrecinct(_ visit: @Sendable ([Precinct]) throws -> Void) async throws {}
    }

    /// In January 2027.
    private static let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
    private static let codes = 101...112

    private static func west(_ index: Int) -> Double { -101.5 + Double(index) / 10 }

    /// Precincts in a row, 8 km wide each.
    static func precincts(shift: Double = 0) throws -> [District] {
        try codes.enumerated().map { index, code in
            let (x, y) = (west(index) + shift, 42.0)
            let ring = try [(x, y), (x + 0.1, y), (x + 0.1, y + 0.1), (x, y + 0.1), (x, y)].map {
                try Coordinate(latitude: $0.1, longitude: $0.0)
            }
            return District(
                id: District.ID(rawValue: "p.\(code)"),
                dataset: try DatasetName("p"),
                reference: DistrictReference(type: "precinct", code: "\(code)"),
                name: "",
                area: MultiPolygon([try Polygon(exterior: ring)])
            )
        }
    }

    /// A station in the middle of each precinct, which names the one that a shift makes of it.
    private static func file(
        shifted: Int = 0,
        east: Double = 0,
        hours: (Int) -> String = { _ in "" },
        place: (Int) -> Int = { $0 },
        name: String = "Hall"
    ) -> String {
        "id,name,address,lat,lon,precinct,hours\n"
            + codes.enumerated().map { index, code in
                let named = index < shifted ? codes.lowerBound + (index + 1) % shifted : code
                return "s\(code),\(name) \(code),\(code) Main St,42.05,"
                    + "\(west(place(index)) + 0.05 + east),\(named),\(hours(index))\n"
            }.joined()
    }

    func stations(
        _ text: String,
        _ published: Published,
        store: FakeStore<Station> = FakeStore<Station>(kind: .stations),
        mode: ImportOptions.Mode = .publish
    ) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "s.csv") { path in
            try await StationImporter(
                store: store,
                districts: published,
                addresses: published,
                elections: published,
                clock: Self.clock
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("s"), mode: mode))
        }
    }

    func codes(_ report: ImportReport) -> [String] { report.notes.map(\.finding.code) }

    @Test(
        "stations that stand far outside the districts that they name are told, the farthest first"
    )
    func someOutside() async throws {
        let published = Published(districts: try Self.precincts())
        let right = try await stations(Self.file(), published)
        #expect(right.warnings.isEmpty)
        let report = try await stations(Self.file(shifted: 3), published)
        #expect(report.outcome == .published)
        let warning = try #require(report.warnings.first { $0.contains("outside") })
        #expect(
            warning.hasPrefix(
                "3 of 12 of these stations lie more than 1 km outside the precinct that they "
                    + "name, up to "
            ),
            "\(warning)"
        )
        // One precinct and a half lies between the third station and the first precinct.
        #expect(warning.contains("up to 12.4 km: s.s103 (101: 12.4 km); "), "\(warning)")
    }

    @Test("most stations outside what they name take consent, where the codes are these districts'")
    func mostOutside() async throws {
        let published = Published(districts: try Self.precincts())
        let shifted = try await stations(Self.file(shifted: 8), published)
        #expect(shifted.outcome == .refused)
        #expect(shifted.forceNeeded.map(\.limit) == [.outside])
        let abroad = try await stations(Self.file(east: 90), published)
        #expect(abroad.forceNeeded.map(\.limit) == [.outside])
        // Of another place, where some codes are the same.
        var others = published
        others.districts += try Self.precincts(shift: -20).enumerated().map { index, district in
            var district = district
            district.reference = DistrictReference(type: "precinct", code: "\(900 + index)")
            return district
        }
        let elsewhere = try await stations(Self.file(east: 90), others)
        #expect(elsewhere.outcome == .published)
        #expect(codes(elsewhere).contains("outside_named"))
    }

    @Test("stations on other ground lead no address to them")
    func addressesAbroad() async throws {
        var published = Published(districts: try Self.precincts())
        published.addresses = try Self.addresses()
        let right = try await stations(Self.file(), published, mode: .check)
        #expect(right.addressLists.map(\.addressesWithout) == [0])
        let abroad = try await stations(Self.file(east: 90), published, mode: .check)
        #expect(abroad.addressLists.map(\.addressesWithout) == [12])
    }

    @Test("stations with different addresses at one place are told")
    func onePlace() async throws {
        let published = Published()
        let report = try await stations(Self.file(place: { $0 < 4 ? 0 : $0 }), published)
        let warning = try #require(report.warnings.first { $0.contains("at one place") })
        #expect(warning.hasPrefix("4 stations with different addresses"), "\(warning)")
        let two = try await stations(Self.file(place: { $0 < 2 ? 0 : $0 }), published)
        #expect(!codes(two).contains("many_at_one_place"))
    }

    @Test("a list under another name beside the one before takes consent, but for other days")
    func rivals() async throws {
        let store = FakeStore<Station>(kind: .stations)
        _ = try await stations(Self.file(), Published(), store: store)
        func other(_ hours: String?) throws -> [Station] {
            try store.published.map { station in
                Station(
                    id: station.id,
                    dataset: try DatasetName("old"),
                    name: "Old Hall",
                    coordinate: station.coordinate,
                    districts: station.districts,
                    hours: hours
                )
            }
        }
        let refused = try await stations(Self.file(), Published(stations: try other(nil)))
        #expect(refused.forceNeeded.map(\.limit) == [.servedTwice])
        #expect(
            try #require(refused.forceNeeded.first).text.hasPrefix(
                "12 of 12 codes of precinct are served by stations of \"old\" too, such as 101 by "
                    + "\"Hall 101\" and \"Old Hall\""
            )
        )
        let dated = try await stations(
            Self.file(hours: { _ in "2027-05-11 07:00-19:00" }),
            Published(stations: try other("2027-11-02 07:00-19:00"))
        )
        #expect(dated.forceNeeded.isEmpty)
        let one = try await stations(Self.file(), Published(stations: [try other(nil)[0]]))
        #expect(one.outcome == .published)
        #expect(codes(one).contains("served_by_others"))
    }

    @Test("precincts with two stations are told, and take consent where each had one")
    func doubled() async throws {
        let double =
            Self.file()
            + Self.file(name: "Annex").split(separator: "\n").dropFirst()
            .map { "a\($0)\n" }.joined()
        let first = try await stations(double, Published())
        #expect(first.outcome == .published)
        let warning = try #require(first.warnings.first { $0.contains("more than one polling") })
        #expect(
            warning.hasPrefix(
                "12 of 12 codes of precinct are served by more than one polling place, such as 101 by "
                    + "Hall 101, Annex 101"
            ),
            "\(warning)"
        )
        let store = FakeStore<Station>(kind: .stations)
        _ = try await stations(Self.file(), Published(), store: store)
        let published = Published(stations: store.published)
        let again = try await stations(double, published, store: store)
        #expect(again.forceNeeded.map(\.limit) == [.servedTwice])
    }

    @Test("hours on days without an election are told, and so are hours that lost their PM")
    func days() async throws {
        let published = Published(
            elections: [
                Election(
                    dataset: try DatasetName("e"),
                    key: "1",
                    name: LocalizedText("Municipal"),
                    date: CalendarDate(parsing: "2027-05-11")
                )
            ]
        )
        let wrong = try await stations(
            Self.file(hours: { _ in "2027-05-12 07:00-19:00" }),
            published
        )
        let warning = try #require(wrong.warnings.first { $0.contains("election to come") })
        #expect(warning.contains("2027-05-11"))
        let right = try await stations(
            Self.file(hours: { _ in "2027-05-11 07:00-19:00" }),
            published
        )
        #expect(right.warnings.isEmpty)
        let mistyped = try await stations(
            Self.file(hours: { "2027-05-1\($0 == 4 ? 2 : 1) 07:00-19:00" }),
            published
        )
        let told = try #require(mistyped.warnings.first { $0.contains("on other days") })
        #expect(told.hasPrefix("1 of 12 stations has hours on other days"))
        #expect(told.contains("2027-05-12 07:00-19:00"))
        let short = try await stations(
            Self.file(hours: { $0 == 4 ? "7am-8am" : "07:00-20:00" }),
            published
        )
        #expect(
            short.warnings.contains(
                "1 of 12 rows with hours has less than four of them in all, such as \"7am-8am\": "
                    + "look whether a time lost its PM (line 6)"
            )
        )
    }

    @Test("stations that open or close at another time than the polls of the election are told")
    func pollHours() async throws {
        let election = Election(
            dataset: try DatasetName("e"),
            key: "2027-spring",
            name: LocalizedText("Spring election"),
            date: CalendarDate(parsing: "2027-05-11"),
            pollsOpen: "07:00",
            pollsClose: "20:00"
        )
        let published = Published(elections: [election])
        func warnings(_ hours: @escaping (Int) -> String) async throws -> [String] {
            try await stations(Self.file(hours: hours), published, mode: .check).warnings
                .filter { $0.contains("the polls") }
        }
        // Two shifts are one day, and other days have other hours.
        let right = ["7am-8pm", "2027-05-11 07:00-20:00", "07:00-12:00; 13:00-20:00"]
        #expect(try await warnings { right[$0 % 3] }.isEmpty)
        #expect(try await warnings { _ in "" }.isEmpty)
        let early = try await warnings { $0 == 4 ? "2027-05-11 09:00-20:00" : "07:00-20:00" }
        #expect(
            early == [
                "1 of 12 stations with hours opens or closes at another time than the polls of the "
                    + "election on 2027-05-11, 07:00 to 20:00: Hall 105 (2027-05-11 09:00-20:00). Look "
                    + "which of them is right: voters may come to a shut door"
            ]
        )
    }

    @Test("lost hours take consent; stale places are told")
    func words() async throws {
        let store = FakeStore<Station>(kind: .stations)
        _ = try await stations(Self.file(hours: { _ in "07:00-20:00" }), Published(), store: store)
        let closed = try await stations(Self.file(), Published(), store: store)
        #expect(closed.forceNeeded.map(\.limit) == [.hoursLost])
        let text = Self.file(hours: { _ in "07:00-20:00" })
            .replacing("Hall 101,101 Main St", with: "Gym,9 Elm St")
        let stale = try await stations(text, Published(), store: store)
        #expect(codes(stale).contains("stale_places"))
        #expect(stale.outcome == .published)
    }

    @Test("codes that are not published are told while published ones have no station")
    func gap() async throws {
        let published = Published(districts: try Self.precincts())
        let report = try await stations(
            Self.file().replacing(",104,", with: ",1O4,"),
            published
        )
        #expect(codes(report).contains("codes_without_district"))
    }

    @Test("a precinct that loses its last station is told, unless another list serves it")
    func unserved() async throws {
        let store = FakeStore<Station>(kind: .stations)
        var published = Published(districts: try Self.precincts())
        _ = try await stations(Self.file(), published, store: store)
        published.stations = store.published
        let fewer = Self.file().split(separator: "\n")
            .filter { !$0.contains(",104,") && !$0.contains(",109,") }.joined(separator: "\n")
        #expect(codes(try await stations(Self.file(), published, store: store)).isEmpty)
        let check = try await stations(fewer, published, store: store, mode: .check)
        let words =
            "2 districts of the type precinct that published stations serve would be served by none: 104, "
            + "109. Voters there would be assigned to no station; look whether a row or a code is missing"
        #expect(check.warnings == [words])
        // A boundary that is gone, or another list's station, leaves nobody without.
        published.districts.removeAll { $0.reference.code == "104" }
        let other = try #require(store.published.first { $0.name == "Hall 109" })
        published.stations.append(
            Station(
                id: Station.ID(rawValue: "other.109"),
                dataset: try DatasetName("other"),
                name: other.name,
                address: other.address,
                coordinate: other.coordinate,
                districts: other.districts
            )
        )
        let served = try await stations(fewer, published, store: store, mode: .check)
        #expect(!codes(served).contains("districts_unserved"), "\(served.warnings)")
    }

    // MARK: Addresses and districts

    private static func addresses() throws -> [AddressEntry] {
        try codes.enumerated().map { index, code in
            AddressEntry(
                id: AddressEntry.ID(rawValue: "l.\(code)"),
                dataset: try DatasetName("l"),
                street: "Main St",
                houses: [],
                town: nil,
                postcode: nil,
                districts: [DistrictReference(type: "precinct", code: "\(code)")],
                stationKey: nil,
                coordinate: try Coordinate(latitude: 42.05, longitude: west(index) + 0.0951)
            )
        }
    }

    @Test("addresses that lie outside the districts that they name are told, and many take consent")
    func ownPlaces() async throws {
        let published = Published(districts: try Self.precincts())
        func report(_ shifted: Int) async throws -> ImportReport {
            let rows = Self.codes.enumerated().map { index, code in
                let named = index < shifted ? Self.codes.lowerBound + (index + 1) % shifted : code
                return "\(code),Main St,42.05,\(Self.west(index) + 0.05),\(named)\n"
            }
            let text = "house_number,street,latitude,longitude,precinct\n" + rows.joined()
            return try await withFile(Array(text.utf8), name: "l.csv") { path in
                try await AddressImporter(
                    store: FakeStore<AddressEntry>(kind: .addresses),
                    districts: published,
                    clock: Self.clock
                ).run(.file(path), options: ImportOptions(dataset: try DatasetName("l")))
            }
        }
        #expect(!codes(try await report(0)).contains("outside_named"))
        let two = try await report(2)
        #expect(two.outcome == .published)
        #expect(codes(two).contains("outside_named"))
        #expect(try await report(4).forceNeeded.map(\.limit) == [.outside])
    }

    private func districts(
        _ published: Published,
        shift: Double = 0,
        code: (Int) -> String = { "\($0)" }
    ) async throws -> ImportReport {
        let features = Self.codes.enumerated().map { index, number in
            let (x, y) = (Self.west(index) + shift, 42.0)
            let ring = [(x, y), (x + 0.1, y), (x + 0.1, y + 0.1), (x, y + 0.1), (x, y)]
                .map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
            return #"{"type":"Feature","properties":{"PRECINCT":"\#(code(number))"},"#
                + #""geometry":{"type":"Polygon","coordinates":[[\#(ring)]]}}"#
        }
        let text =
            #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        let options = ImportOptions(
            dataset: try DatasetName("p"),
            constants: [FieldConstant(field: "type", value: "precinct")]
        )
        return try await withFile(Array(text.utf8), name: "d.geojson") { path in
            try await DistrictImporter(
                store: FakeStore<District>(kind: .districts),
                mender: ScriptedMender(),
                published: published,
                users: published,
                clock: Self.clock
            ).run(.file(path), options: options)
        }
    }

    @Test("boundaries that moved or have other codes are held against stations and addresses")
    func boundaries() async throws {
        let store = FakeStore<Station>(kind: .stations)
        _ = try await stations(Self.file(), Published(), store: store)
        let published = Published(
            districts: try Self.precincts(),
            stations: store.published,
            addresses: try Self.addresses()
        )
        let same = try await districts(published)
        #expect(same.forceNeeded.isEmpty)
        #expect(!codes(same).contains("outside_named"))
        #expect(!codes(same).contains("districts_gone"))
        // Of the addresses, which lie near the eastern side, and not of the stations.
        let moved = try await districts(published, shift: -0.01)
        #expect(moved.forceNeeded.map(\.limit) == [.outside])
        let coded = try await districts(published, code: { "\($0 + 1000)" })
        #expect(coded.forceNeeded.map(\.limit) == [.unmatched, .unmatched])
        #expect(
            try #require(coded.forceNeeded.last).text.hasPrefix(
                "12 of 12 of the stations of \"s\" name a precinct that would be gone, such as 101"
            )
        )
        let one = try await districts(published, code: { $0 == 101 ? "101A" : "\($0)" })
        #expect(one.outcome == .published)
        let gone = one.notes.filter { $0.finding.code == "districts_gone" }
        #expect(gone.map(\.level) == [.warning, .warning])
        #expect(
            gone.last?.text.hasPrefix(
                "1 of 12 of the stations of \"s\" name a precinct that would be gone, such as 101"
            ) == true
        )
        let two = try await districts(
            published,
            code: { "\($0 == 101 ? 104 : $0 == 104 ? 101 : $0)" }
        )
        #expect(two.outcome == .published)
        #expect(codes(two).contains("outside_named"))
    }
}
