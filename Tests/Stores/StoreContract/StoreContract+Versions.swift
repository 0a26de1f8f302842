internal import Datasets
internal import Geodesy
internal import Polling
internal import Testing

extension StoreContract {
    static let versionClauses = [
        StoreContract("the ledger remembers every import, who made it and from what") { place in
            let store = try await place.open()
            let dataset = try name("dc")
            for number in 1...8 {
                let build = try await store.stations.beginVersion(of: dataset)
                try await build.append([station(number)])
                _ = try await build.publish(
                    source: ImportSource(
                        fileName: "\(number).csv",
                        sha256: "0\(number)",
                        byteCount: Int64(number),
                        importedBy: number == 1 ? nil : "clerk \(number)"
                    ),
                    rows: RowCounts(read: number, accepted: number),
                    changes: ChangeCounts(added: number),
                    at: moment(Int64(number))
                )
            }
            let history = try await store.history(of: dataset)
            #expect(history.map(\.number) == [8, 7, 6, 5, 4, 3, 2, 1])
            let newestFirst = Array((1...8).reversed())
            #expect(history.map(\.source.fileName) == newestFirst.map { "\($0).csv" })
            #expect(history.map(\.source.sha256) == newestFirst.map { "0\($0)" })
            #expect(history.last?.source.importedBy == nil)
            #expect(history.first?.source.importedBy == "clerk 8")
            #expect(history.map(\.importedAt) == newestFirst.map { moment(Int64($0)) })
            #expect(history.filter(\.isPublished).map(\.number) == [8])
            let kept = try await store.versions(of: dataset)
            #expect(history.filter(\.isKept) == kept)
            #expect(kept.count < history.count)
            let none = DatasetError.unknownDataset(try name("none"))
            await #expect(throws: none) { try await store.history(of: name("none")) }
        },
        StoreContract("a record's origin comes back with it") { place in
            let store = try await place.open()
            let records = try (1...3000).map { try station($0) }
            @Sendable func origin(_ number: Int) -> RecordOrigin {
                RecordOrigin(
                    key: number.isMultiple(of: 2) ? "file.\(number)" : nil,
                    writing: number.isMultiple(of: 3) ? UInt64.max - UInt64(number) : nil
                )
            }
            let origins: [RecordOrigin] = (1...3000).map(origin)
            let build = try await store.stations.beginVersion(of: name("dc"))
            try await build.append(records, origins: origins)
            _ = try await build.publish(
                source: source,
                rows: RowCounts(),
                changes: ChangeCounts(),
                at: moment()
            )
            let all = Gathered<[RecordOrigin]>()
            try await store.stations.forEachPublished(in: name("dc")) { stations, origins in
                #expect(stations.count == origins.count)
                for (station, found) in zip(stations, origins) {
                    let number = Int(station.id.rawValue.dropFirst(3)) ?? 0
                    #expect(found == origin(number))
                }
                all.add([origins])
            }
            #expect(all.values.joined().count == 3000)
            // A page at a time, each record once.
            var position: Int64? = 0
            var paged: [Station] = []
            while let from = position {
                let page = try await store.stations.publishedPage(
                    in: name("dc"),
                    from: from,
                    limit: 700
                )
                for (station, found) in zip(page.records, page.origins) {
                    #expect(found == origin(Int(station.id.rawValue.dropFirst(3)) ?? 0))
                }
                paged += page.records
                position = page.next
            }
            #expect(paged.sorted { $0.id < $1.id } == records.sorted { $0.id < $1.id })
            #expect(
                try await store.stations.publishedPage(in: name("none"), from: 0, limit: 9).records
                    .isEmpty
            )
            // By id; a store that cannot look ids up may hand over others too.
            let wanted = Set((0..<1500).map { records[2 * $0].id.rawValue })
            let found = Gathered<Station>()
            try await store.stations.forEachPublished(
                in: name("dc"),
                ids: Array(wanted) + ["dc.none"]
            ) { stations, origins in
                for (station, its) in zip(stations, origins) {
                    #expect(its == origin(Int(station.id.rawValue.dropFirst(3)) ?? 0))
                }
                found.add(stations.filter { wanted.contains($0.id.rawValue) })
            }
            #expect(found.values.count == 1500)
            #expect(Set(found.values.map(\.id.rawValue)) == wanted)
        },
        StoreContract("stations with long texts are written and read, a few at a time") { place in
            let store = try await place.open()
            let text = String(repeating: "längst ", count: 40_000)
            let records = try (0..<70).map { number in
                Station(
                    id: Station.ID(rawValue: "dc.\(number)"),
                    dataset: try name("dc"),
                    name: "Hall \(number)",
                    attributes: ["remarks": "\(number) \(text)"]
                )
            }
            let build = try await store.stations.beginVersion(of: name("dc"))
            for record in records { try await build.append([record]) }
            _ = try await build.publish(
                source: source,
                rows: RowCounts(read: 70, accepted: 70),
                changes: ChangeCounts(added: 70),
                at: moment()
            )
            var position: Int64? = 0
            var paged: [Station] = []
            while let from = position {
                let page = try await store.stations.publishedPage(
                    in: name("dc"),
                    from: from,
                    limit: 30
                )
                #expect(page.records.count <= 30 || page.next == nil)
                paged += page.records
                position = page.next
            }
            #expect(paged.sorted { $0.id < $1.id } == records.sorted { $0.id < $1.id })
            let all = Gathered<Station>()
            try await store.stations.forEachPublished(in: name("dc")) { stations, _ in
                all.add(stations)
            }
            #expect(all.values.sorted { $0.id < $1.id } == records.sorted { $0.id < $1.id })
        },
        StoreContract("a station comes back with all its members") { place in
            let store = try await place.open()
            let stations = [
                Station(
                    id: Station.ID(rawValue: "dc.120"),
                    dataset: try name("dc"),
                    name: "Łódź \"Hall\" \\ 'n'\tcafé",
                    address: "1 Main St\nSuite 2",
                    postcode: "02139",
                    coordinate: try Coordinate(latitude: 38.897_700_000_1, longitude: -180),
                    districts: [
                        DistrictReference(type: "ward", code: "Ward 8"),
                        DistrictReference(type: "precinct", code: "120"),
                        DistrictReference(type: "precinct", code: "007"),
                    ],
                    hours: "7-20",
                    accessibility: Accessibility(wheelchair: .no, note: "step: 4 cm"),
                    attributes: ["": "empty header", "Ünï": "/path\"x\"", "z": ""]
                ),
                Station(id: Station.ID(rawValue: "dc.é"), dataset: try name("dc"), name: ""),
            ]
            try await store.importStations(stations)
            #expect(try await store.allStations() == stations)
            #expect(
                try await store.stations.published(in: "dc").sorted { $0.id < $1.id } == stations
            )
        },
        StoreContract("a version of many records holds each once") { place in
            let store = try await place.open()
            let build = try await store.stations.beginVersion(of: name("dc"))
            let stations = try (0..<5000).map { try station($0) }
            for start in stride(from: 0, to: 5000, by: 700) {
                try await build.append(Array(stations[start..<min(start + 700, 5000)]))
            }
            let version = try await build.publish(
                source: source,
                rows: RowCounts(read: 5000, accepted: 5000),
                changes: ChangeCounts(added: 5000),
                at: moment()
            )
            #expect(version.recordCount == 5000)
            #expect(try await store.allStations() == stations.sorted { $0.id < $1.id })
        },
        StoreContract("the ledger says what was imported, from what, and when") { place in
            let store = try await place.open()
            let build = try await store.stations.beginVersion(of: name("dc"))
            try await build.append([station(1), station(2)])
            let rows = RowCounts(read: 9, accepted: 2, merged: 4, rejected: 3)
            let changes = ChangeCounts(added: 2, removed: 5, changed: 6, unchanged: 7)
            let version = try await build.publish(
                source: source,
                rows: rows,
                changes: changes,
                at: moment(5)
            )
            #expect(
                version
                    == DatasetVersion(
                        dataset: try name("dc"),
                        kind: .stations,
                        number: 1,
                        source: source,
                        rows: rows,
                        changes: changes,
                        recordCount: 2,
                        importedAt: moment(5),
                        isPublished: true
                    )
            )
            #expect(try await store.publishedVersions() == [version])
            #expect(try await store.versions(of: name("dc")) == [version])
        },
        StoreContract("nobody sees a version before it is published") { place in
            let store = try await place.open()
            try await store.importStations([station(1)])
            let build = try await store.stations.beginVersion(of: name("dc"))
            try await build.append([station(2)])
            #expect(try await store.allStations() == [station(1)])
            #expect(try await store.versions(of: name("dc")).map(\.number) == [1])
            _ = try await build.publish(
                source: source,
                rows: RowCounts(),
                changes: ChangeCounts(),
                at: moment()
            )
            #expect(try await store.allStations() == [station(2)])
            #expect(try await store.versions(of: name("dc")).map(\.number) == [2, 1])
        },
        StoreContract("an earlier version is published again, and a later one after it") { place in
            let store = try await place.open()
            for number in 1...3 { try await store.importStations([station(number)]) }
            let back = try await store.publish(name("dc"), version: 1)
            #expect(back.number == 1)
            #expect(back.isPublished)
            #expect(try await store.allStations() == [station(1)])
            #expect(
                try await store.versions(of: name("dc")).map(\.isPublished) == [false, false, true]
            )
            _ = try await store.publish(name("dc"), version: 3)
            #expect(try await store.allStations() == [station(3)])
            let fourth = try await store.importStations([station(4)])
            #expect(fourth.number == 4)
        },
        StoreContract("a withdrawn dataset is seen by nobody until a version is published again") {
            place in
            let store = try await place.open()
            for number in 1...2 { try await store.importStations([station(number)]) }
            try await store.importStations([station(1, "other")], as: "other")
            let dataset = try name("dc")
            let withdrawn = try await store.withdraw(dataset, by: "Ann", at: moment(9))
            #expect(withdrawn.number == 2)
            #expect(withdrawn.recordCount == 1)
            #expect(!withdrawn.isPublished)
            #expect(withdrawn.isKept)
            #expect(withdrawn.withdrawals == [Withdrawal(at: moment(9), by: "Ann")])
            #expect(try await store.allStations().map(\.dataset.text) == ["other"])
            #expect(try await store.stations.published(in: "dc").isEmpty)
            #expect(try await store.publishedVersions().map(\.dataset.text) == ["other"])
            #expect(try await store.withdrawnVersions() == [withdrawn])
            #expect(try await store.history(of: dataset).map(\.isPublished) == [false, false])
            await #expect(throws: DatasetError.notPublished(dataset)) {
                try await store.withdraw(dataset, by: "Ann", at: moment(10))
            }
            let back = try await store.publish(dataset, version: 1, by: "Bob", at: moment(11))
            #expect(back.isPublished)
            #expect(try await store.stations.published(in: "dc") == [station(1)])
            #expect(try await store.withdrawnVersions().isEmpty)
            let history = try await store.history(of: dataset)
            #expect(history.map(\.withdrawals.count) == [1, 0])
            #expect(history.map(\.republications.count) == [0, 1])
        },
        StoreContract("a withdrawn dataset can be imported anew, as the kind that it was") {
            place in
            let store = try await place.open()
            try await store.importStations([station(1)])
            _ = try await store.withdraw(name("dc"), by: nil, at: moment(9))
            let third = try await store.importStations([station(3)])
            #expect(third.number == 2)
            #expect(try await store.allStations() == [station(3)])
            #expect(try await store.withdrawnVersions().isEmpty)
            let unknown = DatasetError.unknownDataset(try name("none"))
            await #expect(throws: unknown) {
                try await store.withdraw(name("none"), by: nil, at: moment(9))
            }
        },
        StoreContract("an import that was begun before a withdrawal is not published after it") {
            place in
            let store = try await place.open()
            try await store.importStations([station(1)])
            let build = try await store.stations.beginVersion(of: name("dc"))
            try await build.append([station(2)])
            _ = try await store.withdraw(name("dc"), by: nil, at: moment(9))
            await #expect(throws: DatasetError.publishedMeanwhile(try name("dc"))) {
                try await build.publish(
                    source: source,
                    rows: RowCounts(),
                    changes: ChangeCounts(),
                    at: moment()
                )
            }
            try await build.discard()
            #expect(try await store.allStations().isEmpty)
        },
        StoreContract("versions that do not exist are refused by number") { place in
            let store = try await place.open()
            let dataset = try name("dc")
            await #expect(throws: DatasetError.unknownDataset(dataset)) {
                _ = try await store.publish(dataset, version: 1)
            }
            await #expect(throws: DatasetError.unknownDataset(dataset)) {
                _ = try await store.versions(of: dataset)
            }
            try await store.importStations([station(1)])
            await #expect(
                throws: DatasetError.unknownVersion(dataset, number: 7, existing: [1])
            ) { _ = try await store.publish(dataset, version: 7) }
        },
        StoreContract("stations of all datasets are handed over, each dataset's by itself") {
            place in
            let store = try await place.open()
            try await store.importStations([station(1, "one")], as: "one")
            try await store.importStations([station(1, "two")], as: "two")
            #expect(try await store.allStations().map(\.dataset.text) == ["one", "two"])
            #expect(try await store.stations.published(in: "two") == [station(1, "two")])
            #expect(try await store.stations.published(in: "three").isEmpty)
            #expect(try await store.publishedVersions().map(\.dataset.text) == ["one", "two"])
        },
        StoreContract("an empty version is a version") { place in
            let store = try await place.open()
            try await store.importStations([station(1)])
            let empty = try await store.importStations([])
            #expect(empty.recordCount == 0)
            #expect(try await store.allStations().isEmpty)
        },
        StoreContract("datasets outlive the store that wrote them") { place in
            let store = try await place.open()
            let version = try await store.importStations([station(1)])
            try await store.close()
            let reopened = try await place.open()
            #expect(try await reopened.publishedVersions() == [version])
            #expect(try await reopened.allStations() == [station(1)])
        },
    ]
}
