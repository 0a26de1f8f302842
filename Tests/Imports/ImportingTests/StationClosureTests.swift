import Importing
import Polling
import Testing

/// Stations of which their own file says that nobody votes there.
@Suite struct StationClosureTests {
    private func stations(_ text: String) async throws
        -> (report: ImportReport, stations: [Station])
    {
        let imports = Imports()
        let report = try await imports.stations(text)
        return (report, imports.stations.published)
    }

    @Test(
        "a station whose words say that it is closed or moved is warned of, with its line",
        arguments: [
            "A,CLOSED due to flooding. Vote at Beta Hall instead.,,", "A,,CLOSED,",
            "A,,2026-12-01 closed,", "Gamma Hall - TEMPORARILY CLOSED,,,",
            "A,,,CLOSED - moved to Gamma Hall", "A,Trasladado a la escuela,,",
            "A,Wahllokal verlegt,,", "A,bureau fermé,,", "A,No longer a polling place,,",
        ]
    )
    func closed(row: String) async throws {
        let (report, stations) = try await stations(
            "name,notes,hours,status,lat,lon\nHall,,2026-12-01 07:00-19:00,open,38.9,-77\n"
                + "\(row),38.8,-77\n"
        )
        #expect(stations.count == 2)
        let warning = try #require(report.notes.first { $0.finding.code == "may_be_closed" })
        #expect(warning.level == .warning && warning.lines == [3])
        #expect(warning.text.hasPrefix("1 station whose name, hours, notes or status"))
    }

    @Test("days on which a station is closed, and farms, are nothing to warn of")
    func open() async throws {
        let (report, stations) = try await stations(
            "name,notes,hours,lat,lon\nHall,Ring the bell,Mo-Fr 08:00-18:00; Sa closed,38.9,-77\n"
                + "La Ferme,,,38.8,-77\n"
        )
        #expect(!report.notes.contains { $0.finding.code == "may_be_closed" })
        #expect(stations.first?.notes == ["Ring the bell"])
    }

    @Test(
        "words are found whole, in any case, and phrases at words' beginnings",
        arguments: [
            ("Hall (CLOSED)", "CLOSED"), ("closed", "closed"), ("Enclosed Courtyard", nil),
            ("Closeds", nil), ("Playa Norte School", nil), ("ya no se vota", "ya no"),
            ("No  longer", nil), ("It is NO LONGER one", "no longer"), ("no longerish", nil),
            ("Sala cerrada", "cerrada"), ("École fermée", "fermée"), ("La Ferme Élie", nil),
            ("Mãe do not use", "do not use"), ("投票所关闭", "关闭"), ("", nil), ("7-20", nil),
            ("Removed", nil), ("combined with 110", "combined with"),
            ("NOT USED in May", "not used"),
            ("vote at Courthouse", "vote at"), ("use 102 instead", "instead"),
            ("lost lease", "lost lease"), ("moved", "moved"), ("Déplacé", "Déplacé"),
        ] as [(String, String?)]
    )
    func words(text: String, found: String?) {
        #expect(ClosureWords.first(in: text)?.lowercased() == found?.lowercased())
    }
}
