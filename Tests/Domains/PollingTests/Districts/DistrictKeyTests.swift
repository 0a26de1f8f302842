import Polling
import Testing

@Suite struct DistrictKeyTests {
    @Test(
        "ways of writing one district are one key",
        arguments: [
            ("precinct", "Precinct 139", "139"), ("precinct", "007", "7"),
            ("voting_precinct", "Pct. 7", "7"), ("ward", "Ward 8", "8"),
            ("Ward", "WARD #08", "8"), ("single_member_district", "SMD 3F03", "3F03"),
            ("smd", "3f03", "3F03"), ("school_district", "School District No. 4", "4"),
            ("zip", "00501", "501"), ("zcta", "20001", "20001"), ("precinct", "120.01", "120.01"),
            ("precinct", "000", "0"), ("city", "St. Paul", "st paul"),
        ]
    )
    func same(type: String, code: String, other: String) {
        #expect(DistrictKey(type: type, code: code) == DistrictKey(type: type, code: other))
    }

    @Test(
        "different districts are different keys",
        arguments: [
            ("precinct", "120", "120.01"), ("precinct", "10", "1"), ("precinct", "A1", "A01x"),
            ("ward", "8", "18"), ("precinct", "", "0"),
        ]
    )
    func different(type: String, code: String, other: String) {
        #expect(DistrictKey(type: type, code: code) != DistrictKey(type: type, code: other))
    }

    @Test("the type tells districts of one code apart")
    func types() {
        #expect(DistrictKey(type: "ward", code: "8") != DistrictKey(type: "precinct", code: "8"))
        #expect(DistrictKey.canonicalType("School District") == "school_district")
        #expect(DistrictKey.canonicalType("ZIP") == "postcode")
    }

    @Test("a code that is nothing but words of its type stays")
    func words() {
        #expect(DistrictKey.bareCode("Precinct 139", type: "precinct") == "139")
        #expect(DistrictKey.bareCode("Ward", type: "ward") == "Ward")
        #expect(DistrictKey.bareCode("3F03", type: "single_member_district") == "3F03")
        #expect(DistrictKey.bareCode("Lincoln Heights", type: "precinct") == "Lincoln Heights")
    }

    /// Codes that are read in the short way or in the long one, for all that a character tells.
    private static func codes() -> [String] {
        var random = SeededRandom(seed: 7)
        let alphabet = Array("0019azAZéß.. -/#'")
        let words = [
            "precinct", "Precinct", "pct", "pct.", "vtd", "voting", "ward", "WARD", "district",
            "no", "nr",
            "number", "smd", "sd", "zip", "st", "0", "1", ".", "..", "00", "01", "1.", ".1", "0.5",
            "120.01", "7a", "a0", "",
        ]
        return words
            + words.flatMap { first in
                words.map { "\(first)\($0)" } + words.map { "\(first) \($0)" }
            }
            + (0..<20_000).map { _ in
                let length = Int.random(in: 1...6, using: &random)
                return String((0..<length).map { _ in alphabet.randomElement(using: &random)! })
            }
    }

    @Test(
        "a code has the key of the same code behind a space, which is never read in the short way",
        arguments: [
            "precinct", "ward", "school_district", "single_member_district", "zip", "Anything",
        ]
    )
    func shortWay(type: String) {
        for code in Self.codes() {
            #expect(
                DistrictKey(type: type, code: code) == DistrictKey(type: type, code: " " + code),
                "\(code)"
            )
        }
    }
}
