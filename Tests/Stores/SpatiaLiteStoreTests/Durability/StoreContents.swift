import Datasets
import Polling
import Radar
import StoreContract

@testable import SpatiaLiteStore

/// What a store answers, in words that can be compared.
struct StoreContents: Sendable, Hashable {
    /// By id.
    var messages: [Int64: String] = [:]
    /// Everything else.
    var others: [String] = []

    /// Reads all that clients, staff and readers of datasets are told.
    ///
    /// - Parameter devices: The ids of devices whose own lists are read.
    static func of(_ store: SpatiaLiteStore, devices: Range<Int64>) async throws -> StoreContents {
        var contents = StoreContents()
        for message in try await store.allMessages() {
            contents.messages[message.id.rawValue] = "\(message)"
        }
        for number in devices {
            let device = Device.ID(rawValue: number)
            let bookmarks = try await store.bookmarks(
                of: device,
                after: nil,
                limit: 1000,
                at: moment()
            )
            contents.others += bookmarks.map { "device \(number) keeps \($0)" }
            let sent = try await store.sent(by: device, before: nil, limit: 1000, at: moment())
            contents.others += sent.map { "device \(number) sent \($0)" }
            if let settings = try await store.settings(of: device) {
                contents.others.append("device \(number) set \(settings)")
            }
            let known = try await store.device(tokenHash: [UInt8(number)])
            contents.others.append("device \(number) is \(known == nil ? "gone" : "known")")
        }
        let versions = try await store.publishedVersions()
        for version in versions { contents.others.append("published \(version)") }
        for name in versions.map(\.dataset) {
            contents.others += try await store.decisions(of: name).map { "\($0)" }
            // Not whether an earlier one has its records still: they are removed after the publication
            // that makes them superfluous, and may be at the next start.
            contents.others += try await store.history(of: name).map { version in
                "imported \(version.dataset) \(version.number): \(version.recordCount), "
                    + "\(version.isPublished), \(version.republications), \(version.withdrawals)"
            }
        }
        contents.others += try await store.allStations().map { "\($0)" }
        contents.others += try await store.staffTokens().map { "\($0)" }
        return contents
    }
}
