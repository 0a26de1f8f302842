import Geodesy
import RadarTesting
import Testing

@testable import Radar

@Suite struct MessageCursorTests {
    private let ids = MemoryRadarStore.publicIDs

    private func cursor(seed: UInt64) throws -> MessageCursor {
        var random = SeededRandom(seed: seed)
        return MessageCursor(
            snapshot: MessageCursor.Snapshot(
                board: random.next(),
                epoch: .random(in: .min ... .max, using: &random),
                revision: random.next(),
                highestID: Message.ID(rawValue: .random(in: 0 ... .max, using: &random))
            ),
            position: MessageCursor.Position(
                distance: try .meters(.random(in: 0...2e7, using: &random)),
                id: Message.ID(rawValue: .random(in: 0 ... .max, using: &random))
            ),
            shown: UInt32(truncatingIfNeeded: random.next()),
            queryDigest: random.next()
        )
    }

    @Test("a cursor is read back as it was written", arguments: 0..<50 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        let cursor = try cursor(seed: seed)
        let text = cursor.text(under: ids)
        #expect(try MessageCursor(parsing: text, under: ids) == cursor)
        #expect(
            text.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0))
            }
        )
    }

    @Test("a cursor with any letter changed, missing or added is refused on `cursor`")
    func mangled() throws {
        let text = Array(try cursor(seed: 3).text(under: ids))
        for place in text.indices {
            var changed = text
            changed[place] = text[place] == "x" ? "y" : "x"
            for mangled in [changed, Array(text[..<place]), text + text[place...]] {
                let error = #expect(throws: RadarError.self) {
                    try MessageCursor(parsing: String(mangled), under: ids)
                }
                #expect(error?.parameters == ["cursor"])
            }
        }
    }

    @Test(
        "rubbish is refused",
        arguments: [
            "", "-", "next", "%00", "🧭", String(repeating: "A", count: 82),
            String(repeating: "A", count: 1_000_000),
        ]
    )
    func rubbish(text: String) {
        #expect(throws: MessageCursor.refusal) { try MessageCursor(parsing: text, under: ids) }
    }

    @Test("queries that differ in anything but limit and cursor have different digests")
    func digests() throws {
        let query = MessageQuery(center: try place(1, 2), radius: try .meters(3))
        var others = Array(repeating: query, count: 7)
        others[0].center = try place(2, 1)
        others[1].radius = try .meters(4)
        others[2].order = .newest
        others[3].categories = []
        others[4].categories = [.news]
        others[5].categories = [.news, .cute]
        others[6].categories = [Category(rawValue: "newscute")]
        #expect(Set(others.map(\.digest) + [query.digest]).count == 8)
        var same = query
        same.limit = 7
        same.cursor = try cursor(seed: 1)
        #expect(same.digest == query.digest)
        let set: Set<Radar.Category> = [.help, .news, .cute, .funny]
        others[5].categories = set
        others[6].categories = Set(Array(set).reversed())
        #expect(others[5].digest == others[6].digest)
    }
}
