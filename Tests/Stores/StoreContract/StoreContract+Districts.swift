internal import Datasets
internal import Geodesy
internal import Polling
internal import Testing

extension StoreContract {
    static let districtClauses = [
        StoreContract("districts come back whole, with their parts and holes") { place in
            let store = try await place.open()
            let districts = try sampleDistricts()
            try await publish(districts, as: "curlew-districts", in: store.districts)
            let again = try await place.open()
            #expect(try await collect(again.forEachDistrict) == districts)
            #expect(try await store.publishedVersions().map(\.kind) == [.districts])
        },
        StoreContract("an earlier version of districts is published again") { place in
            let store = try await place.open()
            let districts = try sampleDistricts()
            try await publish(districts, as: "curlew-districts", in: store.districts)
            try await publish([districts[0]], as: "curlew-districts", in: store.districts)
            #expect(try await collect(store.forEachDistrict) == [districts[0]])
            _ = try await store.publish(name("curlew-districts"), version: 1)
            #expect(try await collect(store.forEachDistrict) == districts)
        },
        StoreContract("a dataset takes another's place at once, or not at all") { place in
            let store = try await place.open()
            let districts = try sampleDistricts()
            try await publish(districts, as: "wards-2017", in: store.districts)
            try await publish([try station(1)], as: "halls", in: store.stations)
            func replace(_ old: String) async throws {
                let build = try await store.districts.beginVersion(of: name("wards-2023"))
                do {
                    try await build.append([districts[0]])
                    _ = try await build.publish(
                        source: source,
                        rows: .init(read: 1, accepted: 1),
                        changes: .init(added: 1),
                        replacing: name(old),
                        at: moment()
                    )
                } catch {
                    try await build.discard()
                    throw error
                }
            }
            let unknown = DatasetError.unknownDataset(try name("wards-2010"))
            await #expect(throws: unknown) { try await replace("wards-2010") }
            let stations = DatasetError.wrongKind(
                try name("halls"),
                expected: .districts,
                found: .stations
            )
            await #expect(throws: stations) { try await replace("halls") }
            let before = try await store.publishedVersions().map(\.dataset.text)
            #expect(before == ["halls", "wards-2017"])
            try await replace("wards-2017")
            let after = try await store.publishedVersions().map(\.dataset.text)
            #expect(after == ["halls", "wards-2023"])
            #expect(try await store.withdrawnVersions().map(\.dataset.text) == ["wards-2017"])
            _ = try await store.publish(name("wards-2017"), version: 1)
            #expect(try await store.publishedVersions().count == 3)
        },
    ]
}

/// A square, and an area of two parts, the first of which has a hole.
private func sampleDistricts() throws -> [District] {
    func box(_ west: Double, _ south: Double, _ side: Double) throws -> [Coordinate] {
        try [(0, 0), (side, 0), (side, side), (0, side), (0, 0)].map {
            try Coordinate(latitude: south + $0.1, longitude: west + $0.0)
        }
    }
    let dataset = try name("curlew-districts")
    return [
        District(
            id: District.ID(dataset, "1"),
            dataset: dataset,
            reference: DistrictReference(type: "precinct", code: "1"),
            name: "Précinct \"1\"",
            area: MultiPolygon([try Polygon(exterior: box(-101.123456789012, 42.1, 0.1))])
        ),
        District(
            id: District.ID(dataset, "2"),
            dataset: dataset,
            reference: DistrictReference(type: "ward", code: "Ward 2"),
            name: "",
            area: MultiPolygon([
                try Polygon(exterior: box(10, -60, 3), holes: [box(11, -59, 1)]),
                try Polygon(exterior: box(-180, -60, 1)),
            ]),
            validity: DistrictValidity(
                from: CalendarDate(year: 2026, month: 3, day: 1),
                to: CalendarDate(year: 2029, month: 12, day: 31)
            ) ?? .always
        ),
    ]
}
