import Datasets
import Geodesy
import Importing
import Radar
import Testing
import Timekeeping

@Suite struct MessageImporterTests {
    private func messages(_ text: String, map: [String] = [], set: [String] = []) async throws
        -> (report: ImportReport, messages: [ImportedMessage])
    {
        let imports = Imports()
        let report = try await imports.messages(text, map: map, set: set)
        return (report, imports.messages.published)
    }

    @Test("the end is the resolution, else the due time")
    func expiry() async throws {
        let (report, messages) = try await messages(
            """
            id,text,added,due,resolved,lat,lon
            1,Light out,2026-01-01T00:00:00Z,2026-01-05T00:00:00Z,2026-01-03T12:00:00Z,38.9,-77
            2,Sign gone,2026-01-01T00:00:00Z,2026-01-05T00:00:00Z,,38.9,-77
            3,No end,2026-01-01T00:00:00Z,,,38.9,-77
            4,Over,2026-01-04T00:00:00Z,2026-01-04T00:00:00Z,,38.9,-77

            """
        )
        #expect(
            messages.map(\.expiresAt.rfc3339) == ["2026-01-03T12:00:00Z", "2026-01-05T00:00:00Z"]
        )
        #expect(report.rejectedRows.map(\.line) == [4, 5])
        #expect(report.rejectedRows.map(\.cause) == ["blank_time", "expires_before_posted"])
    }

    @Test("defaults are stated, and the caller's constants go before them")
    func constants() async throws {
        let file = "text,posted,lat,lon\nHello,2026-01-01T00:00:00Z,38.9,-77\n"
        let (report, defaults) = try await messages(file)
        #expect(report.constants.map(\.field) == ["category", "ttl_s", "visible_radius_m"])
        #expect(report.constants.map(\.value) == ["news", "2592000", "1000"])
        #expect(defaults.first?.category.rawValue == "news")
        #expect(defaults.first?.visibleRadius.meters == 1_000)
        #expect(defaults.first?.expiresAt.rfc3339 == "2026-01-31T00:00:00Z")
        let (_, given) = try await messages(
            file,
            set: ["category=help", "ttl_s=31536000", "visible_radius_m=250.5"]
        )
        #expect(given.first?.category.rawValue == "help")
        #expect(given.first?.visibleRadius.meters == 250.5)
        // Longer than a post may live: the limit is for posts.
        #expect(given.first?.expiresAt.rfc3339 == "2027-01-01T00:00:00Z")
    }

    @Test("how far and how long, with thousands, are refused with their values and never replaced")
    func thousands() async throws {
        let (report, messages) = try await messages(
            "text,posted,lat,lon,visible_radius_m,ttl_s\n"
                + [
                    "\"12,500\",60", "12.500,60", "20 000,60", "500,\"3,600\"", "500.5,60",
                    "5000,60",
                ]
                .map { "Hello,2026-01-01T00:00:00Z,38.9,-77,\($0)\n" }.joined()
        )
        #expect(report.rejectedRows.map(\.line) == [2, 3, 4, 5])
        #expect(report.rejectedRows.map(\.value) == ["12,500", "12.500", "20 000", "3,600"])
        #expect(messages.map(\.visibleRadius.meters) == [500.5, 5_000])
    }

    @Test("degrees in words are read, and columns of no number are named with what stands there")
    func degreesInWords() async throws {
        let (_, messages) = try await messages(
            "text,posted,lat,lon\nHello,2026-01-01T00:00:00Z,38 deg 30 min N,77 deg. 15 min. 36 sec. W\n"
        )
        #expect(messages.first?.coordinate.latitude == 38.5)
        #expect(messages.first?.coordinate.longitude == -77.26)
        await #expect {
            _ = try await self.messages(
                "text,posted,lat,lon\nHello,2026-01-01T00:00:00Z,north,\"1,038,900\"\n"
            )
        } throws: { error in
            "\(error)".contains("(such as \"north\")") && "\(error)".contains("decimal degrees")
        }
    }

    @Test("a source's own categories are kept as they are; Ambit's are used")
    func categories() async throws {
        let (report, foreign) = try await messages(
            "text,category,posted,lat,lon\nHello,Streetlights,2026-01-01T00:00:00Z,38.9,-77\n"
        )
        #expect(foreign.first?.category.rawValue == "news")
        #expect(foreign.first?.origin.attributes == ["category": "Streetlights"])
        #expect(report.columns[1].field == "attribute")
        let (_, own) = try await messages(
            "text,category,posted,lat,lon\nHello,Cute,2026-01-01T00:00:00Z,38.9,-77\n"
        )
        #expect(own.first?.category.rawValue == "cute")
    }

    @Test("a message without a text, a time or a place is refused")
    func refused() async throws {
        let long = String(repeating: "x", count: 501)
        let (report, messages) = try await messages(
            """
            text,posted,lat,lon
            Fine,2026-01-01T00:00:00Z,38.9,-77
            ,2026-01-01T00:00:00Z,38.9,-77
            \(long),2026-01-01T00:00:00Z,38.9,-77
            No time,,38.9,-77
            Bad time,last Friday,38.9,-77
            Nowhere,2026-01-01T00:00:00Z,0,0
            \(long.dropLast()),2026-01-01T00:00:00Z,38.9,-77

            """
        )
        #expect(messages.count == 2)
        #expect(
            report.rejectedRows.map(\.cause)
                == ["blank_text", "long_text", "blank_time", "bad_time", "missing_coordinate"]
        )
        #expect(report.rejectedRows.map(\.line) == [3, 4, 5, 6, 7])
    }

    @Test("a repeated row is merged; another row under the same id is refused")
    func repeats() async throws {
        let rows = (0..<200).map { "\($0),Text \($0),2026-01-01T00:00:00Z,38.9,-77\n" }.joined()
        let (report, messages) = try await messages(
            "id,text,posted,lat,lon\n\(rows)5,Text 5,2026-01-01T00:00:00Z,38.9,-77\n"
                + "6,Other,2026-01-01T00:00:00Z,38.9,-77\n"
        )
        #expect(messages.count == 200)
        #expect(report.rows.merged == 1)
        #expect(report.rejectedRows.map(\.cause) == ["repeated_key"])
        #expect(report.rejectedRows.first?.reason.contains("line 8") == true)
    }

    @Test("a column that repeats or is blank is passed over as id, with the reason")
    func chosenID() async throws {
        let (report, messages) = try await messages(
            """
            requestid,globalid,text,posted,lat,lon
            1,{A},One,2026-01-01T00:00:00Z,38.9,-77
            1,{B},Two,2026-01-01T00:00:00Z,38.9,-77
            ,{C},Three,2026-01-01T00:00:00Z,38.9,-77

            """
        )
        #expect(messages.map(\.origin.key) == ["{A}", "{B}", "{C}"])
        #expect(messages.first?.origin.attributes == ["requestid": "1"])
        #expect(
            report.columns.first { $0.field == "id" }?.reason
                == "it names every message, unlike requestid (blank in 1 row)"
        )
    }

    @Test("without an id, equal messages are one and others have ids of their own")
    func digests() async throws {
        let (report, messages) = try await messages(
            """
            text,posted,lat,lon
            One,2026-01-01,38.9,-77
            One,2026-01-01,38.9,-77
            One,2026-01-02 10:30,38.9,-77

            """
        )
        #expect(messages.count == 2)
        #expect(Set(messages.map(\.origin.key)).count == 2)
        #expect(report.rows.merged == 1)
        #expect(messages.last?.postedAt.rfc3339 == "2026-01-02T10:30:00Z")
        #expect(report.notes.contains { $0.level == .warning && $0.text.contains("UTC") })
    }

    @Test("the same file again changes nothing")
    func again() async throws {
        let imports = Imports()
        let file = "id,text,posted,lat,lon\n1,Hello,2026-01-01T00:00:00Z,38.9,-77\n"
        #expect(try await imports.messages(file).outcome == .published)
        #expect(try await imports.messages(file).outcome == .nothingToChange)
        let changed = try await imports.messages(file.replacing("Hello", with: "Bye"))
        #expect(changed.changes.firstChanged.first?.differences == ["text was \"Hello\""])
    }

    @Test("a message lies where Radar tells that it does, at five decimals")
    func place() async throws {
        let (_, messages) = try await messages(
            "id,text,posted,lat,lon\n1,Hi,2026-01-01T00:00:00Z,38.90123456,-77.01234567\n"
        )
        let place = try #require(messages.first?.coordinate)
        #expect(place.latitude == 38.90123 && place.longitude == -77.01235)
    }
}
