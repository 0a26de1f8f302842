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
}
