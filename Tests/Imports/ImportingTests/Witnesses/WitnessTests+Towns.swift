import Datasets
import Importing
import Polling
import Testing

/// Towns of stations that stay, against the published ones.
extension WitnessTests {
    /// Twelve stations in three towns.
    private static func list(
        _ header: String = "id,name,address,city,state,lat,lon",
        city: (Int) -> String = { ["Veselý", "Salem", "Owl Creek"][$0 % 3] },
        state: String = "NE",
        street: (Int) -> String = { "\($0 + 1) Main St" },
        name: (Int) -> String = { "Hall \($0)" }
    ) -> String {
        header + "\n"
            + (0..<12).map {
                "s\($0),\(name($0)),\(street($0)),\(city($0)),\(state),42.\($0 + 10),-101.5\n"
            }.joined()
    }

    @Test(
        "a town that was filled down, is gone or changed places with the state or the street is told",
        arguments: ["filled", "merged", "state", "street"]
    )
    func otherTowns(accident: String) async throws {
        let store = FakeStore<Station>(kind: .stations)
        _ = try await stations(Self.list(), Published(), store: store)
        let text =
            switch accident {
            case "filled":
                Self.list(city: { $0 < 6 ? "Salem" : ["Veselý", "Salem", "Owl Creek"][$0 % 3] })
            case "merged": Self.list(city: { $0 < 6 ? "Salem" : "" })
            case "state": Self.list("id,name,address,state,city,lat,lon")
            default: Self.list("id,name,city,address,state,lat,lon")
            }
        let report = try await stations(text, Published(stations: store.published), store: store)
        let note = try #require(report.notes.first { $0.finding.code == "other_towns" })
        #expect(note.level == .warning)
        if accident == "filled" {
            #expect(note.text.contains("Hall 0 (1 Main St, Veselý, NE > 1 Main St, Salem, NE)"))
            #expect(note.text.hasPrefix("4 of 12 of these stations keep"), "\(note.text)")
        }
    }

    @Test("spellings, states that are added and two towns put right are not")
    func sameTowns() async throws {
        let store = FakeStore<Station>(kind: .stations)
        func run(_ text: String) async throws -> ImportReport {
            try await stations(text, Published(stations: store.published), store: store)
        }
        _ = try await run(Self.list(state: ""))
        let texts = [
            Self.list(),
            Self.list(city: { ["Vesely", "SALEM", "Owl  Creek"][$0 % 3] }),
            Self.list(street: { "\($0 + 1) Main Street" }),
            Self.list(city: { $0 < 2 ? "Plover" : ["Veselý", "Salem", "Owl Creek"][$0 % 3] }),
        ]
        for text in texts {
            let report = try await run(text)
            #expect(report.outcome == .published)
            #expect(!codes(report).contains("other_towns"))
        }
    }
}
