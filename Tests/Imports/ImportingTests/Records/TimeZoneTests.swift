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

    @Test("a time zone is set for the whole file, and a row's own goes before it")
    func constant() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            Self.file("tz", ["America/Denver", "", "n/a"]),
            set: ["time_zone=Europe/Berlin"]
        )
        #expect(report.constants.map(\.field) == ["time_zone"])
        let zones = imports.stations.published.map(\.timeZone)
        #expect(zones == ["America/Denver", "Europe/Berlin", "Europe/Berlin"])
        let merged = "id,name,lat,lon,precinct\n1,Hall,38.9,-77,1\n1,Hall,38.9,-77,2\n"
        _ = try await imports.stations(merged, set: ["time_zone=Europe/Berlin"], force: true)
        #expect(imports.stations.published.map(\.timeZone) == ["Europe/Berlin"])
        for zone in ["Mars/Phobos", "EST"] {
            let error = await #expect(throws: ImportError.self) {
                try await Imports().stations(merged, set: ["time_zone=\(zone)"])
            }
            #expect(
                error?.description
                    == "time_zone is set to \"\(zone)\"; the IANA name of a time zone is allowed, such as "
                    + "America/Denver or Europe/Berlin, or UTC"
            )
        }
    }

    @Test("of two time zones of one station none is kept, in any order of its rows, which is told")
    func contradicting() async throws {
        let rows = [
            "1,Hall,38.9,-77,Europe/London", "1,Hall,38.9,-77,Europe/Berlin", "1,Hall,38.9,-77,",
            "2,Barn,38.8,-77,Europe/London", "2,Barn,38.8,-77,n/a",
        ]
        for rows in [rows, rows.reversed()] {
            let imports = Imports()
            let report = try await imports.stations(
                "id,name,lat,lon,time_zone\n" + rows.joined(separator: "\n") + "\n",
                set: ["time_zone=Europe/Paris"]
            )
            #expect(report.rows.rejected == 0)
            let zones = Dictionary(
                uniqueKeysWithValues: imports.stations.published.map { ($0.name, $0.timeZone) }
            )
            #expect(zones == ["Hall": nil, "Barn": "Europe/London"])
            #expect(
                report.notes.contains {
                    $0.level == .warning
                        && $0.text == "time_zone differs between the merged rows of 1 station; of "
                            + "Europe/Berlin and Europe/London none is kept, and nobody is told "
                            + "whether such a station is open now"
                }
            )
        }
    }

    @Test("a row with two columns of different time zones is refused")
    func twoColumns() async throws {
        let report = try await Imports().stations(
            "id,name,lat,lon,time_zone,tz\n1,Hall,38.9,-77,Europe/London,Europe/Berlin\n"
                + "2,Barn,38.8,-77,Europe/London,Europe/London\n3,Inn,38.7,-77,,Europe/London\n"
        )
        #expect(report.rejectedRows.map(\.line) == [2])
        #expect(report.rejectedRows.first?.cause == "bad_time")
        #expect(
            report.rejectedRows.first?.reason
                == "time_zone gives another time zone, Europe/London; leave one column out with "
                + "--map COLUMN=ignore"
        )
    }
}
