import Foundation
import GeoJSON
import Geodesy
import Testing

@Suite("JSON writer")
struct JSONWriterTests {
    private func written(_ write: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        write(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test("writes a text of two words as it writes the text")
    func words() {
        // "abcdefgh" and "ijklmnop".
        let words: (UInt64, UInt64) = (0x6867_6665_6463_6261, 0x706F_6E6D_6C6B_6A69)
        for count in 0...16 {
            let text = String("abcdefghijklmnop".prefix(count))
            #expect(
                written { json in
                    json.array { list in
                        list.string(words: words, count: count)
                        list.string(words: words, count: count)
                    }
                } == "[\"\(text)\",\"\(text)\"]"
            )
        }
    }

    @Test("writes members in the order of the calls, with commas between values alone")
    func order() {
        let text = written { json in
            json.object { json in
                json.member("b", 1)
                json.member("a", "x")
                json.member("empty", object: { _ in })
                json.member(
                    "list",
                    array: { list in
                        list.null()
                        list.array { _ in }
                        list.object { $0.member("deep", true) }
                        list.boolean(false)
                    }
                )
                json.member("none", nil as String?)
                json.member("nothing", nil as Int?)
                json.member("texts", ["z": "1", "a": "2"])
            }
        }
        #expect(
            text == #"{"b":1,"a":"x","empty":{},"list":[null,[],{"deep":true},false],"#
                + #""none":null,"nothing":null,"texts":{"a":"2","z":"1"}}"#
        )
    }

    @Test("pieces put together beforehand and values between them get the commas that they need")
    func literals() {
        let text = written { json in
            json.array { json in
                json.literal(#"{"id":"#)
                json.integer(1)
                json.literal(#","place":["#)
                json.number(2.5)
                json.number(-3)
                json.literal("]")
                json.member("name", "x")
                json.literal("}")
                json.literal(#"{"empty":[]}"#)
                json.literal("")
                json.integer(4)
            }
        }
        #expect(text == #"[{"id":1,"place":[2.5,-3],"name":"x"},{"empty":[]},4]"#)
    }

    @Test("whatever stands where in a text is escaped when it must be, and only then")
    func everyByteAnywhere() {
        for length in [1, 7, 8, 9, 16, 23] {
            for position in 0..<length {
                for scalar in UInt8(0)..<128 {
                    var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: length)
                    bytes[position] = scalar
                    let text = written { json in
                        bytes.withUnsafeBufferPointer { json.string(utf8: $0) }
                    }
                    let isPlain = scalar >= 0x20 && scalar != 0x22 && scalar != 0x5C
                    let asItIs = "\"" + String(decoding: bytes, as: UTF8.self) + "\""
                    guard (text == asItIs) == isPlain else {
                        Issue.record("\(scalar) at \(position) of \(length): \(text)")
                        return
                    }
                }
            }
        }
    }

    @Test(
        "a text given as bytes is escaped as the text is",
        arguments: ["", "plain", "a\"b\\c\n", "Дом\u{1}🗳️", String(repeating: "long ", count: 50)]
    )
    func bytes(text: String) {
        var copy = text
        let given = written { json in copy.withUTF8 { json.string(utf8: $0) } }
        #expect(given == written { $0.string(text) })
    }

    @Test(
        "escapes what JSON wants escaped and nothing else",
        arguments: [
            ("plain", #""plain""#),
            ("", #""""#),
            ("say \"hi\"", #""say \"hi\"""#),
            ("a\\b", #""a\\b""#),
            ("\u{8}\t\n\u{c}\r", #""\b\t\n\f\r""#),
            ("\u{0}\u{1}\u{1f}\u{7f}", "\"\\u0000\\u0001\\u001f\u{7f}\""),
            ("Köln / Дом / 投票 / 🗳️", "\"Köln / Дом / 投票 / 🗳️\""),
            ("</script>", #""</script>""#),
        ]
    )
    func escapes(text: String, expected: String) {
        #expect(written { $0.string(text) } == expected)
    }

    @Test(
        "writes numbers as JSON knows them",
        arguments: [
            (0.0, "0"), (-0.0, "0"), (1, "1"), (-77, "-77"), (0.1, "0.1"),
            (38.8976763, "38.8976763"), (1e-7, "1e-07"), (1e300, "1e+300"),
            (.leastNonzeroMagnitude, "5e-324"), (.infinity, "null"), (-.infinity, "null"),
            (.nan, "null"),
        ]
    )
    func numbers(number: Double, expected: String) {
        #expect(written { $0.number(number) } == expected)
    }

    @Test("a number that was written is read back the same, by Foundation too")
    func numbersRoundTrip() throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<5_000 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            let text = written { json in json.array { $0.number(number) } }
            let decoded = try JSONDecoder().decode([Double].self, from: Data(text.utf8))
            #expect(decoded == [number])
        }
    }

    @Test(
        "writes a length to the millimetre without idle zeros",
        arguments: [
            (0.0, "0"), (0.0004, "0"), (0.0006, "0.001"), (1, "1"), (12.5, "12.5"),
            (1203.0400001, "1203.04"), (999.9996, "1000"), (20_003_931.4586, "20003931.459"),
            (1e18, "1e+18"),
        ]
    )
    func meters(meters: Double, expected: String) throws {
        let distance = try Distance.meters(meters)
        #expect(written { $0.meters(distance) } == expected)
    }

    @Test("any text comes back from Foundation's decoder as it was")
    func stringsRoundTrip() throws {
        var random = SeededRandom(seed: 11)
        for _ in 0..<300 {
            let text = randomText(using: &random)
            let json = written { json in json.array { $0.string(text) } }
            let decoded = try JSONDecoder().decode([String].self, from: Data(json.utf8))
            #expect(decoded.map { Array($0.utf8) } == [Array(text.utf8)])
        }
    }

    @Test("bytes that were taken are not written again")
    func takeBytes() {
        var json = JSONWriter(capacity: 64)
        json.array { json in
            json.integer(1)
            #expect(json.takeBytes() == Array("[1".utf8))
            json.integer(2)
        }
        #expect(json.takeBytes() == Array(",2]".utf8))
        #expect(json.bytes.isEmpty)
    }
}

/// A text of random scalars, control characters and characters beyond the first plane among them.
func randomText(using random: inout SeededRandom) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...24, using: &random) {
        let bound: UInt32 = [0x20, 0x80, 0x800, 0x11_0000].randomElement(using: &random) ?? 0x80
        if let scalar = Unicode.Scalar(UInt32.random(in: 0..<bound, using: &random)) {
            text.unicodeScalars.append(scalar)
        }
    }
    return text
}

/// SplitMix64, so that a failure comes back with its seed.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
