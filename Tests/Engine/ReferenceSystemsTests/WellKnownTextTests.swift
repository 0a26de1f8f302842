import Testing

@testable import ReferenceSystems

/// What is let through to PROJ of a stranger's description.
@Suite struct WellKnownTextTests {
    private static let sphere =
        "GEOGCS[\"GCS \"\"A\"\"\",DATUM[\"D\",SPHEROID[\"S\",6378137.0,298.25]],PRIMEM[\"G\",0],UNIT[\"Degree\",1e-2]]"

    @Test("a description is written anew, token by token")
    func tokens() throws {
        #expect(try WellKnownText(Self.sphere).text == Self.sphere)
        let spaced = " GEOGCS ( \"A\" ,\r\n\tAXIS [ \"Lat\" , north ] ) "
        #expect(try WellKnownText(spaced).text == "GEOGCS[\"A\",AXIS[\"Lat\",north]]")
        // A system with heights, as ESRI writes it.
        let two = "PROJCS[\"A\",-1.5],VERTCS[\"B\"]"
        #expect(try WellKnownText(two).text == two)
    }

    static let refused = [
        "", "GEOGCS", "GEOGCS[", "GEOGCS[]", "GEOGCS[\"A\"", "GEOGCS[\"A]", "[\"A\"]",
        "GEOGCS[\"A\",]", "GEOGCS[\"A\")", "GEOGCS[\"A\"]]", "GEOGCS[\"A\"] more",
        "GEOGCS[\"A\u{1}\"]", "GEOGCS[\"A\nB\"]", "GEOGCS[\"A\",1e400]", "GEOGCS[\"A\",1e16]",
        "GEOGCS[\"A\",nan]x", "GEOGCS[\"A\",--1]", "GEOGCS[\"A\",0x10]", "GEOGCS[\"A\",+]",
        "+proj=longlat +datum=WGS84", "EPSG:4326", "A[1],B[2],C[3]",
        String(repeating: "A[", count: 25) + "1" + String(repeating: "]", count: 25),
        "A[\"" + String(repeating: "x", count: 1_025) + "\"]",
        "A[" + String(repeating: "1,", count: 4_000) + "1]",
        "A[" + String(repeating: "1", count: 41) + "]",
        String(repeating: " ", count: 64 << 10) + "A[1]",
    ]

    @Test("anything else is refused", arguments: refused)
    func refusals(text: String) {
        #expect(throws: ReferenceSystemError.self) { try WellKnownText(text) }
        #expect(throws: ReferenceSystemError.self) {
            try CoordinateReferenceSystem(wellKnownText: text)
        }
    }

    @Test("what the register itself writes is let through")
    func register() throws {
        let texts = [
            "PROJCS[\"NAD83 / Maryland\",GEOGCS[\"NAD83\",DATUM[\"North_American_Datum_1983\",SPHEROID[\"GRS 1980\",6378137,298.257222101]],PRIMEM[\"Greenwich\",0],UNIT[\"degree\",0.0174532925199433]],PROJECTION[\"Lambert_Conformal_Conic_2SP\"],PARAMETER[\"latitude_of_origin\",37.6666666666667],PARAMETER[\"central_meridian\",-77],PARAMETER[\"standard_parallel_1\",39.45],PARAMETER[\"standard_parallel_2\",38.3],PARAMETER[\"false_easting\",400000],PARAMETER[\"false_northing\",0],UNIT[\"metre\",1],AUTHORITY[\"EPSG\",\"26985\"]]"
        ]
        for text in texts {
            #expect(try CoordinateReferenceSystem(wellKnownText: text).code == 26_985)
        }
    }
}
