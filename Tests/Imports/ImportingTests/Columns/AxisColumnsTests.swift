import Foundation
import Geodesy
import Importing
import Polling
import TestSupport
import Testing

/// Columns of degrees under headers that do not say which axis they are.
@Suite struct AxisColumnsTests {
    private func places(
        _ header: String,
        _ rows: [String]
    ) async throws -> (ImportReport, [Coordinate]) {
        let imports = Imports()
        let lines = rows.enumerated().map {
            "Hall \($0.offset),\($0.offset + 1) Elm St,\($0.element)"
        }
        let report = try await imports.stations(
            "name,address,\(header)\n" + lines.joined(separator: "\n") + "\n"
        )
        return (report, imports.stations.published.compactMap(\.coordinate))
    }

    private static let washington = ["-77.0301,38.9012", "-77.0402,38.9103", "-77.0503,38.9204"]

    @Test(
        "no latitude is beyond 60° south, so a column of -77 is a longitude",
        arguments: ["foo,bar", "c1,LATITUDE", "LONGITUDE,c2", "lon,c2", "x1,lat"]
    )
    func western(header: String) async throws {
        let (_, found) = try await places(header, Self.washington)
        #expect(found.map(\.longitude) == [-77.0301, -77.0402, -77.0503])
        #expect(found.map(\.latitude) == [38.9012, 38.9103, 38.9204])
    }

    @Test("nor with fewer decimals, where one column is negative throughout")
    func coarse() async throws {
        let (report, found) = try await places("foo,bar", ["-77.03,38.9", "-77.04,38.91"])
        #expect(found.map(\.longitude) == [-77.03, -77.04])
        #expect(
            report.columns.first { $0.column == "foo" }?.reason.hasPrefix("by what it holds")
                == true
        )
        // Two that may both be latitudes are amounts, as likely as not.
        let error = await #expect(throws: ImportError.self) {
            try await places("foo,bar", ["-7.03,38.9", "-7.04,38.91"])
        }
        #expect(error?.description.hasPrefix("no column holds coordinates") == true)
    }

    @Test("where both may be latitudes, the postcodes, states and words of the file decide")
    func evident() async throws {
        let (_, cologne) = try await places(
            "PLZ,a,b",
            ["50667,6.9601,50.9401", "50668,6.9702,50.9502"]
        )
        #expect(cologne.map(\.latitude) == [50.9401, 50.9502])
        let (_, arizona) = try await places(
            "zip,a,b,c",
            ["85001,0.1234,33.4501,-112.0701", "85002,0.2345,33.4602,-112.0802"]
        )
        #expect(arizona.map(\.longitude) == [-112.0701, -112.0802])
        #expect(arizona.map(\.latitude) == [33.4501, 33.4602])
    }

    @Test("else each choice is told with a value of it, and what to write")
    func unclear() async throws {
        let rows = ["6.9601,50.9401", "6.9702,50.9502"]
        var error = await #expect(throws: ImportError.self) { try await places("a,b", rows) }
        #expect(
            error?.description
                == "longitude could be any of \"a\", such as 6.9601; \"b\", such as 50.9401. Say which is "
                + "which, for instance with --map a=latitude --map b=longitude"
        )
        error = await #expect(throws: ImportError.self) {
            try await places("lat,b,c", ["50.9401,6.9601,0.1234", "50.9502,6.9702,0.2345"])
        }
        #expect(
            error?.description
                == "longitude could be any of \"b\", such as 6.9601; \"c\", such as 0.1234. Say which is "
                + "which, for instance with --map lat=latitude --map b=longitude"
        )
    }

    @Test(
        "the capital's list is placed alike with and without the headers of its degrees",
        arguments: [
            [("LONGITUDE", "Z12")], [("LATITUDE", "Z13")], [("LONGITUDE", "c"), ("LATITUDE", "d")],
        ]
    )
    func realFile(renamed: [(String, String)]) async throws {
        guard let path = Checkout.realFile("dc/polling_places.csv") else { return }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        var other = text
        for (old, new) in renamed {
            let header = try #require(other.firstRange(of: old))
            other.replaceSubrange(header, with: new)
        }
        let (known, unknown) = (Imports(), Imports())
        _ = try await known.stations(text)
        _ = try await unknown.stations(other)
        func found(_ imports: Imports) -> Set<Coordinate> {
            Set(imports.stations.published.compactMap(\.coordinate))
        }
        #expect(found(known).count > 100)
        #expect(found(unknown) == found(known))
    }
}
