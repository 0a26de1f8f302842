internal import Datasets
internal import Geodesy
internal import Roads
internal import Testing

extension StoreContract {
    static let roadClauses = [
        StoreContract("roads come back whole, with their turn rules") { place in
            let store = try await place.open()
            let roads = try sampleRoads()
            try await publish(roads, as: "curlew-roads", in: store.roads)
            let again = try await place.open()
            #expect(try await collect(again.forEachRoad) == roads)
            #expect(try await store.publishedVersions().map(\.kind) == [.roads])
        },
        StoreContract("an earlier version of roads is published again") { place in
            let store = try await place.open()
            let roads = try sampleRoads()
            try await publish(roads, as: "curlew-roads", in: store.roads)
            try await publish([roads[1]], as: "curlew-roads", in: store.roads)
            #expect(try await collect(store.forEachRoad) == [roads[1]])
            _ = try await store.publish(name("curlew-roads"), version: 1)
            #expect(try await collect(store.forEachRoad) == roads)
        },
    ]
}

/// A road with everything, one with as little as there can be, and one across the antimeridian.
private func sampleRoads() throws -> [Road] {
    func line(_ places: [(Double, Double)]) throws -> [Coordinate] {
        try places.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
    }
    let dataset = try name("curlew-roads")
    return [
        Road(
            dataset: dataset,
            key: "1",
            name: "Rue de l'Église \"1\"",
            number: "D 6007",
            kind: .secondary,
            driving: .against,
            walking: .both,
            isDrivingLimited: true,
            speedKilometersPerHour: 48.28032,
            isRoundabout: true,
            line: try line([(43.738412345678, 7.4246), (43.7385, 7.4247), (43.7386, 7.425)]),
            turnRules: [
                TurnRule(
                    place: try Coordinate(latitude: 43.7386, longitude: 7.425),
                    roadKey: "3",
                    isMandatory: false
                ),
                TurnRule(
                    place: try Coordinate(latitude: 43.738412345678, longitude: 7.4246),
                    via: ["3", "1"],
                    roadKey: "2",
                    isMandatory: true
                ),
            ],
            barriers: [
                RoadBarrier(
                    place: try Coordinate(latitude: 43.7385, longitude: 7.4247),
                    modes: [.drive]
                )
            ]
        ),
        Road(dataset: dataset, key: "2", kind: .path, line: try line([(-90, 0), (90, 180)])),
        Road(dataset: dataset, key: "3", kind: .street, line: try line([(-17, 180), (-17, -179)])),
    ]
}
