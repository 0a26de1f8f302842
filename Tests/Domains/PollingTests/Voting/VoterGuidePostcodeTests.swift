import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

@Suite struct VoterGuidePostcodeTests: ThreePrecincts {
    private func postcode(_ code: String, _ box: Polygon) throws -> District {
        try district(code, MultiPolygon([box]), type: "zip")
    }

    @Test(
        "a postcode's polygon in one precinct is assigned, one that straddles leaves the choice",
        arguments: [
            ("10001", (0.002, 0.002, 0.008, 0.008), "1", [String]()),
            ("10002", (0, 0, 0.01, 0.01), "1", []),
            ("10003", (0.00999, 0, 0.02, 0.01), "2", []),
            ("10004", (0.005, 0.002, 0.015, 0.008), nil, ["1", "2"]),
            ("10005", (0.005, 0.002, 0.0104, 0.008), nil, ["1", "2"]),
            ("10006", (0.002, 0.002, 0.008, 0.015), nil, ["1"]),
            ("10007", (0.005, 0.002, 0.025, 0.008), nil, ["2", "1", "3"]),
        ] as [(String, (Double, Double, Double, Double), String?, [String])]
    )
    func postcodePolygon(
        code: String,
        corners: (Double, Double, Double, Double),
        assigned: String?,
        choices: [String]
    ) async throws {
        let zip = try postcode(code, box(corners.0, corners.1, corners.2, corners.3))
        let guide = try await guide(districts: standardDistricts() + [zip])
        let answer = try #require(guide.answer(postcode: code + "-1234"))
        #expect(answer.assignment?.district?.code == assigned)
        #expect(answer.choices.map(\.district.code) == choices)
        #expect(answer.warnings.contains { $0.code == .straddlingPostcode } == (assigned == nil))
        #expect(answer.location?.source == .postcode)
        #expect(answer.assignment.map { $0.method == .postcode } ?? true)
        // What all of the postcode belongs to is certain.
        #expect(answer.districts.map(\.reference.code) == ["990"] + (assigned.map { [$0] } ?? []))
    }

    @Test("a postcode that equals a precinct with a hole is that precinct's")
    func postcodeWithHole() async throws {
        let districts = try standardDistricts()
        let zip = District(
            id: District.ID(rawValue: "test.zip"),
            dataset: districts[2].dataset,
            reference: DistrictReference(type: "postcode", code: "00501"),
            name: "",
            area: districts[2].area
        )
        let guide = try await guide(districts: districts + [zip])
        for spelling in ["00501", "501", "00501-0001"] {
            #expect(guide.answer(postcode: spelling)?.assignment?.district?.code == "3")
        }
    }

    @Test(
        "a country in front of a postcode and a town behind it are passed over",
        arguments: ["D-50667", "DE 50667", "DE-50667 Köln", "50667 Köln", "d50667", "50667, Köln"]
    )
    func postcodeWithCountry(text: String) async throws {
        let guide = try await guide { $0.addresses = try sampleAddresses() }
        #expect(guide.answer(postcode: text)?.choices.map(\.district.code) == ["2"])
        #expect(guide.answer(postcode: text.replacing("50667", with: "50668")) == nil)
    }

    @Test("a zero is put in front of a postcode only where none is known without it")
    func zeroInFront() async throws {
        func precinct(_ codes: [String]) async throws -> String {
            let guide = try await guide { store in
                store.addresses = try codes.enumerated().map { index, code in
                    try entry(
                        "list",
                        "Main St NW",
                        precinct: "\(index + 1)",
                        town: "Washington",
                        postcode: code,
                        key: "\(index)"
                    )
                }
            }
            let answer = try #require(guide.answer(postcode: "6720"))
            return answer.choices.first?.district.code ?? ""
        }
        #expect(try await precinct(["06720", "6720"]) == "2")
        #expect(try await precinct(["06720"]) == "1")
        #expect(try await precinct(["6720", "06720"]) == "1")
    }

    @Test(
        "stations of a postcode that only their own addresses have are choices, and none is assigned"
    )
    func stationsOfPostcode() async throws {
        let stations = try [
            station("poll", serving: ["1"], at: nil, address: "1 Elm St, Phoenix, 85040"),
            station("box", serving: ["1"], at: nil, kind: "drop box", address: "2 Elm St, 85040"),
            station("away", serving: ["1"], at: nil, address: "85040 Elm St, Phoenix, 85041"),
            station(
                "placed",
                serving: ["2"],
                at: place(0.005, 0.015),
                address: "3 Elm St 85040-1234"
            ),
        ]
        let bare = try await guide(stations: stations)
        let answer = try #require(bare.answer(postcode: "85040-0001"))
        #expect(answer.assignment == nil && answer.location == nil)
        #expect(
            answer.choices.map(\.district) == [DistrictReference(type: "postcode", code: "85040")]
        )
        #expect(answer.choices.first?.stations.map(\.station.name) == ["placed", "poll"])
        #expect(answer.choices.first?.also.map(\.station.name) == ["box"])
        #expect(answer.warnings.map(\.code) == [.stationsOfPostcode])
        #expect(
            answer.warnings.first?.message.hasPrefix("3 stations have their own address") == true
        )
        #expect(bare.answer(postcode: "85042") == nil)
        // With the postcode's point, those that have a place are found by it.
        let placed = try await guide(stations: stations) { store in
            store.postcodes = [
                PostcodePlace(
                    id: PostcodePlace.ID(rawValue: "zip.us-85040"),
                    dataset: try DatasetName("zip"),
                    code: "85040",
                    coordinate: try place(0.005, 0.005)
                )
            ]
        }
        let near = try #require(placed.answer(postcode: "85040"))
        #expect(near.nearby.stations.map(\.station.name) == ["placed"])
        #expect(near.choices.flatMap { $0.stations.map(\.station.name) } == ["poll"])
        #expect(near.warnings.map(\.code) == [.pointOnly, .stationsOfPostcode])
    }

    @Test("the addresses of a postcode add to what its polygon tells")
    func postcodeAddresses() async throws {
        let guide = try await guide { store in
            store.addresses = try sampleAddresses()
            store.districts.append(try postcode("50674", box(0.005, 0.002, 0.015, 0.008)))
        }
        let one = try #require(guide.answer(postcode: "50674"))
        #expect(one.assignment == nil)
        #expect(Set(one.choices.map(\.district.code)) == ["1", "2"])
        #expect(one.choices.allSatisfy { $0.share?.whole == .area })
        #expect(one.choices.first { $0.district.code == "1" }?.addresses.count == 1)
        #expect(one.warnings.map(\.wording) == [.straddlingPostcode])
        let two = try await self.guide { store in
            store.addresses = try sampleAddresses().map { entry in
                var entry = entry
                entry.postcode = "50674"
                return entry
            }
        }
        let answer = try #require(two.answer(postcode: "50674"))
        #expect(answer.assignment == nil)
        // The most entries first; what a range of houses is of all addresses nobody knows.
        #expect(answer.choices.map(\.district.code) == ["2", "1", "3", "two"])
        #expect(answer.choices[0].addresses.count == 2)
        #expect(answer.choices.allSatisfy { $0.share == nil })
        #expect(answer.warnings.map(\.code) == [.straddlingPostcode])
    }

    @Test("a choice of a postcode says how much of its ground, or of its addresses, votes there")
    func shares() async throws {
        let zip = try postcode("10007", box(0.005, 0.002, 0.025, 0.008))
        let byArea = try #require(
            try await guide(districts: standardDistricts() + [zip]).answer(postcode: "10007")
        )
        let areas = byArea.choices.compactMap(\.share)
        #expect(areas.allSatisfy { $0.whole == .area })
        // Of 0.02 by 0.006 degrees a half lies in 2 and a quarter in 1 and in 3 each, less the hole's
        // 0.001 by 0.002 in 3.
        let expected = [0.5, 0.25, 0.25 - 0.001 * 0.002 / (0.02 * 0.006)]
        #expect(areas.count == 3)
        for (share, fraction) in Swift.zip(areas, expected) {
            #expect(abs(share.fraction - fraction) < 0.005)
        }
        let dataset = try DatasetName("list")
        let entries = ["1", "2", "2", "3", "2"].enumerated().compactMap { number, code in
            HouseNumber(parsing: "\(number + 1)").map { house in
                AddressEntry(
                    id: AddressEntry.ID(dataset, "\(number)"),
                    dataset: dataset,
                    street: "Main St",
                    houses: [HouseRange(side: .both, numbers: house...house)],
                    postcode: "10008",
                    districts: [DistrictReference(type: "precinct", code: code)]
                )
            }
        }
        let listed = try await guide { $0.addresses = entries }
        let byAddress = try #require(listed.answer(postcode: "10008"))
        #expect(byAddress.choices.map(\.district.code) == ["2", "1", "3"])
        #expect(byAddress.choices.map { $0.share?.fraction } == [0.6, 0.2, 0.2])
        #expect(byAddress.choices.allSatisfy { $0.share?.whole == .addresses })
    }

    @Test("a postcode of which only a point is known assigns nothing, and shows what is near it")
    func postcodePoint() async throws {
        let guide = try await guide { store in
            store.postcodes = [
                PostcodePlace(
                    id: PostcodePlace.ID(rawValue: "zip.us-10001"),
                    dataset: try DatasetName("zip"),
                    code: "10001",
                    coordinate: try place(0.005, 0.005),
                    accuracy: try .meters(2000)
                )
            ]
        }
        let answer = try #require(guide.answer(postcode: "10001"))
        #expect(answer.assignment == nil)
        #expect(answer.choices.isEmpty)
        #expect(answer.districts.isEmpty)
        #expect(answer.warnings.map(\.code) == [.pointOnly])
        #expect(answer.nearby.stations.first?.station.name == "one")
        #expect(answer.location?.accuracy?.meters == 2000)
        #expect(guide.answer(postcode: "10002") == nil)
        #expect(guide.answer(postcode: "--") == nil)
    }
}
