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
}
