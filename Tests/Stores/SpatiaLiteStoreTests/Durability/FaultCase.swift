import Access
import Datasets
import GRDB
import Geodesy
import Polling
import Radar
import StoreContract
import Testing

@testable import SpatiaLiteStore

/// Something that a store does, again and again, while calls to its disk fail.
struct FaultCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// Makes what the round needs, while nothing fails.
    var prepare: @Sendable (SpatiaLiteStore, _ round: Int) async throws -> Void = { _, _ in }
    /// Does it; a second time after a failure whose outcome is not known.
    let attempt: @Sendable (SpatiaLiteStore, _ round: Int) async throws -> Void
    /// Whether it is done.
    let isDone: @Sendable (SpatiaLiteStore, _ round: Int) async throws -> Bool

    var testDescription: String { name }

    private static let author = Device.ID(rawValue: 1)
    private static let marked = Message.ID(rawValue: 2)

    private static func hash(_ round: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt64(round).bigEndian, Array.init)
    }

    private static func published(_ store: SpatiaLiteStore, _ name: String) async throws -> Int? {
        try await store.publishedVersions().first { $0.dataset.text == name }?.recordCount
    }

    /// Another number of records in each of three rounds, so that one version differs from the next.
    private static func size(_ round: Int) -> Int { 40 + round % 3 }

    static let all: [FaultCase] = [
        FaultCase(
            name: "a post",
            attempt: { store, round in
                _ = try await store.append(
                    NewMessage.posted("fault \(round)", by: author),
                    once: PostKey(
                        hash: hash(round),
                        contentDigest: hash(round),
                        expiresAt: moment(3600)
                    )
                )
            },
            isDone: { store, round in
                try await store.allMessages().count { $0.text == "fault \(round)" } == 1
            }
        ),
        FaultCase(
            name: "a bookmark",
            prepare: { store, _ in try await store.removeBookmark(of: marked, by: author) },
            attempt: { store, _ in
                _ = try await store.addBookmark(
                    of: marked,
                    by: author,
                    at: moment(),
                    limit: 10
                )
            },
            isDone: { store, _ in
                try await store.bookmark(of: marked, by: author, at: moment()) != nil
            }
        ),
        FaultCase(
            name: "an erasure",
            prepare: { store, round in
                guard try await store.device(tokenHash: hash(round)) == nil else { return }
                let device = try await store.addDevice(tokenHash: hash(round), at: moment())
                _ = try await store.append(NewMessage.posted("erase \(round)", by: device.id))
            },
            attempt: { store, round in
                guard let device = try await store.device(tokenHash: hash(round)) else { return }
                _ = try await store.forget(device.id)
            },
            isDone: { store, round in
                let device = try await store.device(tokenHash: hash(round))
                let isThere = try await store.allMessages().contains { $0.text == "erase \(round)" }
                guard (device == nil) == !isThere else { throw HalfDone() }
                return device == nil
            }
        ),
        FaultCase(
            name: "an import of stations",
            prepare: { store, round in
                guard try await published(store, "faults") == size(round) else { return }
                try await store.importStations(stations(round + 1), as: "faults")
            },
            attempt: { store, round in
                try await store.importStations(stations(round), as: "faults")
            },
            isDone: { store, round in
                try await published(store, "faults") == size(round)
            }
        ),
        FaultCase(
            name: "an import of messages",
            prepare: { store, round in
                guard try await published(store, "tips") == size(round) else { return }
                try await store.importMessages(tips(round + 1))
            },
            attempt: { store, round in try await store.importMessages(tips(round)) },
            isDone: { store, round in try await published(store, "tips") == size(round) }
        ),
        FaultCase(
            name: "a rollback",
            prepare: { store, _ in try await publish(store, 2) },
            attempt: { store, _ in try await publish(store, 1) },
            isDone: { store, _ in
                try await store.publishedVersions().first { $0.dataset.text == "dc" }?.number == 1
            }
        ),
        FaultCase(
            name: "entering posts into the R-tree",
            prepare: { store, round in
                _ = try await store.append(NewMessage.posted("tree \(round)", by: author))
            },
            attempt: { store, _ in
                while try await store.enterMessages(limit: 64) > 0 {}
            },
            isDone: { store, _ in
                try await store.connections.read { db in
                    try Bool.fetchOne(
                        db,
                        sql: "SELECT NOT EXISTS (SELECT 1 FROM message AS t "
                            + "WHERE \(MessageTree.isMissing))"
                    ) == true
                }
            }
        ),
    ]

    private static func stations(_ round: Int) throws -> [Station] {
        try (0..<size(round)).map {
            try station($0, at: Scenario.place.get(), dataset: "faults")
        }
    }

    private static func tips(_ round: Int) throws -> [ImportedMessage] {
        try (0..<size(round)).map { try imported("\(round) \($0)", at: Scenario.place.get()) }
    }

    private static func publish(_ store: SpatiaLiteStore, _ number: Int) async throws {
        let current = try await store.publishedVersions().first { $0.dataset.text == "dc" }
        guard current?.number != number else { return }
        _ = try await store.publish(dataset("dc"), version: number)
    }

    /// Something was done by half.
    struct HalfDone: Error {}
}
