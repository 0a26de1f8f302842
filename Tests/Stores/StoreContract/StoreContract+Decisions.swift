internal import Datasets
internal import Testing

extension StoreContract {
    static let decisionClauses = [
        StoreContract("the last decision about each subject is remembered, for each dataset") {
            place in
            let store = try await place.open()
            func decision(_ subject: String, _ text: String, version: Int?) -> KeptDecision {
                KeptDecision(
                    subject: subject,
                    text: text,
                    version: version,
                    at: moment(Int64(version ?? 0)),
                    by: version == nil ? nil : "clerk \(version ?? 0)"
                )
            }
            let (dc, va) = (try name("dc"), try name("va"))
            #expect(try await store.decisions(of: dc).isEmpty)
            let early = [decision("b", "no", version: 1)]
            await #expect(throws: DatasetError.unknownDataset(dc)) {
                try await store.keep(early, of: dc)
            }
            for dataset in [dc, va] {
                let build = try await store.stations.beginVersion(of: dataset)
                try await build.append([station(1)])
                _ = try await build.publish(
                    source: source,
                    rows: RowCounts(),
                    changes: ChangeCounts(),
                    at: moment()
                )
            }
            try await store.keep(early + [decision("a", "yes", version: nil)], of: dc)
            try await store.keep([decision("b", "yes", version: 4)], of: dc)
            try await store.keep([], of: va)
            let expected = [decision("a", "yes", version: nil), decision("b", "yes", version: 4)]
            #expect(try await store.decisions(of: dc) == expected)
            #expect(try await store.decisions(of: va).isEmpty)
            // Another process sees them as well.
            #expect(try await place.open().decisions(of: dc) == expected)
        }
    ]
}
