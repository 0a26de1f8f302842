import Datasets
import Geodesy
import RadarTesting
import SpatialIndex
import Testing
import Timekeeping

@testable import Radar

@Suite struct MessageBatchTests {
    @Test("whatever words a batch begins with, its messages are what they were")
    func renumbers() throws {
        var live = LiveMessages(publicIDs: MemoryRadarStore.publicIDs)
        let messages = try (1...60).map { try message($0) }
        live.beginRefresh(of: nil)
        // Each batch numbers its words as they come to it: the same word has another number in each.
        for start in stride(from: 0, to: messages.count, by: 7) {
            let part = messages[start..<min(start + 7, messages.count)].reversed()
            let batch = MessageBatch(Array(part), live.table.packer)
            live.stage(batch, 0..<3)
            live.stage(batch, 3..<batch.count)
        }
        #expect(live.publishRefresh(bulkIndex: indexed(live)).isEmpty)
        #expect(live.violatedInvariants() == [])
        for message in messages {
            #expect(live.message(message.id, at: electionMorning) == message)
        }
    }

    @Test("who reads the same again leaves every message where it is, and another word is seen")
    func confirms() throws {
        var live = LiveMessages(publicIDs: MemoryRadarStore.publicIDs)
        var messages = try (1...20).map { try message($0) }
        for message in messages { live.insert(message) }
        let before = messages.map { live.slots[$0.id] }
        live.beginRefresh(of: nil)
        live.stage(MessageBatch(messages.reversed(), live.table.packer), 0..<messages.count)
        #expect(live.publishRefresh(bulkIndex: nil).isEmpty)
        #expect(messages.map { live.slots[$0.id] } == before)

        messages[7] = try message(8, value: "another")
        live.beginRefresh(of: nil)
        live.stage(MessageBatch(messages, live.table.packer), 0..<messages.count)
        let retired = live.publishRefresh(bulkIndex: nil)
        #expect(retired == [try #require(before[7])])
        for slot in retired { live.erase(slot) }
        #expect(live.violatedInvariants() == [])
        #expect(live.message(messages[7].id, at: electionMorning) == messages[7])
    }

    @Test("many at once expire one after the other, as few do")
    func expires() throws {
        var live = LiveMessages(publicIDs: MemoryRadarStore.publicIDs)
        live.insert(try message(500))
        let messages = try ((1...90) + [500]).map { try message($0) }
        live.beginRefresh(of: nil)
        live.stage(MessageBatch(messages, live.table.packer), 0..<messages.count)
        #expect(live.publishRefresh(bulkIndex: nil).isEmpty)
        #expect(live.violatedInvariants() == [])
        #expect(live.removeExpired(at: electionMorning + 1045, limit: 1000) == 45)
        #expect(live.count == 46)
        #expect(live.violatedInvariants() == [])
        #expect(live.removeExpired(at: electionMorning + 2000, limit: 1000) == 46)
    }

    private func indexed(_ live: LiveMessages) -> NumberedQuadTree? {
        live.countToIndexAtEnd.map { NumberedQuadTree(live.pointsToIndexAtEnd(0..<$0)) }
    }

    private func message(_ number: Int, value: String? = nil) throws -> Message {
        let headers = ["STATUS", "Straße", "", "z\(number % 4)"]
        let attributes = Dictionary(
            uniqueKeysWithValues: headers.prefix(number % 5).map { ($0, value ?? "v\(number)") }
        )
        return Message(
            id: Message.ID(rawValue: Int64(number)),
            text: String(repeating: "ü\"", count: number % 9),
            category: Category(rawValue: "c\(number % 5)"),
            coordinate: try place(38.9 + Double(number) / 1000, -77).published,
            visibleRadius: try .meters(1000),
            postedAt: electionMorning,
            expiresAt: electionMorning + Int64(1000 + number),
            author: number % 3 == 0 ? alice : nil,
            origin: number % 3 == 0
                ? nil
                : Message.Origin(
                    dataset: try DatasetName("d\(number % 2)"),
                    key: "k\(number)",
                    attributes: attributes
                )
        )
    }
}
