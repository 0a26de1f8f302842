import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing
import Timekeeping

/// Three precincts side by side, 0.01 degrees (1.1 km) wide, at the equator east of Greenwich; the
/// third has a hole, which belongs to nobody; a county that holds all, and a vote center in it.
protocol ThreePrecincts {}

extension ThreePrecincts {
    static var noon: Timestamp { Timestamp(millisecondsSince1970: 1_793_707_200_000) }

    func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try Coordinate(latitude: latitude, longitude: longitude)
    }

    func station(
        _ key: String,
        serving codes: [String],
        at place: Coordinate?,
        kind: String? = nil,
        address: String? = "12 Main St NW, Washington",
        dataset name: String = "stations"
    ) throws -> Station {
        let dataset = try DatasetName(name)
        return Station(
            id: Station.ID(rawValue: "\(name).\(key)"),
            dataset: dataset,
            name: key,
            address: address,
            coordinate: place,
            districts: codes.map { DistrictReference(type: "precinct", code: $0) },
            attributes: kind.map { ["station_type": $0] } ?? [:]
        )
    }

    /// An address of a list of its own, or of several with one number in different places.
    func entry(
        _ list: String,
        _ street: String,
        precinct: String,
        town: String? = nil,
        postcode: String? = nil,
        at place: Coordinate? = nil,
        key: String = "1"
    ) throws -> AddressEntry {
        let dataset = try DatasetName(list)
        return AddressEntry(
            id: AddressEntry.ID(dataset, key),
            dataset: dataset,
            street: street,
            town: town,
            postcode: postcode,
            districts: [DistrictReference(type: "precinct", code: precinct)],
            coordinate: place
        )
    }

    func standardDistricts() throws -> [District] {
        [
            try district("1", MultiPolygon([box(0, 0, 0.01, 0.01)])),
            try district("2", MultiPolygon([box(0.01, 0, 0.02, 0.01)])),
            try district(
                "3",
                MultiPolygon([
                    try Polygon(
                        exterior: ring([(0.02, 0), (0.03, 0), (0.03, 0.01), (0.02, 0.01)]),
                        holes: [
                            ring([(0.024, 0.004), (0.026, 0.004), (0.026, 0.006), (0.024, 0.006)])
                        ]
                    )
                ])
            ),
            try district("990", MultiPolygon([box(-0.01, -0.01, 0.04, 0.02)]), type: "county"),
        ]
    }

    func standardStations() throws -> [Station] {
        [
            // East of its precinct's boundary by 0.001 degrees: in precinct 2.
            try station("one", serving: ["Precinct 001"], at: place(0.005, 0.011)),
            try station("two", serving: ["2"], at: place(0.005, 0.019)),
            try station("three-a", serving: ["3"], at: place(0.005, 0.021)),
            try station("three-b", serving: ["3"], at: place(0.005, 0.029)),
            try station("three-bus", serving: ["3"], at: nil),
            try station("center", serving: [], at: place(-0.005, -0.005), kind: "vote center"),
            try station("far-center", serving: [], at: place(5, 5), kind: "Vote Center"),
        ]
    }

    func guide(
        districts: [District]? = nil,
        stations: [Station]? = nil,
        _ change: (inout FakeVotingStore) throws -> Void = { _ in }
    ) async throws -> VoterGuide {
        var store = FakeVotingStore(districts: try districts ?? standardDistricts())
        try change(&store)
        let directory = StationDirectory(
            store: FakeStationStore(try stations ?? standardStations())
        )
        let clock = ManualWallClock(Self.noon)
        let voting = VotingDirectory(stations: directory, store: store, clock: clock)
        #expect(!voting.isLoaded)
        try await voting.load()
        #expect(voting.isLoaded)
        return voting.guide
    }

    func ask(
        _ guide: VoterGuide,
        _ latitude: Double,
        _ longitude: Double,
        accuracy: Double? = nil,
        scope: VoterScope = .standard
    ) throws -> VoterAnswer {
        guide.answer(
            at: VoterLocation(
                coordinate: try place(latitude, longitude),
                source: .point,
                accuracy: try accuracy.map { try .meters($0) }
            ),
            scope: scope
        )
    }

    func ask(_ guide: VoterGuide, _ address: String) throws -> VoterAnswer {
        try #require(guide.answer(address: address))
    }
}
