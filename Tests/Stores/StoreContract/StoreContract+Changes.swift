internal import Datasets
internal import Radar
internal import Testing

extension StoreContract {
    static let changeClauses = [
        StoreContract("what one store writes, another that has the place open sees") { place in
            let service = try await place.open()
            let importer = try await place.open()
            let before = try await service.revision()
            #expect(try await service.revision() == before)
            try await importer.importStations([station(1)])
            let after = try await service.revision()
            #expect(after != before)
            #expect(try await service.allStations() == [station(1)])
            let author = try await importer.device()
            _ = try await importer.append(posted(1, by: author))
            #expect(try await service.revision() != after)
            #expect(try await service.allMessages().count == 1)
        },
        StoreContract("an import that runs is not robbed by one that begins or a store that opens")
        {
            place in
            let first = try await place.open()
            let build = try await first.stations.beginVersion(of: name("dc"))
            try await build.append((0..<3000).map { try station($0) })
            let second = try await place.open()
            try await second.importStations([station(1, "other")], as: "other")
            try await build.append((3000..<4000).map { try station($0) })
            let version = try await build.publish(
                source: source,
                rows: RowCounts(),
                changes: ChangeCounts(),
                at: moment()
            )
            #expect(version.recordCount == 4000)
            #expect(try await second.stations.published(in: "dc").count == 4000)
        },
        StoreContract("an import that died is cleared away and leaves the old version whole") {
            place in
            let store = try await place.open()
            try await store.importStations([station(1)])
            do {
                // Nobody holds the build when the block ends, as when its process dies.
                let build = try await store.stations.beginVersion(of: name("dc"))
                try await build.append((0..<3000).map { try station($0) })
                let first = try await store.stations.beginVersion(of: name("new"))
                try await first.append([station(1, "new")])
            }
            let reopened = try await place.open()
            #expect(try await reopened.allStations() == [station(1)])
            #expect(try await reopened.publishedVersions().count == 1)
            try await reopened.importMessages([imported("a", "new")], as: "new")
            #expect(try await reopened.importStations([station(2)]).number == 2)
        },
    ]
}
