import Datasets
import Geodesy
import RadarTesting
import Testing
import Timekeeping

@testable import Radar

@Suite struct MessageTableTests {
    @Test("a message comes back as it went in")
    func roundTrip() throws {
        let dataset = try DatasetName("dc")
        let origins: [Message.Origin?] = [
            nil,
            Message.Origin(dataset: dataset, key: "", attributes: [:]),
            Message.Origin(
                dataset: try DatasetName("dc2"),
                key: "SR-17 ü",
                attributes: ["STATUS": "open", "": "x", "empty": "", "Straße": "Ring 🗳️"]
            ),
            Message.Origin(
                dataset: dataset,
                key: String(repeating: "k", count: 300),
                attributes: ["STATUS": String(repeating: "é", count: 20_000)]
            ),
        ]
        var table = MessageTable(publicIDs: MemoryRadarStore.publicIDs)
        var kept: [(slot: UInt32, message: Message)] = []
        for (number, origin) in origins.enumerated() {
            for text in ["", "a", "🇺🇸 vote", String(repeating: "long ", count: 100)] {
                let message = Message(
                    id: Message.ID(rawValue: Int64.max - Int64(kept.count)),
                    text: text,
                    category: Category(rawValue: "c\(number)"),
                    coordinate: try place(-90 + Double(number) / 8, 180),
                    visibleRadius: try .meters(Double(number) / 3),
                    postedAt: Timestamp(millisecondsSince1970: .min),
                    expiresAt: Timestamp(millisecondsSince1970: .max - Int64(number)),
                    author: origin == nil ? alice : nil,
                    origin: origin
                )
                kept.append((table.add(message, revision: 1), message))
            }
        }
        for (slot, message) in kept { #expect(table.message(at: slot) == message) }
        #expect(table.count == kept.count)
        for (slot, _) in kept.prefix(5) { table.remove(at: slot) }
        #expect(table.count == kept.count - 5)
        let again = table.add(kept[15].message, revision: 2)
        #expect(kept.prefix(5).map(\.slot).contains(again))
        #expect(table.message(at: again) == kept[15].message)
        for (slot, message) in kept.dropFirst(5) { #expect(table.message(at: slot) == message) }
    }

    @Test("a record's fixed part stays small")
    func recordSize() {
        #expect(MemoryLayout<MessageTable.Record>.stride <= 96)
    }
}
