import Testing

@testable import Geodesy

@Suite struct PlainNumberTests {
    @Test(
        "decimal numbers are read as people write them",
        arguments: [("38.9", 38.9), ("-77", -77.0), ("+1", 1.0), ("1e3", 1000.0), (".5", 0.5)]
    )
    func reading(text: String, number: Double) { #expect(PlainNumber.read(text) == number) }

    @Test(
        "what nobody means by a number is none",
        arguments: ["0x10", "0x1p3", "nan", "inf", "-infinity", "1e999", "", " 1", "1,5", "１"]
    )
    func none(text: String) { #expect(PlainNumber.read(text) == nil) }

    @Test(
        "digits are read in place as any number is",
        arguments: [
            "38.8977", "-77.0365", "0", "-0", "-0.0", " 7 ", "\t1.25 ", "0.1", "123456789012345678",
            "9007199254740993", "9007199254740992", "0.000000000000000001", "179.9999999",
            "-179.99999999999997", "00012.50",
        ]
    )
    func digits(text: String) throws {
        let trimmed = text.filter { $0 != " " && $0 != "\t" }
        let number = Self.readDigits(text)
        let expected = try #require(PlainNumber.readCell(trimmed))
        // What it leaves to others it says nothing of.
        if let number { #expect(number.bitPattern == expected.bitPattern) }
        #expect(number != nil || trimmed.count > 15)
    }

    @Test("random digits are read to the last bit", arguments: 0..<200)
    func randomDigits(seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let decimals = seed % 15
        let text = "\(Int(state >> 56) % 181).\(String(state >> 20).prefix(decimals))"
        guard !text.hasSuffix("."), text.count <= 16 else { return }
        #expect(Self.readDigits(text)?.bitPattern == Double(text)?.bitPattern)
    }

    @Test(
        "what may not be plain digits is left to others",
        arguments: [
            "", " ", "-", ".", "1.", ".5", "+1", "1e3", "38,9", "1 2", "--1", "0x10", "nan", "１",
        ]
    )
    func noDigits(text: String) { #expect(Self.readDigits(text) == nil) }

    private static func readDigits(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        return PlainNumber.readDigits(bytes.span)
    }
}
