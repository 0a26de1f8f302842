import Geodesy
import RadarTesting
import Testing

@testable import Radar

@Suite struct EventLogTests {
    private func record(_ id: Int64) throws -> MessageTable.Record {
        var table = MessageTable(publicIDs: MemoryRadarStore.publicIDs)
        let message = Message(
            id: Message.ID(rawValue: id),
            text: "a",
            category: .news,
            coordinate: try place(1, 2),
            visibleRadius: try .meters(10),
            postedAt: electionMorning,
            expiresAt: electionMorning + 1000,
            author: alice,
            origin: nil
        )
        let slot = table.add(message, revision: 1)
        return table[slot]
    }

    @Test(
        "keeps the latest entries and says when it does not go back far enough",
        arguments: [1, 7, 100]
    )
    func keeps(capacity: Int) throws {
        var log = EventLog(capacity: capacity)
        #expect(log.entries(after: 0)?.isEmpty == true)
        for number in 1...250 {
            log.append(.posted, try record(Int64(number)))
            for after in 0...(number + 1) {
                let found = log.entries(after: UInt64(after))?.map(\.messageID)
                let isKept = after <= number && number - after <= capacity
                #expect(found == (isKept ? (after..<number).map { Int64($0 + 1) } : nil))
            }
        }
        #expect(log.entries(after: 249, limit: 0)?.isEmpty == true)
        #expect(log.entries(after: UInt64(250 - capacity), limit: 1)?.count == 1)
    }

    @Test("goes back to nothing before a break")
    func breaks() throws {
        var log = EventLog(capacity: 10)
        for number in 1...5 { log.append(.posted, try record(Int64(number))) }
        log.breakOff()
        #expect(log.last == 6)
        #expect(log.entries(after: 5) == nil)
        #expect(log.entries(after: 6)?.isEmpty == true)
        log.append(.removed, try record(9))
        #expect(log.entries(after: 6)?.map(\.messageID) == [9])
        #expect(log.entries(after: 3) == nil)
    }
}
