import Importing
import Polling
import Testing

/// Time zones that do not exist.
@Suite struct TimeZoneTests {
    private static func file(_ header: String, _ zones: [String]) -> String {
        "name,address,lat,lon,\(header)\n"
            + zones.enumerated().map { index, zone in
                "Hall \(index),\(index + 1) Elm St,38.9\(index),-77.0\(index),\(zone)\n"
            }.joined()
    }

    @Test(
        "a row with a time zone that does not exist is refused, with what is allowed",
        arguments: ["time_zone", "TZ", "Time Zone"],
        ["Mars/Phobos", "America/Denvr", "Denver", "EST", "+01:00"]
    )
    func column(header: String, zone: String) async throws {
        let imports = Imports()
        let report = try await imports.stations(
            Self.file(header, ["America/Denver", zone, "", "n/a", "UTC"])
        )
        #expect(imports.stations.published.map(\.name) == ["Hall 0", "Hall 2", "Hall 3", "Hall 4"])
        let row = try #require(report.rejectedRows.first)
        #expect(report.rejectedRows.count == 1)
        #expect(row.line == 3)
        #expect(row.cause == "bad_time")
        #expect(row.column == header)
        #expect(row.value == zone)
        #expect(
            row.reason.hasSuffix(
                "the IANA name of a time zone is allowed, such as America/Denver or Europe/Berlin, or "
                    + "UTC"
            )
        )
    }

    @Test("so it is in a column that is mapped, or merely kept")
    func others() async throws {
        let mapped = try await Imports().stations(
            Self.file("clock", ["Mars/Phobos", "Europe/London"]),
            map: ["clock=time_zone"]
        )
        #expect(mapped.rejectedRows.map(\.value) == ["Mars/Phobos"])
        let kept = try await Imports().stations(
            Self.file("tz", ["Europe/London", "Mars/Phobos"]),
            map: ["tz=attribute"]
        )
        #expect(kept.rejectedRows.map(\.value) == ["Mars/Phobos"])
        let ignored = try await Imports().stations(
            Self.file("tz", ["Europe/London", "Mars/Phobos"]),
            map: ["tz=ignore"]
        )
        #expect(ignored.rejectedRows.isEmpty)
    }

    @Test("where all rows have it, the error says what is allowed")
    func all() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations(Self.file("tz", ["Mars/Phobos", "Mars/Phobos"]))
        }
        #expect(error?.description.contains("the IANA name of a time zone is allowed") == true)
    }
}
