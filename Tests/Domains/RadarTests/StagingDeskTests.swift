import Geodesy
import RadarTesting
import Synchronization
import Testing
import Timekeeping

@testable import Radar

@Suite struct StagingDeskTests {
    private func message(_ id: Int64) throws -> Message {
        Message(
            id: Message.ID(rawValue: id),
            text: "hello",
            category: .news,
            coordinate: try place(38.9, -77),
            visibleRadius: try .meters(1000),
            postedAt: electionMorning,
            expiresAt: electionMorning + 1000,
            author: alice,
            origin: nil
        )
    }

    @Test("batches are staged one at a time in their order, and all before the end")
    func stagingDesk() async throws {
        let staged = Kept<[Int64]>([])
        let packer = MessagePacker(publicIDs: MemoryRadarStore.publicIDs)
        let desk = StagingDesk { batch in
            for record in batch.records { staged.value.withLock { $0.append(record.id) } }
        }
        for batch in 0..<40 {
            let messages = try (1...5).map { try message(Int64(batch * 5 + $0)) }
            desk.take(MessageBatch(messages, packer))
        }
        await desk.finish()
        #expect(staged.value.withLock { $0 } == Array(1...200))
    }
}
