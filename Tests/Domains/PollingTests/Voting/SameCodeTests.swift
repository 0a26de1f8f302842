import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

/// Two counties number their precincts alike: a voter of one is never sent to the other's station.
@Suite struct SameCodeTests: ThreePrecincts {
    private func hall(
        _ county: String,
        _ key: String,
        _ code: String,
        _ address: String,
        at longitude: Double?,
        postcode: String? = nil,
        in name: String? = nil
    ) throws -> Station {
        let dataset = try DatasetName(county)
        return Station(
            id: Station.ID(rawValue: "\(county).\(key)"),
            dataset: dataset,
            name: key,
            address: address,
            postcode: postcode,
            coordinate: try longitude.map { try place(0.005, $0) },
            districts: [DistrictReference(type: "precinct", code: code)]
                + (name.map { [DistrictReference(type: "county", code: $0)] } ?? [])
        )
    }

    private func far(_ town: (String) -> String = { $0 }) throws -> [Station] {
        [
            try hall("lake", "school", "11", town("14 School Rd"), at: 0),
            try hall("lake", "hall", "12", town("3 Court Sq"), at: 0.02),
            try hall("hill", "school", "12", town("20 Main St"), at: 9),
            try hall("hill", "hall", "13", town("7 Oak Ave"), at: 9.02),
        ]
    }

    private func ids(_ stations: [AssignedStation]) -> [String] {
        stations.map(\.station.id.rawValue)
    }

    /// A list of both streets in which the other county's stations stand, and one of the own's.
    private func list(_ town: String? = nil) throws -> [AddressEntry] {
        try [("Main St", "12"), ("Oak Ave", "11"), ("School Rd", "11")].map { street, code in
            try entry("list", street, precinct: code, town: town, key: street)
        }
    }

    @Test(
        "a few streets of the same names leave the choice where stations of two places are loaded"
    )
    func streets() async throws {
        let guide = try await guide(districts: [], stations: try far()) { store in
            store.addresses = try list()
        }
        let answer = try ask(guide, "5 Main St")
        #expect(answer.assignment == nil)
        #expect(answer.choices.map { ids($0.stations) } == [["hill.school", "lake.hall"]])
        #expect(answer.warnings.map(\.wording) == [.doubtfulStation])
    }

    @Test("the town of the list tells whose the code is")
    func towns() async throws {
        let stations = try far().map { station in
            var station = station
            station.address? += station.dataset.text == "lake" ? ", Alpha" : ", Beta"
            return station
        }
        let guide = try await guide(districts: [], stations: stations) { store in
            store.addresses = try list("Alpha")
        }
        #expect(ids(try ask(guide, "5 Main St").assignment?.stations ?? []) == ["lake.hall"])
    }

    /// What one entry of a list says that is of both counties.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var postcode: String?
        var longitude: Double?
        var county: String?
        let assigned: [String]
    }

    private static let cases = [
        Case(testDescription: "its place", longitude: 0.021, assigned: ["lake.hall"]),
        Case(testDescription: "its place there", longitude: 9.01, assigned: ["hill.school"]),
        Case(testDescription: "its postcode", postcode: "20002", assigned: ["hill.school"]),
        Case(testDescription: "its county", county: "Hill County", assigned: ["hill.school"]),
        Case(testDescription: "nothing", assigned: []),
    ]

    @Test("a list of several counties leads to the station of the entry's own", arguments: cases)
    func state(one: Case) async throws {
        let stations = [
            try hall("lake", "school", "11", "1 A St", at: 0, postcode: "10001", in: "Lake"),
            try hall("lake", "hall", "12", "2 A St", at: 0.02, postcode: "10001", in: "Lake"),
            try hall("hill", "school", "12", "1 B St", at: 9, postcode: "20002", in: "Hill"),
            try hall("hill", "hall", "13", "2 B St", at: 9.02, postcode: "20002", in: "Hill"),
        ].map { station in
            var station = station
            // Only that of the county itself needs it.
            if one.county == nil { station.districts.removeAll { $0.type == "county" } }
            return station
        }
        let guide = try await guide(districts: [], stations: stations) { store in
            var own = try entry(
                "list",
                "Long St",
                precinct: "12",
                postcode: one.postcode,
                at: one.longitude.map { try place(0.005, $0) },
                key: "own"
            )
            if let county = one.county {
                own.districts.append(DistrictReference(type: "county", code: county))
            }
            // The list has the postcodes of both, and the places.
            let others = try (1...8).map { number in
                let isLake = number % 2 == 0
                return try entry(
                    "list",
                    "Street \(number)",
                    precinct: isLake ? "11" : "13",
                    postcode: isLake ? "10001" : "20002",
                    at: place(0.005, isLake ? 0.01 : 9.01),
                    key: "\(number)"
                )
            }
            store.addresses = [own] + others
        }
        let answer = try ask(guide, "5 Long St")
        #expect(ids(answer.assignment?.stations ?? []) == one.assigned)
        if one.assigned.isEmpty {
            #expect(answer.choices.map { ids($0.stations) } == [["hill.school", "lake.hall"]])
            let warning = try #require(answer.warnings.first)
            #expect(warning.wording == .stationOfSeveralPlaces)
            #expect(warning.message.contains("hill and lake"))
        }
    }

    @Test("stations of one place in two datasets are told together, across the antimeridian too")
    func together() async throws {
        for middle in [10.0, 180.0] {
            func longitude(_ offset: Double) -> Double {
                middle + offset > 180 ? middle + offset - 360 : middle + offset
            }
            let stations = [
                try hall("day", "school", "12", "1 A St", at: longitude(-0.01)),
                try hall("day", "hall", "13", "2 A St", at: longitude(0.01)),
                try hall("more", "gym", "12", "3 A St", at: longitude(0.005)),
            ]
            let guide = try await guide(districts: [], stations: stations) { store in
                store.addresses = [
                    try entry("list", "A St", precinct: "12", at: place(0.005, longitude(0)))
                ]
            }
            let answer = try ask(guide, "5 A St")
            #expect(Set(ids(answer.assignment?.stations ?? [])) == ["day.school", "more.gym"])
        }
    }
}
