import RowFilesTesting
import Testing
import Timekeeping

@testable import Importing

@Suite struct NumberTextTests {
    private func double(_ text: String) -> Double? { NumberText.double(Array(text.utf8)[...]) }

    @Test("numbers are the nearest Double, as the standard library reads them", arguments: 0..<500)
    func nearest(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let whole = (0..<Int.random(in: 1...18, using: &random)).map { _ in
            String(Int.random(in: 0...9, using: &random))
        }.joined()
        let decimals = (0..<Int.random(in: 0...25, using: &random)).map { _ in
            String(Int.random(in: 0...9, using: &random))
        }.joined()
        let sign = ["", "-", "+"].randomElement(using: &random) ?? ""
        let text = sign + whole + (decimals.isEmpty ? "" : ".\(decimals)")
        let expected = try #require(Double(text))
        #expect(double(text) == expected)
        #expect(double(text.replacing(".", with: ",")) == expected)
    }

    @Test(
        "what is no number is none",
        arguments: [
            "", "-", ".", "inf", "nan", "0x1p3", "1,234.5", "1.2.3", "1,2,3", "12a", "1 2", "1e999",
            "--1",
        ]
    )
    func noNumber(text: String) { #expect(double(text) == nil) }

    @Test("exponents are read") func exponents() {
        #expect(double("1.5e2") == 150)
        #expect(double("-2E-3") == -0.002)
    }

    @Test(
        "pairs of coordinates",
        arguments: [
            ("38.9, -77.03", 38.9, -77.03), ("38.9,-77.03", 38.9, -77.03),
            ("48,85 2,35", 48.85, 2.35), ("48,85; 2,35", 48.85, 2.35),
            ("-122.5, 38.9", 38.9, -122.5), ("[38.9, -77]", 38.9, -77),
            ("POINT(-77.03 38.9)", 38.9, -77.03), ("Point Z (-77 38 5)", 38, -77),
            ("51°30'0\"N 0°7'30\"W", 51.5, -0.125), ("51 30 0 N, 0 7 30 W", 51.5, -0.125),
            ("33°52'S 151°12'E", -(33 + 52.0 / 60), 151.2),
            ("38º53′51.6″n, 77º0’36”w", 38 + 53.0 / 60 + 51.6 / 3600, -77.01),
            ("N38 53.4 W77\u{A0}0.6", 38.89, -77.01), ("38-30-0N 77-15-0W", 38.5, -77.25),
            ("srid=4326;point(1 2)", 2, 1),
        ]
    )
    func pairs(text: String, latitude: Double, longitude: Double) throws {
        let pair = try #require(PositionText.parse(text))
        #expect((pair.latitude - latitude).magnitude < 1e-12)
        #expect((pair.longitude - longitude).magnitude < 1e-12)
    }

    @Test(
        "what is no pair is none",
        arguments: [
            "", "38.9", "48,85", "1 Main St, 5", "POINT EMPTY", "SRID=x;POINT(1 2)",
            "51°70'0\"N 0°7'W", "LINESTRING(1 2,3 4)", "a, b", "1,2,3",
            "ß38 77W", "38°53'51.6\" 77°0'32\"",
        ]
    )
    func noPair(text: String) { #expect(PositionText.parse(text) == nil) }

    @Test(
        "times, with their zone or without",
        arguments: [
            ("2016-07-08T00:19:28.000Z", "2016-07-08T00:19:28Z", true),
            ("2016-07-08T00:19:28-04:00", "2016-07-08T04:19:28Z", true),
            ("2016-07-08 00:19:28", "2016-07-08T00:19:28Z", false),
            ("2016-07-08 00:19", "2016-07-08T00:19:00Z", false),
            ("2016-07-08", "2016-07-08T00:00:00Z", false),
        ]
    )
    func times(text: String, moment: String, hasZone: Bool) throws {
        let time = try #require(TimeText.parse(text))
        #expect(time.moment.rfc3339 == moment)
        #expect(time.hasZone == hasZone)
    }

    @Test("what is no time is none", arguments: ["", "7/8/2016", "2016-13-01", "noon", "20160708"])
    func noTime(text: String) { #expect(TimeText.parse(text) == nil) }
}
