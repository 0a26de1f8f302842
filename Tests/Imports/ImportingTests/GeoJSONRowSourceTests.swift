import Foundation
import Geodesy
import Polling
import Testing

@testable import Importing

@Suite struct GeoJSONRowSourceTests {
    private static func feature(_ name: String, _ coordinates: String = "[-77.03, 38.9]") -> String
    {
        "{\"type\":\"Feature\",\"properties\":{\"name\":\"\(name)\"},"
            + "\"geometry\":{\"type\":\"Point\",\"coordinates\":\(coordinates)}}"
    }

    private func names(_ text: String) async throws -> (ImportReport, [String]) {
        let imports = Imports()
        let report = try await imports.stations(text, name: "stations.json")
        return (report, imports.stations.published.map(\.name))
    }

    @Test("a collection, whatever stands around its features")
    func collection() async throws {
        let (report, names) = try await names(
            "{ \"name\": \"x\", \"crs\": {\"type\": \"name\", \"properties\": {\"name\":\n"
                + "\"urn:ogc:def:crs:OGC:1.3:CRS84\"}}, \"features\" : [ "
                + Self.feature("A \\u00e4 \\\" ]}") + " ,\n"
                + Self.feature("B", "[-77.04, 38.8, 12.5]")
                + " ], \"type\": \"FeatureCollection\", \"n\": 1 }"
        )
        #expect(report.format.kind == "geojson")
        #expect(names == ["A ä \" ]}", "B"])
    }

    @Test("properties of more names than any list has are refused, in one feature or in many")
    func manyNames() async throws {
        let point = "\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}"
        func feature(_ properties: String) -> String {
            "{\"type\":\"Feature\",\"properties\":{\(properties)},\(point)}"
        }
        let names = (0...2_000).map { "\"k\($0)\":1" }
        for text in [
            names.map(feature).joined(separator: "\n"), feature(names.joined(separator: ",")),
        ] {
            let error = await #expect(throws: ImportError.self) { try await self.names(text) }
            let words = "more than 2,000 properties of different names"
            #expect(error?.description.contains(words) == true)
        }
    }

    @Test("one feature after another, with or without record separators")
    func sequences() async throws {
        let (report, names) = try await names(
            "\(Self.feature("A"))\n\u{1E}\(Self.feature("B", "[1.5, 2.5]"))\n\n"
        )
        #expect(report.format.kind == "ndjson")
        #expect(names == ["A", "B"])
    }

    @Test("a broken line of a sequence costs itself alone")
    func brokenLine() async throws {
        let (report, names) = try await names(
            "\(Self.feature("A"))\n{\"type\":\"Feature\",\n\(Self.feature("B", "[1.5, 2.5]"))\n"
                + "nonsense\n\(Self.feature("C", "[1.6, 2.5]"))\n"
        )
        #expect(names == ["A", "B", "C"])
        #expect(report.rejectedRows.map(\.line) == [2, 4])
        #expect(report.rejectedRows.allSatisfy { $0.cause == "bad_feature" })
    }

    @Test("a broken feature of a collection is refused by its number, with the reason")
    func brokenFeature() async throws {
        let (report, names) = try await names(
            "{\"type\":\"FeatureCollection\",\"features\":[\(Self.feature("A")),"
                + "{\"type\":\"Feature\",\"properties\":null,\"geometry\":{\"type\":\"Point\"}},"
                + "{\"type\":\"Feature\",\"properties\":{\"name\":\"L\"},\"geometry\":"
                + "{\"type\":\"LineString\",\"coordinates\":[[1,2],[3,4]]}},"
                + "\(Self.feature("B", "[1.5, 92.5]")),\(Self.feature("C", "[1.6, 2.5]"))]}"
        )
        #expect(names == ["A", "C"])
        #expect(report.rejectedRows.map(\.row) == [2, 3, 4])
        #expect(report.rejectedRows[0].reason == "a Point has no \"coordinates\"")
        #expect(report.rejectedRows[1].reason == "the geometry is a LineString; it must be a Point")
        #expect(report.rejectedRows[2].reason.contains("latitude is 92.5"))
    }

    @Test("a feature with no geometry is a station without a place")
    func noGeometry() async throws {
        let (report, names) = try await names(
            "{\"type\":\"FeatureCollection\",\"features\":[\(Self.feature("A")),"
                + "{\"type\":\"Feature\",\"properties\":{\"name\":\"B\"},\"geometry\":null}]}"
        )
        #expect(names == ["A", "B"])
        #expect(report.withoutPlace == 1)
    }

    @Test(
        "JSON that holds no features is refused with the reason",
        arguments: [
            ("{\"type\":\"FeatureCollection\"}", "has no \"features\""),
            ("{\"type\":\"Topology\",\"objects\":{}}", "its type is \"Topology\""),
            ("{\"a\":1}", "it has no \"type\""), ("[1,2]", "it is a number; it must be an object"),
            ("{\"type\":\"FeatureCollection\",\"features\":[", "it breaks off"),
            (
                "{\"crs\":{\"properties\":{\"name\":\"urn:ogc:def:crs:OGC:1.3:MOON\"}},"
                    + "\"features\":[]}", "\"crs\" member"
            ),
        ]
    )
    func refused(text: String, reason: String) async {
        let error = await #expect(throws: ImportError.self) { try await names(text) }
        #expect(error?.description.contains(reason) == true)
    }

    @Test(
        "the crs member of old files is understood, before the features and behind them",
        arguments: [true, false]
    )
    func oldReferenceSystem(isFirst: Bool) async throws {
        let system = "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"EPSG:27700\"}}"
        let features = "\"features\":[\(Self.feature("A", "[530034, 180381]"))]"
        let imports = Imports()
        let report = try await imports.stations(
            "{\"type\":\"FeatureCollection\",\(isFirst ? system + "," + features : features + "," + system)}",
            name: "stations.geojson"
        )
        #expect(report.coordinates?.system == "EPSG:27700")
        // Nelson's Column, by the Ordnance Survey's own calculator: 51.50774, -0.12801.
        let place = try #require(imports.stations.published.first?.coordinate)
        #expect(abs(place.latitude - 51.5074) < 0.001)
        #expect(abs(place.longitude + 0.1279) < 0.001)
    }

    @Test("an array of objects is read as rows; lists of objects in them are left out, and named")
    func arrays() async throws {
        let (report, names) = try await names(
            """
            [{"stationId": 7, "name": "Hall", "where": {"lat": 51.5, "lng": -0.1}, "homes": [{"a": 1}]},
             {"stationId": 8, "name": "School", "where": {"lat": 51.6, "lng": -0.2}, "homes": []}, 5]
            """
        )
        #expect(report.format.kind == "json")
        #expect(names == ["Hall", "School"])
        #expect(report.rejectedRows.map(\.row) == [3])
        #expect(report.notes.contains { $0.text == "lists of objects were left out: homes" })
    }

    @Test("nothing but white space may follow a collection or an array")
    func secondDocument() async throws {
        let collection = "{\"type\":\"FeatureCollection\",\"features\":[\(Self.feature("A"))]"
        let array = "[{\"name\": \"A\", \"lat\": 51.5, \"lng\": -0.1}]"
        #expect(try await names(collection + ", \"n\": [1, {\"a\": \"}\"}]}\n \n").1 == ["A"])
        #expect(try await names(array + "\r\n").1 == ["A"])
        let refused = [
            (collection + "}\n\(collection)}", "line 2: something follows behind the end"),
            (collection + ",\"n\":1}x", "line 1: something follows behind the end"),
            (collection, "line 1: it breaks off behind the last feature"),
            (collection + ",\"n\":", "line 1: it breaks off behind the last feature"),
            (collection + " 1}", "a comma or the closing brace"),
            (collection + ",\"features\":[]}", "has \"features\" twice"),
            (array + "\n" + array, "line 2: something follows behind the end of the array"),
            (array + "garbage", "line 1: something follows behind the end of the array"),
        ]
        for (text, reason) in refused {
            let error = await #expect(throws: ImportError.self) { try await names(text) }
            #expect(error?.description.contains(reason) == true, "\(text)")
        }
    }

    @Test(
        "what is no text, no number or there twice costs its row alone",
        arguments: [
            ("{\"name\": \"a\\u0000b\", \"lat\": 51.7, \"lng\": 2}", "\\u0000"),
            ("{\"name\": \"a\\ud800\", \"lat\": 51.7, \"lng\": 2}", "half a character"),
            ("{\"name\": \"a\\udc00\", \"lat\": 51.7, \"lng\": 2}", "half a character"),
            ("{\"name\": \"a\\ud800\\u0041\", \"lat\": 51.7, \"lng\": 2}", "half a character"),
            ("{\"name\": \"a\", \"lat\": 1e999, \"lng\": 2}", "1e999 is out of range"),
            ("{\"name\": \"a\", \"lat\": 51.7, \"lng\": 2, \"lat\": 3}", "\"lat\" twice"),
        ]
    )
    func strangeValues(row: String, reason: String) async throws {
        let (report, names) = try await names(
            "[{\"name\": \"A\", \"lat\": 51.5, \"lng\": -0.1},\n\(row),\n"
                + "{\"name\": \"B\", \"lat\": 51.6, \"lng\": -0.2}]"
        )
        #expect(names == ["A", "B"])
        #expect(report.rejectedRows.map(\.row) == [2])
        #expect(report.rejectedRows.first?.reason.contains(reason) == true)
    }
}

/// JSON that is none from its beginning on: told as JSON, not as a table that lacks its columns.
@Suite struct BrokenJSONTests {
    @Test(
        "JSON whose beginning is lost or wrapped is told as such",
        arguments: [
            "\"type\": \"FeatureCollection\", \"features\": []}\n",
            "var stations = {\"type\":\"FeatureCollection\",\"features\":[]};\n",
            "callback([{\"name\":\"Hall\",\"lat\":38.9,\"lon\":-77}])\n",
            "// made by hand\n{\"type\":\"FeatureCollection\",\n\"features\":[]}\n",
        ]
    )
    func broken(text: String) async throws {
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations(text, name: "stations.json")
        }
        let words = try #require(error?.description)
        #expect(
            words.hasPrefix("\"stations.json\" is JSON, but no GeoJSON that can be read: it begins")
        )
        #expect(words.contains("where a { or a [ is due"))
    }

    @Test("a text that is no table at all is told as such, whatever its name")
    func noTable() async throws {
        let text = "not a json file\ncan't be parsed\n\nLorem ipsum dolor sit amet\n"
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations(text, name: "stations.json")
        }
        #expect(error == .noTable(name: "stations.json", firstLine: "not a json file"))
        #expect(error?.description.contains("nor is it JSON, which begins with a { or a [") == true)
    }

    @Test("a table with JSON in its cells is a table")
    func cells() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "name|note|lat|lon\nHall|{\"open\": \"7-20\"}|38.9|-77\n"
        )
        #expect(report.rows.accepted == 1)
        #expect(imports.stations.published.first?.attributes["note"] == "{\"open\": \"7-20\"}")
    }
}
