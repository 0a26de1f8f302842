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
            ])
        ),
    ]
}
