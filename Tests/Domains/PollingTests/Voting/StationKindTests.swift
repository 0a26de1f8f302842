import Datasets
import Polling
import Testing

/// What files call the sorts of stations.
@Suite struct StationKindTests {
    @Test(
        "the words of types are read",
        arguments: [
            ("Polling Place", [.pollingPlace]), ("Early Voting", [.earlyVoting]),
            ("Advance Voting", [.earlyVoting]), ("Advance Poll", [.earlyVoting]),
            ("Advance Polling Place", [.earlyVoting]), ("In-Person Absentee", [.earlyVoting]),
            ("Satellite Voting Location", [.earlyVoting]), ("EV Site", [.earlyVoting]),
            ("Pre-poll Voting Centre", [.earlyVoting]), ("PPVC", [.earlyVoting]),
            ("Early Voting Center", [.earlyVoting]),
            ("Bureau de vote par anticipation", [.earlyVoting]),
            ("Förtidsröstning", [.earlyVoting]), ("24-Hour Ballot Box", [.dropBox]),
            ("Ballot Return Box", [.dropBox]), ("Secure Ballot Intake", [.dropBox]),
            ("Drop Site", [.dropBox]), ("Drop-off", [.dropBox]), ("Mail Ballot Return", [.dropBox]),
            ("VSPC", [.voteCenter]), ("Voter Service and Polling Center", [.voteCenter]),
            ("Vote Center", [.voteCenter]),
            ("Election Day Vote Center", [.voteCenter, .pollingPlace]),
            (
                "Early Voting & Election Day Vote Center",
                [.voteCenter, .pollingPlace, .earlyVoting]
            ),
            ("Vote Center; Early Voting", [.voteCenter, .earlyVoting]),
            ("early voting, drop box", [.earlyVoting, .dropBox]),
            ("Polling Place; Drop Box", [.pollingPlace, .dropBox]),
            ("Not an early voting site", []), ("No longer a polling place", []),
            ("Backup", []), ("Briefwahllokal", []), ("School", []),
        ] as [(String, [StationKind])]
    )
    func kinds(text: String, expected: [StationKind]) throws {
        #expect(StationKind.reading(text).kinds == expected)
        let station = Station(
            id: Station.ID(rawValue: "t.1"),
            dataset: try DatasetName("t"),
            name: "Hall",
            attributes: ["Site Type": text]
        )
        #expect(station.kinds == expected)
    }

    @Test("what is closed and what is no place to vote at is told apart")
    func others() {
        #expect(StationKind.reading("Early voting (closed)").isClosed)
        #expect(StationKind.reading("Central Count").isElsewhere)
        #expect(StationKind.reading("Briefwahlbezirk").isElsewhere)
        #expect(!StationKind.reading("County Building").isElsewhere)
        #expect(!StationKind.reading("Early voting and registration").isElsewhere)
    }
}
