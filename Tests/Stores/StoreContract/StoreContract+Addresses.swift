internal import Datasets
internal import Geodesy
internal import Polling
internal import Synchronization
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
        },
        StoreContract("where addresses vote is told with how many of each list say so") { place in
            let store = try await place.open()
            let district = DistrictReference(type: "precinct", code: "007")
            for list in ["curlew-addresses", "plover-addresses"] {
                let dataset = try name(list)
                let entries = (1...5).map { number in
                    AddressEntry(
                        id: AddressEntry.ID(dataset, "a\(number)"),
                        dataset: dataset,
                        street: "Elm Rd",
                        districts: number > 1 ? [district] : [],
                        stationKey: number > 3 ? "B1/1" : nil
                    )
                }
                try await publish(entries, as: list, in: store.addresses)
            }
            let found = Mutex<[String: Int]>([:])
            try await store.forEachDestination { list, destination, count in
                let codes = destination.districts.map(\.code).joined()
                let name = "\(list) \(destination.stationKey ?? "none") \(codes)"
                found.withLock { $0[name, default: 0] += count }
            }
            #expect(
                found.withLock { $0 }
                    == [
                        "curlew-addresses none ": 1, "curlew-addresses none 007": 2,
                        "curlew-addresses B1/1 007": 2, "plover-addresses none ": 1,
                        "plover-addresses none 007": 2, "plover-addresses B1/1 007": 2,
                    ]
            )
        },
    ]
}
