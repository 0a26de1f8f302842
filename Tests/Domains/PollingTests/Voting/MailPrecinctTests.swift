import Datasets
import PollingTesting
import Testing

@testable import Polling

/// Precincts whose voters vote by mail: a list says so of its own, and of no other place's.
@Suite struct MailPrecinctTests: ThreePrecincts {
    private func precinct(_ list: String, _ code: String, mail: Bool, at station: String? = nil)
        throws -> Precinct
    {
        let dataset = try DatasetName(list)
        return Precinct(
            id: Precinct.ID(dataset, code),
            dataset: dataset,
            code: code,
            name: code,
            stations: station.map { [Station.ID(rawValue: $0)] } ?? [],
            isMailOnly: mail
        )
    }

    /// Precincts 1 and 2 here, of which 1 has no station, and a list of theirs; and the list of a far
    /// place, whose codes are the same.
    private func guide(here: Bool, far: Bool) async throws -> VoterGuide {
        try await guide(stations: [
            try station("two", serving: ["2"], at: place(0.005, 0.015)),
            try station("far", serving: ["2"], at: place(40, 40), dataset: "far-stations"),
        ]) { store in
            store.precincts = [
                try precinct("list", "1", mail: here),
                try precinct("list", "2", mail: false, at: "stations.two"),
                try precinct("far-precincts", "1", mail: far),
                try precinct("far-precincts", "2", mail: false, at: "far-stations.far"),
            ]
            store.addresses = [
                try entry("far-addresses", "Elm St", precinct: "1", at: place(40, 40))
            ]
        }
    }

    private func votesByMail(_ answer: VoterAnswer) -> Bool {
        answer.warnings.contains { $0.message.hasSuffix("whose voters vote by mail.") }
    }

    @Test(
        "who votes by mail is told by the list of the place, whatever another place's says",
        arguments: [(true, true), (true, false), (false, true), (false, false)]
    )
    func twoPlaces(here: Bool, far: Bool) async throws {
        let guide = try await guide(here: here, far: far)
        let answer = try ask(guide, 0.005, 0.005)
        #expect(answer.warnings.contains { $0.code == .noStation })
        #expect(votesByMail(answer) == here)
        let there = try ask(guide, "Elm St")
        #expect(there.warnings.contains { $0.code == .noStation })
        #expect(votesByMail(there) == far)
    }
}
