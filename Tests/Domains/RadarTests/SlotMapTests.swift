import Testing

@testable import Radar

@Suite struct SlotMapTests {
    @Test("agrees with a dictionary after every change", arguments: [0, 1, 40, 1 << 40] as [Int64])
    func agrees(with distance: Int64) {
        var random = SeededRandom(seed: UInt64(distance) + 3)
        var map = SlotMap()
        var right: [Message.ID: UInt32] = [:]
        for step in 0..<20_000 {
            // Close together, far apart, and the highest that there may be.
            let near = Int64.random(in: 1...300, using: &random)
            let id = Message.ID(
                rawValue: step % 50 == 0 ? Int64.max - near : near * (distance + 1) + distance
            )
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1: #expect(map.removeValue(forKey: id) == right.removeValue(forKey: id))
            case 2:
                map[id] = nil
                right[id] = nil
            default:
                map[id] = UInt32(step)
                right[id] = UInt32(step)
            }
            #expect(map[id] == right[id])
            #expect(map.count == right.count)
            #expect(map.isEmpty == right.isEmpty)
            guard step % 500 == 0 else { continue }
            #expect(map.values.sorted() == right.values.sorted())
            for (id, slot) in right { #expect(map[id] == slot) }
        }
        for id in right.keys { map[id] = nil }
        #expect(map.isEmpty && map.values.isEmpty)
    }
}
