import Polling
import TestSupport
import Testing

@testable import Importing

@Suite struct AccessibilityTextTests {
    @Test(
        "words of access as lists write them",
        arguments: [
            ("Full Access", Accessibility.Answer.yes), ("Full", .yes), ("FULLY ACCESSIBLE", .yes),
            ("Wheelchair Access", .yes), ("1.0", .yes), ("Rollstuhlgerecht", .yes), ("None", .no),
            ("No access", .no), ("0.0", .no), ("nicht barrierefrei", .no), ("Assisted", .unknown),
            ("Limited", .unknown), ("Partial access", .unknown), ("ask at the door", .unknown),
        ]
    )
    func words(text: String, answer: Accessibility.Answer) {
        #expect(AccessibilityText.answer(text) == answer)
    }

    @Test("None is no access, though elsewhere it is nothing; words that are neither are counted")
    func counts() async throws {
        let imports = Imports()
        let words = [
            "Full Access", "Assisted", "Limited", "None", "ramp at rear", "ramp at rear", "", "n/a",
        ]
        let rows = words.enumerated().map { "H\($0),38.\($0)1,-77,\($1)\n" }.joined()
        let report = try await imports.stations("name,lat,lon,wheelchair access\n" + rows)
        let stations = imports.stations.published.sorted { $0.name < $1.name }
        #expect(
            stations.map(\.accessibility.wheelchair)
                == [.yes, .unknown, .unknown, .no, .unknown, .unknown, .unknown, .unknown]
        )
        #expect(stations[1].accessibility.note == "Assisted")
        #expect(stations[6].accessibility.note == nil)
        let unknown = try #require(report.notes.first { $0.text.contains("neither yes nor no (") })
        #expect(unknown.level == .warning)
        #expect(unknown.text.contains("in 2 rows"))
        #expect(unknown.text.contains("\"ramp at rear\" 2"))
        #expect(unknown.lines == [6, 7])
        let limited = try #require(report.notes.first { $0.text.contains("needs help") })
        #expect(limited.level == .note)
        #expect(limited.text.contains("\"Assisted\" 1, \"Limited\" 1"))
    }

    @Test(
        "a letter or a digit is a code and no answer where others beside it are none",
        arguments: [
            (["F", "B", "A"], [Accessibility.Answer.unknown, .unknown, .unknown]),
            (["F", "N"], [.unknown, .no]), (["T", "F"], [.yes, .no]), (["F"], [.no]),
            (["0", "1", "2"], [.unknown, .unknown, .unknown]), (["0", "1"], [.no, .yes]),
            (["Y", "N", "U"], [.yes, .no, .unknown]), (["X"], [.yes]),
        ]
    )
    func codes(words: [String], answers: [Accessibility.Answer]) async throws {
        let imports = Imports()
        let rows = words.enumerated().map { "H\($0),38.\($0)1,-77,\($1)\n" }.joined()
        let report = try await imports.stations("name,lat,lon,Accessibility\n" + rows)
        let stations = imports.stations.published.sorted { $0.name < $1.name }
        #expect(stations.map(\.accessibility.wheelchair) == answers)
        #expect(
            report.notes.contains { $0.finding.code == "unknown_access" }
                == answers.contains(.unknown)
        )
    }

    @Test("Limited is said, whatever stands in the column of notes besides")
    func limitedWithNote() async throws {
        let imports = Imports()
        _ = try await imports.stations(
            """
            name,lat,lon,wheelchair access,accessibility note
            A,38.1,-77,Limited,ramp at the back
            B,38.2,-77,Limited,limited: ramp at the back
            C,38.3,-77,Full,ramp at the back
            """
        )
        let notes = imports.stations.published.sorted { $0.name < $1.name }
            .map(\.accessibility.note)
        #expect(
            notes == [
                "Limited; ramp at the back", "limited: ramp at the back", "ramp at the back",
            ]
        )
    }

    @Test("the Australian gazette's Full, Assisted and None are read")
    func gazette() async throws {
        guard let path = Checkout.realFile("stations/au/aec_prdelms_gaz_20180713.csv") else {
            return
        }
        let imports = Imports()
        let report = try await imports.stations(path: path, mode: .publish)
        let answers = imports.stations.published.map(\.accessibility.wheelchair)
        #expect(answers.contains(.yes))
        #expect(answers.count { $0 == .no } > 400)
        #expect(report.notes.contains { $0.text.contains("\"Assisted\"") && $0.level == .note })
    }

    @Test(
        "a header that speaks of barriers, of others' needs or of what is done says nothing of access",
        arguments: [
            "Access Barriers", "Accessibility Issues", "Accessibility problems", "Barriers",
            "Wheelchair barriers", "Nicht barrierefrei", "Accessibility Waiver", "Not accessible",
            "Needs temporary accessibility fix", "Public Access", "Hearing accessible",
            "Accessible toilet", "Accessible by public transit", "Curbside Accessible",
            "Accessibility survey done", "Limited access",
        ]
    )
    func otherHeaders(header: String) async throws {
        let imports = Imports()
        _ = try await imports.stations(
            "id,name,\(header),lat,lon\n1,A,Yes,42.1,-101.5\n2,B,No,42.11,-101.5\n"
        )
        let published = imports.stations.published
        #expect(published.map(\.accessibility.wheelchair) == [.unknown, .unknown])
        #expect(published.compactMap { $0.attributes[header] } == ["Yes", "No"])
    }

    @Test(
        "a header that speaks of access does",
        arguments: ["Access", "Site Access", "Barrierefrei erreichbar", "Disabled access?"]
    )
    func accessHeaders(header: String) async throws {
        let imports = Imports()
        _ = try await imports.stations(
            "id,name,\(header),lat,lon\n1,A,Yes,42.1,-101.5\n2,B,No,42.11,-101.5\n"
        )
        #expect(imports.stations.published.map(\.accessibility.wheelchair) == [.yes, .no])
    }
}
