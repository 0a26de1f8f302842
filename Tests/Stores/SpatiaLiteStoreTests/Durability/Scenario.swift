import Access
import Datasets
import Geodesy
import Polling
import Radar
import StoreContract
import Testing

@testable import SpatiaLiteStore

/// What is done to a store, one step after the other, each of them acknowledged before the next.
struct Scenario: Sendable, CustomTestStringConvertible {
    typealias Step = @Sendable (SpatiaLiteStore) async throws -> Void

    let name: String
    let steps: [Step]

    var testDescription: String { name }

    /// The ids of the devices that take part.
    static let devices: Range<Int64> = 1..<5
    /// The ids of the messages that are there from the start: three of each device's.
    static let messagesEach: Int64 = 3

    private static func device(_ number: Int64) -> Device.ID { Device.ID(rawValue: number) }

    static let place = Result { try Coordinate(latitude: 38.9, longitude: -77.03) }

    /// Fills a new store with what the steps need.
    static func prepare(_ store: SpatiaLiteStore) async throws {
        for number in devices {
            let device = try await store.addDevice(tokenHash: [UInt8(number)], at: moment())
            #expect(device.id.rawValue == number)
            for text in 1...messagesEach {
                _ = try await store.append(
                    posted("first \(number) \(text)", at: place.get(), by: device)
                )
            }
        }
        try await store.importStations(stations(version: 1))
        try await store.importMessages(tips(version: 1))
    }

    /// So many that they fill several pages, and another number in each version.
    static func stations(version: Int, as name: String = "dc") throws -> [Station] {
        try (0..<(60 + 10 * version)).map {
            try station($0 + 1000 * version, at: place.get(), dataset: name)
        }
    }

    static func tips(version: Int) throws -> [ImportedMessage] {
        try (0..<(40 + 10 * version)).map {
            try imported("tip \($0) of \(version)", at: place.get())
        }
    }

    static let all: [Scenario] = [
        Scenario(
            name: "posts, removals and erasures",
            steps: (0..<12).flatMap { round -> [Step] in
                [
                    { store in
                        _ = try await store.append(
                            NewMessage.posted("round \(round)", by: device(1 + Int64(round % 3)))
                        )
                    },
                    { store in
                        _ = try await store.remove(
                            Message.ID(rawValue: 1 + Int64(round)),
                            by: device(1 + Int64(round) / messagesEach),
                            at: moment()
                        )
                    },
                    { store in _ = try await store.enterMessages(limit: 4) },
                ]
            } + [{ store in _ = try await store.forget(device(1)) }]
                + [{ store in _ = try await store.removeExpired(atOrBefore: moment(9), limit: 9) }]
                + [{ store in _ = try await store.forget(device(2)) }]
        ),
        Scenario(
            name: "bookmarks, settings, decisions and tokens",
            steps: (0..<8).flatMap { round -> [Step] in
                let message = Message.ID(rawValue: 1 + Int64(round))
                return [
                    { store in
                        let outcome = try await store.addBookmark(
                            of: message,
                            by: device(4),
                            at: moment(Int64(round)),
                            limit: 100
                        )
                        #expect(outcome == .kept)
                    },
                    { store in
                        var settings = DeviceSettings.standard
                        settings.scanRadiusMeters = 100 + Double(round)
                        let isSet = try await store.setSettings(settings, of: device(3))
                        #expect(isSet)
                    },
                    { store in
                        _ = try await store.decide(
                            round.isMultiple(of: 2) ? .hide : .restore,
                            on: message,
                            at: moment()
                        )
                    },
                    { store in
                        _ = try await store.addStaffToken(
                            hash: [UInt8(round)],
                            role: .staff,
                            event: nil,
                            label: "\(round)",
                            at: moment()
                        )
                    },
                    { store in
                        let id = Int64(1 + round / 2)
                        _ = try await store.revokeStaffToken(id, at: moment())
                    },
                    { store in
                        try await store.removeBookmark(
                            of: Message.ID(rawValue: 1 + Int64(round / 2)),
                            by: device(4)
                        )
                    },
                ]
            }
        ),
        Scenario(
            name: "imports, publications, rollbacks and withdrawals",
            steps: (2..<7).flatMap { version -> [Step] in
                [
                    { store in try await store.importStations(stations(version: version)) },
                    { store in try await store.importMessages(tips(version: version)) },
                    { store in _ = try await store.publish(dataset("dc"), version: version - 1) },
                    { store in
                        _ = try await store.withdraw(dataset("dc"), by: nil, at: moment())
                    },
                    { store in _ = try await store.publish(dataset("dc"), version: version) },
                    { store in
                        // One that is given up, between others.
                        let build = try await store.stations.beginVersion(of: dataset("dc"))
                        try await build.append(stations(version: 90))
                        try await build.discard()
                    },
                ]
            }
        ),
        Scenario(
            name: "starts and ends",
            steps: (0..<6).map { round -> Step in
                { store in
                    let second = try await SpatiaLiteStore.open(store.path)
                    _ = try await second.append(
                        NewMessage.posted("start \(round)", by: device(1))
                    )
                    try await second.close()
                }
            }
        ),
    ]
}

extension NewMessage {
    /// A message of a device whose id is known.
    static func posted(_ text: String, by author: Device.ID) throws -> NewMessage {
        NewMessage(
            text: text,
            category: Category(rawValue: "news"),
            coordinate: try Scenario.place.get(),
            visibleRadius: try .meters(500),
            postedAt: moment(),
            expiresAt: moment(3600),
            author: author
        )
    }
}
