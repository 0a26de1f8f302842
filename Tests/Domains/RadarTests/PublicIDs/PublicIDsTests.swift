import Cryptography
import Geodesy
import RadarTesting
import Testing

@testable import Radar

@Suite("Public ids")
struct PublicIDsTests {
    private let ids = MemoryRadarStore.publicIDs

    @Test(
        "SipHash-2-4 is that of OpenSSL",
        // openssl mac -macopt hexkey:000102030405060708090a0b0c0d0e0f -macopt size:8 SIPHASH
        arguments: [
            ("", 0x310E_0EDD_47DB_6F72), ("\u{0}", 0xFD67_DC93_C539_F874),
            ("\u{0}\u{1}\u{2}", 0x2D7E_FBD7_9666_6785),
            ("\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}", 0xCEE3_FE58_6E46_C9CB),
        ] as [(String, UInt64)]
    )
    func sipHash(message: String, expected: UInt64) {
        var word: UInt64 = 0
        for byte in message.utf8.reversed() { word = word << 8 | UInt64(byte) }
        let hash = SipHash(key: 0..<16).hash(word, count: UInt64(message.utf8.count))
        #expect(hash.byteSwapped == expected)
    }

    @Test(
        "an id is the text that the construction gives, worked out by another program",
        arguments: [
            (0, "mb4w6ezqg79tzz"), (1, "m5g1wdkdymsj5s"), (2, "m1bfdha5bhaj2q"),
            (3, "m1sjpfj7673c02"), (.max, "m9098xcwe6tsm2"),
        ] as [(Int64, String)]
    )
    func knownTexts(number: Int64, text: String) throws {
        let id = Message.ID(rawValue: number)
        #expect(ids.publicID(of: id).description == text)
        #expect(ids.messageID(parsing: text) == id)
    }

    @Test("every number has an id of its own and is found by it again")
    func roundTrip() throws {
        var random = SeededRandom(seed: 1)
        var numbers: [Int64] = [.min, -1, 0, 1, .max]
        numbers += 2...5000
        for _ in 0..<5000 { numbers.append(.random(in: .min ... .max, using: &random)) }
        var texts: Set<String> = []
        for number in numbers {
            let id = Message.ID(rawValue: number)
            let text = ids.publicID(of: id).description
            #expect(text.count == 14)
            #expect(text.allSatisfy { $0.isASCII && ($0.isNumber || $0.isLowercase) })
            #expect(ids.messageID(parsing: text) == id)
            texts.insert(text)
        }
        #expect(texts.count == Set(numbers).count)
    }

    @Test("ids that follow each other differ in half their bits, and their order says nothing")
    func noPattern() {
        let numbers = (1...20_000).map {
            ids.publicID(of: Message.ID(rawValue: Int64($0))).number
        }
        var flipped = [Int](repeating: 0, count: 64)
        var ascending = 0
        for (one, next) in zip(numbers, numbers.dropFirst()) {
            for bit in 0..<64 { flipped[bit] += Int((one ^ next) >> UInt64(bit) & 1) }
            if one < next { ascending += 1 }
        }
        // 20,000 throws of a coin: six standard deviations are 424.
        for count in flipped + [ascending] { #expect((9_576...10_424).contains(count)) }
    }

    @Test(
        "a text that is no id names a message that never is",
        arguments: [
            "", "1", "7", "m", "m5g1wdkdymsj5", "m5g1wdkdymsj5s0", "M5G1WDKDYMSJ5S",
            "n5g1wdkdymsj5s", "m5g1wdkdymsj5i", "m5g1wdkdymsj5u", "mg000000000000",
            "m5g1wdkdymsj5 ",
            "m5g1wdkdymsj5\u{301}", "-1", "99999999999999999999", "m\u{0}g1wdkdymsj5s",
        ]
    )
    func noID(text: String) {
        #expect(Message.PublicID(parsing: text) == nil)
        #expect(ids.messageID(parsing: text) == Message.ID(rawValue: 0))
    }

    @Test("another secret gives other ids")
    func secrets() throws {
        let others = PublicIDs(secret: ServiceSecret())
        let id = Message.ID(rawValue: 1)
        #expect(others.publicID(of: id) != ids.publicID(of: id))
        #expect(ServiceSecret() != ServiceSecret())
        #expect(ServiceSecret(bytes: [1, 2, 3]) == nil)
        #expect("\(ServiceSecret())" == "a secret")
    }

    @Test("numbers that are sealed come back, and look different behind another start")
    func sealed() {
        let numbers: [UInt64] = [0, 1, 1, .max, 42]
        let sealed = ids.sealed(numbers, after: 5)
        #expect(ids.opened(sealed, after: 5) == numbers)
        #expect(Set(sealed).count == sealed.count)
        #expect(Set(sealed).isDisjoint(with: ids.sealed(numbers, after: 6)))
        // A cursor does not tell what a message is called.
        #expect(ids.sealed([7], after: 0)[0] != ids.publicID(of: Message.ID(rawValue: 7)).number)
    }

    @Test("no cursor holds a number of a message or of changes, wherever it begins")
    func cursors() throws {
        for number in [1, 2, 3, 1_000_000] as [Int64] {
            let cursor = MessageCursor(
                snapshot: MessageCursor.Snapshot(
                    board: 0,
                    epoch: 0,
                    revision: UInt64(number),
                    highestID: Message.ID(rawValue: number)
                ),
                position: MessageCursor.Position(
                    distance: .zero,
                    id: Message.ID(rawValue: number)
                ),
                shown: 0,
                queryDigest: 0
            )
            let position = ListPosition(
                moment: electionMorning,
                id: Message.ID(rawValue: number)
            )
            let plain = withUnsafeBytes(of: number.bigEndian) { Array($0) }
            for text in [cursor.text(under: ids), position.text(under: ids)] {
                let bytes = try #require(Base64URL.decode(text))
                for start in 0...(bytes.count - 8) {
                    #expect(!bytes[start...].starts(with: plain))
                }
            }
            let read = try ListPosition(parsing: position.text(under: ids), under: ids)
            #expect(read == position)
        }
    }
}
