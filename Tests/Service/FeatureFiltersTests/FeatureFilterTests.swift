import FeatureCollections
import Geodesy
import Testing

@testable import FeatureFilters

@Suite struct FeatureFilterTests {
    private static let fields = [
        FeatureField("name", .text, ""), FeatureField("size", .integer, ""),
        FeatureField("open", .boolean, ""), FeatureField("from", .day, ""),
        FeatureField("to", .day, ""), FeatureField("rate", .number, ""),
    ]

    private func feature(
        name: String? = "Main Street Library",
        size: Int64? = 5,
        open: Bool? = true,
        from: String? = "2026-01-01",
        to: String? = "2026-12-31",
        rate: Double? = 2.5,
        at place: (Double, Double)? = (42.1, -101.5)
    ) throws -> Feature {
        Feature(
            id: "f",
            shape: try place.map {
                .point(try Coordinate(latitude: $0.0, longitude: $0.1))
            },
            values: [
                .of(name), size.map(FieldValue.integer) ?? .null,
                open.map(FieldValue.boolean) ?? .null, .of(from), .of(to),
                rate.map(FieldValue.number) ?? .null,
            ]
        )
    }

    private func filter(_ text: String) throws -> FeatureFilter {
        try FeatureFilter(
            text,
            in: text.hasPrefix("{") || text == "true" ? .json : .text,
            over: Self.fields
        )
    }

    @Test(
        "what holds of a library that is open all year",
        arguments: [
            ("name = 'Main Street Library'", true), ("name <> 'Main Street Library'", false),
            ("size = 5", true), ("size = 5.0", true), ("size < 5", false), ("size <= 5", true),
            ("5 = size", true), ("rate >= 2.5e0", true), ("size > -3", true),
            ("open = true", true), ("open", true), ("NOT open", false), ("open = FALSE", false),
            ("size BETWEEN 4 AND 6", true), ("size NOT BETWEEN 4 AND 6", false),
            ("size BETWEEN 6 AND 4", false), ("size IN (1, 5)", true), ("size NOT IN (5)", false),
            ("name IN ('a', 'Main Street Library')", true),
            ("name LIKE 'Main%'", true), ("name LIKE '%street%'", false),
            ("CASEI(name) LIKE casei('%STREET%')", true), ("name LIKE 'Main_Street%y'", true),
            ("name NOT LIKE '%z%'", true), (#"name LIKE 'Main\%'"#, false),
            ("name LIKE '%%%'", true),
            ("casei(name) = casei('main street LIBRARY')", true), ("name LIKE ''", false),
            ("name IS NULL", false), ("name IS NOT NULL", true), ("geometry IS NOT NULL", true),
            ("size = 4 OR size = 5 AND open", true), ("(size = 4 OR size = 5) AND NOT open", false),
            ("size=5 and not(open=false)", true), ("NOT NOT open", true),
            ("\"name\" = 'Main Street Library'", true),
            ("from = DATE('2026-01-01')", true), ("from < '2026-01-02'", true),
            ("from BETWEEN DATE('2025-12-31') AND DATE('2026-01-01')", true),
            ("T_AFTER(from, DATE('2025-12-31'))", true), ("T_BEFORE(from, to)", true),
            ("T_INTERSECTS(INTERVAL(from, to), TIMESTAMP('2026-12-31T23:00:00Z'))", true),
            ("T_INTERSECTS(INTERVAL(from, to), TIMESTAMP('2027-01-01T00:00:00Z'))", false),
            ("T_DURING(INTERVAL(from, to), INTERVAL('2025-01-01', '..'))", true),
            ("T_CONTAINS(INTERVAL(from, to), DATE('2026-05-05'))", true),
            ("T_EQUALS(from, DATE('2026-01-01'))", true), ("T_DISJOINT(from, to)", true),
            ("T_MEETS(INTERVAL('..', '2026-01-01'), INTERVAL(from, to))", true),
            ("T_METBY(INTERVAL('2026-12-31', '..'), INTERVAL(from, to))", true),
            ("T_STARTS(INTERVAL(from, '2026-02-01'), INTERVAL(from, to))", true),
            ("T_STARTEDBY(INTERVAL(from, to), INTERVAL(from, from))", true),
            ("T_FINISHES(INTERVAL('2026-02-01', to), INTERVAL(from, to))", true),
            ("T_FINISHEDBY(INTERVAL(from, to), INTERVAL(to, to))", true),
            ("T_OVERLAPS(INTERVAL('2025-01-01', '2026-02-01'), INTERVAL(from, to))", true),
            ("T_OVERLAPPEDBY(INTERVAL(from, to), INTERVAL('2025-01-01', '2026-02-01'))", true),
            ("S_INTERSECTS(geometry, POINT(-101.5 42.1))", true),
            ("S_INTERSECTS(geometry, POINT(42.1 -10.5))", false),
            ("S_INTERSECTS(BBOX(-102, 42, -101, 43), geometry)", true),
            ("S_DISJOINT(geometry, BBOX(-102, 42, -101, 43))", false),
            ("S_INTERSECTS(geometry, BBOX(170, 42, -101, 43))", true),
            ("S_INTERSECTS(geometry, POLYGON((-102 42, -101 42, -101 43, -102 42)))", true),
            (
                "S_INTERSECTS(geometry, POLYGON((-102 42, -101 42, -101 43, -102 42), "
                    + "(-101.6 42.05, -101.4 42.05, -101.4 42.2, -101.6 42.05)))", false
            ),
            ("S_INTERSECTS(geometry, LINESTRING(-102 42.1, -101 42.1))", true),
            ("S_INTERSECTS(geometry, MULTIPOINT((1 2), (-101.5 42.1)))", true),
            ("S_INTERSECTS(geometry, MULTIPOINT(1 2, -101.5 42.1))", true),
            (
                "S_INTERSECTS(geometry, GEOMETRYCOLLECTION(POINT(1 2), LINESTRING(-101.5 42, "
                    + "-101.5 43)))", true
            ),
            // By GeographicLib (GeodSolve -i): 1110.753 m along the meridian.
            ("S_DWITHIN(geometry, POINT(-101.5 42.11), 1110.8)", true),
            ("S_DWITHIN(geometry, POINT(-101.5 42.11), 1110.6)", false),
            (#"{"op":"=","args":[{"property":"size"},5]}"#, true),
            (
                #"{"op":"and","args":[{"property":"open"},{"op":"not","args":[{"op":"isNull","args":[{"property":"name"}]}]}]}"#,
                true
            ),
            (#"{"op":"in","args":[{"property":"size"},[1,5]]}"#, true),
            (#"{"op":"between","args":[{"property":"rate"},2,3]}"#, true),
            (
                #"{"op":"like","args":[{"op":"casei","args":[{"property":"name"}]},"%library"]}"#,
                true
            ),
            (#"{"op":"t_after","args":[{"property":"from"},{"date":"2025-01-01"}]}"#, true),
            (
                #"{"op":"t_intersects","args":[{"interval":[{"property":"from"},".."]},{"timestamp":"2026-05-05T00:00:00Z"}]}"#,
                true
            ),
            (
                #"{"op":"s_intersects","args":[{"property":"geometry"},{"bbox":[-102,42,-101,43]}]}"#,
                true
            ),
            (
                #"{"op":"s_intersects","args":[{"property":"geometry"},{"type":"Point","coordinates":[-101.5,42.1]}]}"#,
                true
            ),
            (
                #"{"op":"s_dwithin","args":[{"property":"geometry"},{"type":"Point","coordinates":[-101.5,42.11]},1200]}"#,
                true
            ),
            ("true", true),
        ] as [(String, Bool)]
    )
    func conditions(text: String, expected: Bool) throws {
        #expect(try filter(text).holds(feature()) == expected)
    }

    @Test(
        "what is not known is neither true nor false, and is found by neither",
        arguments: [
            "name = 'a'", "NOT name = 'a'", "size IN (1)", "size NOT IN (1)", "open", "NOT open",
            "name LIKE '%'", "name NOT LIKE '%'", "size BETWEEN 1 AND 9", "T_AFTER(from, to)",
            "NOT T_AFTER(from, to)", "S_INTERSECTS(geometry, BBOX(-180,-90,180,90))",
            "S_DISJOINT(geometry, POINT(1 2))", "S_DWITHIN(geometry, POINT(1 2), 20000000)",
            "NOT (open AND size = 1)",
        ]
    )
    func unknown(text: String) throws {
        let empty = try feature(
            name: nil,
            size: nil,
            open: nil,
            from: nil,
            to: nil,
            rate: nil,
            at: nil
        )
        #expect(try !filter(text).holds(empty))
        #expect(try filter("name IS NULL AND size IS NULL AND geometry IS NULL").holds(empty))
        #expect(try filter("open OR name IS NULL").holds(empty))
        #expect(try !filter("open AND name IS NULL").holds(empty))
    }

    @Test(
        "what is wrong is told with its place",
        arguments: [
            ("", "at character 1:"), ("name", "at character 1:"), ("name =", "at character 7:"),
            ("name = 'a", "at character 8:"), ("name == 'a'", "at character 7:"),
            ("nam = 'a'", "at character 1: there is no property \"nam\"; there are name, size,"),
            ("name = 5", "at character 8:"), ("size = 'x'", "at character 8:"),
            ("size = 1 AND", "at character 13:"), ("size = 1 size", "at character 10:"),
            ("(size = 1", "at character 10:"), ("size = 1)", "at character 9:"),
            ("size LIKE 'a'", "at character 1:"), ("name LIKE 5", "at character 11:"),
            ("size BETWEEN 1 OR 2", "at character 16:"), ("size IN ()", "at character 10:"),
            ("name IS 5", "at character 9:"), ("f(size) = 1", "at character 1: there is no f"),
            ("size = 1e999", "at character 8:"), ("size = 1..2", "at character 8:"),
            ("S_WITHIN(geometry, POINT(1 2))", "at character 1:"),
            ("S_INTERSECTS(geometry, POINT(1))", "at character 31:"),
            ("S_INTERSECTS(geometry, POINT(200 1))", "at character 24:"),
            ("S_INTERSECTS(geometry, POLYGON((0 0, 1 1, 0 0)))", "at character 24:"),
            ("S_INTERSECTS(geometry, BBOX(1,2,3))", "at character 24:"),
            ("S_INTERSECTS(name, POINT(1 2))", "at character 1:"),
            ("S_INTERSECTS(geometry)", "at character 1:"),
            ("S_DWITHIN(geometry, POINT(1 2), -1)", "at character 33:"),
            ("S_DWITHIN(geometry, LINESTRING(1 2, 3 4), 1)", "at character 1:"),
            ("geometry = 1", "at character 1:"), ("from = DATE('2026-13-01')", "at character 8:"),
            ("T_AFTER(name, DATE('2026-01-01'))", "at character 9:"),
            ("T_AFTER(from, INTERVAL('2026-02-01', '2026-01-01'))", "at character 15:"),
            ("name = 'é' AND !", "at character 16:"), ("5", "at character 1:"),
            ("NOT", "at character 4:"), ("size + 1 = 2", "at character 6:"),
            ("{", "in line 1, column 2:"), (#"{"op":"=","args":[1]}"#, "as a whole:"),
            (#"{"op":"and","args":[true,{"op":"x","args":[]}]}"#, "at args[1]:"),
            (#"{"op":"in","args":[{"property":"size"},["a"]]}"#, "at args[1][0]:"),
            (#"{"op":"=","args":[{"property":"size"},null]}"#, "at args[1]:"),
            (#"{"op":"=","op":"<","args":[1,2]}"#, "as a whole:"),
        ]
    )
    func faults(text: String, start: String) throws {
        do {
            _ = try filter(text)
            Issue.record("it is taken")
        } catch let fault as FilterFault {
            #expect("\(fault)".hasPrefix(start), "\(fault)")
        }
    }

    @Test("depth, length and number of parts are bounded, and nothing crashes at the bounds")
    func bounds() throws {
        func isRead(_ text: String) -> Bool { (try? filter(text)) != nil }
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "open" + String(repeating: ")", count: depth)
        }
        #expect(isRead(nested(FilterLimits.depth - 1)))
        for depth in [FilterLimits.depth + 1, 4000] { #expect(!isRead(nested(depth))) }
        #expect(!isRead(String(repeating: "NOT ", count: 2000) + "open"))
        #expect(!isRead(String(repeating: "casei(", count: 1000)))
        #expect(!isRead("name = '" + String(repeating: "a", count: FilterLimits.bytes) + "'"))
        #expect(isRead(Array(repeating: "open", count: 900).joined(separator: " OR ")))
        #expect(!isRead(Array(repeating: "open", count: 1100).joined(separator: " OR ")))
        #expect(!isRead(String(repeating: #"{"op":"not","args":["#, count: 60) + "true"))
        let like = try filter("name LIKE '" + String(repeating: "%a", count: 1000) + "'")
        #expect(try !like.holds(feature(name: String(repeating: "a", count: 999) + "b")))
    }

    @Test("no bytes whatever bring the readers down", arguments: 0..<200)
    func noise(seed: Int) throws {
        let words = [
            "name", "size", "AND", "OR", "NOT", "(", ")", "=", "<", "'a'", "5", "LIKE", "IN", "IS",
            "NULL", "BETWEEN", "POINT", "(1 2)", "S_INTERSECTS", "geometry", ",", "DATE",
            "INTERVAL",
            "\"", "'", "{", "[", "op", ":", "é", "\u{0}", "..",
        ]
        var state = UInt64(seed + 1)
        let text = (0..<30).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return words[Int(state >> 33) % words.count]
        }.joined(separator: " ")
        for encoding in FeatureFilter.Encoding.allCases {
            _ = try? FeatureFilter(text, in: encoding, over: Self.fields)
        }
    }

    @Test("lines and areas meet what has a place in common with them, and nothing else")
    func shapes() throws {
        func place(_ longitude: Double, _ latitude: Double) throws -> Coordinate {
            try Coordinate(latitude: latitude, longitude: longitude)
        }
        let ring = [
            try place(0, 0), try place(10, 0), try place(10, 10), try place(0, 10), try place(0, 0),
        ]
        let hole = [try place(2, 2), try place(8, 2), try place(8, 8), try place(2, 8)]
        let area = Feature(
            id: "",
            shape: .area(MultiPolygon([try Polygon(exterior: ring, holes: [hole])])),
            values: Array(repeating: .null, count: 6)
        )
        let line = Feature(
            id: "",
            shape: .line([try place(0, 0), try place(10, 10)]),
            values: Array(repeating: .null, count: 6)
        )
        for (geometry, inArea, inLine) in [
            ("POINT(1 1)", true, true), ("POINT(5 5)", false, true), ("POINT(2 3)", true, false),
            ("POINT(11 11)", false, false), ("LINESTRING(4 4, 6 4)", false, true),
            ("LINESTRING(4 4, 12 4)", true, true), ("LINESTRING(10 -1, 10 11)", true, true),
            ("LINESTRING(3 4, 3 6)", false, false),
            ("POLYGON((3 3, 7 3, 7 7, 3 7, 3 3))", false, true),
            ("POLYGON((-1 -1, 11 -1, 11 11, -1 11, -1 -1))", true, true),
            ("POLYGON((0.5 0.2, 1 0.2, 1 0.4, 0.5 0.2))", true, false),
            ("POLYGON((10 10, 12 10, 12 12, 10 10))", true, true),
            ("BBOX(3, 3, 7, 7)", false, true), ("BBOX(3, 4, 3.5, 6)", false, false),
        ] {
            let filter = try filter("S_INTERSECTS(geometry, \(geometry))")
            #expect(filter.holds(area) == inArea, "\(geometry)")
            #expect(filter.holds(line) == inLine, "\(geometry)")
        }
        // By GeographicLib: 1105.74 m from the equator to 0.01 degrees south.
        #expect(try filter("S_DWITHIN(geometry, POINT(5 -0.01), 1105.8)").holds(area))
        #expect(try !filter("S_DWITHIN(geometry, POINT(5 -0.01), 1105.7)").holds(area))
        #expect(try filter("S_DWITHIN(geometry, POINT(1 1), 0)").holds(area))
        #expect(try !filter("S_DWITHIN(geometry, POINT(5 5), 1000)").holds(area))
    }
}
