import Geodesy
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
        let desk = StagingDesk { batch in
            for message in batch { staged.value.withLock { $0.append(message.id.rawValue) } }
        }
        for batch in 0..<40 {
            desk.take(try (0..<5).map { try message(Int64(batch * 5 + $0)) })
        }
        await desk.finish()
        #expect(staged.value.withLock { $0 } == Array(0..<200))
    }
}
