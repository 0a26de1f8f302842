internal import Datasets
internal import Polling
internal import Radar
internal import Testing

extension StoreContract {
    static let conflictClauses = [
        StoreContract("of two imports that run at once, the second to publish is refused") {
            place in
            let store = try await place.open()
            let dataset = try name("dc")
            try await store.importStations([station(1)])
            let first = try await store.stations.beginVersion(of: dataset)
            let second = try await store.stations.beginVersion(of: dataset)
            try await first.append([station(2)])
            try await second.append([station(3)])
            let version = try await second.publish(
                source: source,
                rows: RowCounts(),
                changes: ChangeCounts(),
                at: moment()
            )
            await #expect(throws: DatasetError.publishedMeanwhile(dataset)) {
                _ = try await first.publish(
                    source: source,
                    rows: RowCounts(),
                    changes: ChangeCounts(),
                    at: moment()
                )
            }
            try await first.discard()
            #expect(try await store.allStations() == [station(3)])
            #expect(try await store.publishedVersions() == [version])
        },
        StoreContract("a rollback during an import is not undone by it") { place in
            let store = try await place.open()
            let dataset = try name("dc")
            try await store.importStations([station(1)])
            try await store.importStations([station(2)])
            let build = try await store.stations.beginVersion(of: dataset)
            _ = try await store.publish(dataset, version: 1)
            await #expect(throws: DatasetError.publishedMeanwhile(dataset)) {
                _ = try await build.publish(
                    source: source,
                    rows: RowCounts(),
                    changes: ChangeCounts(),
                    at: moment()
                )
            }
            #expect(try await store.allStations() == [station(1)])
        },
        StoreContract("a dataset keeps its kind") { place in
            let store = try await place.open()
            try await store.importStations([station(1)], as: "dc")
            try await store.importMessages([imported("a")], as: "tips")
            let dc = try name("dc")
            let tips = try name("tips")
            let noMessages = DatasetError.wrongKind(dc, expected: .messages, found: .stations)
            let noStations = DatasetError.wrongKind(tips, expected: .stations, found: .messages)
            await #expect(throws: noMessages) {
                _ = try await store.importedMessages.beginVersion(of: dc)
            }
            await #expect(throws: noMessages) {
                try await store.importedMessages.forEachPublished(in: dc) { _ in }
            }
            await #expect(throws: noStations) {
                _ = try await store.stations.beginVersion(of: tips)
            }
            await #expect(throws: noStations) {
                try await store.stations.forEachPublished(in: tips) { _ in }
            }
            #expect(try await store.allStations().count == 1)
        },
        StoreContract("a discarded first import leaves its name free") { place in
            let store = try await place.open()
            let build = try await store.stations.beginVersion(of: name("dc"))
            try await build.append([station(1)])
            try await build.discard()
            try await build.discard()
            #expect(try await store.publishedVersions().isEmpty)
            try await store.importMessages([imported("a", "dc")], as: "dc")
            #expect(try await store.publishedVersions().map(\.kind) == [.messages])
        },
        StoreContract("a version that was published or discarded takes no more") { place in
            let store = try await place.open()
            let build = try await store.stations.beginVersion(of: name("dc"))
            try await build.append([station(1)])
            _ = try await build.publish(
                source: source,
                rows: RowCounts(),
                changes: ChangeCounts(),
                at: moment()
            )
            await #expect(throws: (any Error).self) {
                try await build.append([station(2)])
                _ = try await build.publish(
                    source: source,
                    rows: RowCounts(),
                    changes: ChangeCounts(),
                    at: moment()
                )
            }
            try await build.discard()
            #expect(try await store.allStations() == [station(1)])
        },
        StoreContract("an id that a version repeats is refused by name, and nothing changes") {
            place in
            let store = try await place.open()
            try await store.importStations([station(1)])
            let build = try await store.stations.beginVersion(of: name("dc"))
            let error = await #expect(throws: (any Error).self) {
                try await build.append([station(5), station(6), station(5)])
                _ = try await build.publish(
                    source: source,
                    rows: RowCounts(),
                    changes: ChangeCounts(),
                    at: moment()
                )
            }
            #expect("\(error as Any)".contains("dc.5"))
            try await build.discard()
            #expect(try await store.allStations() == [station(1)])
        },
    ]
}
