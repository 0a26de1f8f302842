internal import Datasets
internal import Geodesy
internal import Polling
internal import Testing

extension StoreContract {
    static let postcodeClauses = [
        StoreContract("postcodes come back whole") { place in
            let store = try await place.open()
            let dataset = try name("curlew-postcodes")
            let places = [
                PostcodePlace(
                    id: PostcodePlace.ID(dataset, "us-00501-holtsville"),
                    dataset: dataset,
                    code: "00501",
                    place: "Holtsville",
                    region: "NY",
                    country: "US",
                    coordinate: try Coordinate(latitude: 40.922326, longitude: -72.637078),
                    accuracy: try .meters(2_000.5)
                ),
                PostcodePlace(
                    id: PostcodePlace.ID(dataset, "ex2-9rz"),
                    dataset: dataset,
                    code: "EX2 9RZ",
                    coordinate: try Coordinate(latitude: 0, longitude: 180)
                ),
            ]
            try await publish(places, as: "curlew-postcodes", in: store.postcodes)
            #expect(try await collect(store.forEachPostcode) == places)
        }
    ]
}
