internal import Datasets
internal import Geodesy
internal import Polling
internal import Testing

extension StoreContract {
    static let addressClauses = [
        StoreContract("addresses come back whole, with their houses and districts") { place in
            let store = try await place.open()
            let dataset = try name("curlew-addresses")
            let first = try #require(HouseNumber(parsing: "1"))
            let last = try #require(HouseNumber(parsing: "71b"))
            let entries = [
                AddressEntry(
                    id: AddressEntry.ID(dataset, "a1"),
                    dataset: dataset,
                    street: "Aachener Straße",
                    houses: [
                        HouseRange(side: .odd, numbers: first...last),
                        HouseRange(side: .even, numbers: first...first),
                    ],
                    town: "Köln",
                    postcode: "00501",
                    districts: [DistrictReference(type: "precinct", code: "007")],
                    stationKey: "7136",
                    coordinate: try Coordinate(latitude: 50.9, longitude: 6.9)
                ),
                AddressEntry(
                    id: AddressEntry.ID(dataset, "a2"),
                    dataset: dataset,
                    street: "The Mobile Home"
                ),
                AddressEntry(
                    id: AddressEntry.ID(dataset, "a3"),
                    dataset: dataset,
                    street: "Elm Rd",
                    houses: try ["37-15", "1001-1099", "99999 1/2", "12½", "12 bis"].map { text in
                        let house = try #require(HouseNumber(parsing: text))
                        return HouseRange(side: .both, numbers: house...house)
                    }
                        + [
                            HouseRange(
                                side: .both,
                                numbers: .unread("1/3")...HouseNumber.unread("1/3")
                            )
                        ]
                ),
            ]
            try await publish(entries, as: "curlew-addresses", in: store.addresses)
            #expect(try await collect(store.forEachAddress) == entries)
        }
    ]
}
