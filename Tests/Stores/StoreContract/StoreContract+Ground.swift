internal import Datasets
internal import Geodesy
internal import Ground
internal import Polling
internal import Testing

extension StoreContract {
    static let groundClauses = [
        StoreContract("ground comes back whole, areas and lines") { place in
            let store = try await place.open()
            let features = try sampleGround()
            try await publish(features, as: "curlew-ground", in: store.ground)
            let again = try await place.open()
            #expect(try await collect(again.forEachGroundFeature) == features)
            #expect(try await store.publishedVersions().map(\.kind) == [.ground])
        },
        StoreContract("an earlier version of ground is published again") { place in
            let store = try await place.open()
            let features = try sampleGround()
            try await publish(features, as: "curlew-ground", in: store.ground)
            try await publish([features[1]], as: "curlew-ground", in: store.ground)
            #expect(try await collect(store.forEachGroundFeature) == [features[1]])
            _ = try await store.publish(name("curlew-ground"), version: 1)
            #expect(try await collect(store.forEachGroundFeature) == features)
        },
        StoreContract("districts are on the ground too, with their types and areas") { place in
            let store = try await place.open()
            let area = MultiPolygon([try Polygon(exterior: triangle(-101, 42))])
            let dataset = try name("curlew-wards")
            let ward = District(
                id: District.ID(dataset, "1"),
                dataset: dataset,
                reference: DistrictReference(type: "ward", code: "1"),
                name: "Ward 1",
                area: area
            )
            try await publish([ward], as: "curlew-wards", in: store.districts)
            #expect(
                try await collect(store.forEachGroundDistrict)
                    == [GroundDistrict(type: "ward", area: area)]
            )
            #expect(try await collect(store.forEachGroundFeature).isEmpty)
        },
    ]
}

private func triangle(_ west: Double, _ south: Double) throws -> [Coordinate] {
    try [(0, 0), (1, 0), (0, 1), (0, 0)].map {
        try Coordinate(latitude: south + $0.1, longitude: west + $0.0)
    }
}

/// An area with a hole and two parts, a line, and several lines, one of them at the antimeridian.
private func sampleGround() throws -> [GroundFeature] {
    let dataset = try name("curlew-ground")
    func line(_ places: [(Double, Double)]) throws -> [Coordinate] {
        try places.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
    }
    let hole = try line([(42.1, -100.9), (42.1, -100.8), (42.2, -100.9)])
    return [
        GroundFeature(
            dataset: dataset,
            key: "lake",
            groundClass: .water,
            detail: "lake",
            name: "Lac \"Ñandú\"",
            shape: .area(
                MultiPolygon([
                    try Polygon(exterior: triangle(-101, 42), holes: [hole]),
                    try Polygon(exterior: triangle(10.123456789012, -60)),
                ])
            )
        ),
        GroundFeature(
            dataset: dataset,
            key: "x1f",
            groundClass: .park,
            shape: .lines([try line([(0, 0), (0.1, 0.1), (0.2, -0.1)])])
        ),
        GroundFeature(
            dataset: dataset,
            key: "river",
            groundClass: .water,
            detail: "river",
            shape: .lines([
                try line([(-17, 179), (-17, 180)]), try line([(-17, -180), (-16, -179)]),
            ])
        ),
    ]
}
