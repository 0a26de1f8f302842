import Datasets
import Foundation
import Importing
import Polling
import Testing

/// What feeds of version 5 say of the order of ballots, and of who is on them.
@Suite struct FeedBallotTests {
    /// A feed of one district with some contests and their candidates.
    private func feed(_ more: String, contests: [String]) -> String {
        let people = ["Ada", "Bo", "Cy"].map { name in
            """
            <Candidate id="can\(name)"><BallotName><Text language="en">\(name)</Text></BallotName>\
            </Candidate>
            <CandidateSelection id="sel\(name)"><CandidateIds>can\(name)</CandidateIds>\
            </CandidateSelection>
            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <VipObject schemaVersion="5.2">
            <Election id="ele1"><Date>2026-11-03</Date></Election>
            <ElectoralDistrict id="ed1"><Name>Curlew</Name><Type>county</Type></ElectoralDistrict>
            \(people.joined(separator: "\n"))
            \(contests.joined(separator: "\n"))
            \(more)
            </VipObject>
            """
    }

    private func contest(_ name: String, _ more: String = "") -> String {
        """
        <CandidateContest id="con\(name)"><Name>\(name)</Name><ElectionId>ele1</ElectionId>\
        <ElectoralDistrictId>ed1</ElectoralDistrictId>\(more)</CandidateContest>
        """
    }

    private static let all =
        "<BallotSelectionIds>selAda selBo selCy</BallotSelectionIds>"

    private func published(
        _ text: String
    ) async throws -> (contests: [Contest], notes: [String]) {
        let scratch = try await ScratchStore()
        let path = scratch.folder + "/feed.xml"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let report = try await scratch.feed(path, into: "cw")
        let notes = try #require(report.reports.first { $0.kind == "contests" }).notes
        let guide = try await scratch.guide()
        return (guide.ballots.entry("2026-11-03")?.contests ?? [], notes.map(\.text))
    }

    private func titles(_ contests: [Contest]) -> [String] { contests.map { $0.title.text() } }
    private func names(_ contest: Contest?) -> [String] {
        (contest?.candidates ?? []).map { $0.name.text() }
    }

    @Test("contests and candidates stand in the order of their numbers, those without one behind")
    func numbers() async throws {
        let text = feed(
            "",
            contests: [
                contest("Clerk", Self.all),
                contest("Mayor", Self.all + "<SequenceOrder>2</SequenceOrder>"),
                contest("Governor", Self.all + "<SequenceOrder>1</SequenceOrder>"),
            ]
        ).replacingOccurrences(
            of: "<CandidateSelection id=\"selCy\">",
            with: "<CandidateSelection id=\"selCy\"><SequenceOrder>1</SequenceOrder>"
        ).replacingOccurrences(
            of: "<CandidateSelection id=\"selBo\">",
            with: "<CandidateSelection id=\"selBo\"><SequenceOrder>2</SequenceOrder>"
        )
        let (contests, notes) = try await published(text)
        #expect(titles(contests) == ["Governor", "Mayor", "Clerk"])
        #expect(names(contests.first) == ["Cy", "Bo", "Ada"])
        #expect(contests.first?.candidates.map(\.ticket) == [1, 2, 3])
        #expect(!notes.contains { $0.contains("without candidates") })
    }

    @Test("ballot styles order contests before numbers do; where they differ, numbers do")
    func styles() async throws {
        func styled(_ second: String, _ order: String) -> String {
            feed(
                """
                <OrderedContest id="oc1"><ContestId>conClerk</ContestId>\
                <OrderedBallotSelectionIds>selCy selAda selBo</OrderedBallotSelectionIds>\
                </OrderedContest>
                <OrderedContest id="oc2"><ContestId>conMayor</ContestId></OrderedContest>
                <OrderedContest id="oc3"><ContestId>conGovernor</ContestId></OrderedContest>
                <OrderedContest id="oc4"><ContestId>conClerk</ContestId>\
                <OrderedBallotSelectionIds>\(order)</OrderedBallotSelectionIds></OrderedContest>
                <BallotStyle id="bs1"><OrderedContestIds>oc3 oc1</OrderedContestIds></BallotStyle>
                <BallotStyle id="bs2"><OrderedContestIds>\(second)</OrderedContestIds></BallotStyle>
                """,
                contests: ["Clerk", "Mayor", "Governor"].map { contest($0, Self.all) }
            )
        }
        let agreed = try await published(styled("oc3 oc2", "selCy selAda selBo")).contests
        #expect(titles(agreed) == ["Governor", "Clerk", "Mayor"])
        #expect(names(agreed[1]) == ["Cy", "Ada", "Bo"])
        #expect(names(agreed[0]) == ["Ada", "Bo", "Cy"])
        let rotated = try await published(styled("oc4 oc3", "selBo selCy selAda")).contests
        #expect(titles(rotated) == ["Clerk", "Mayor", "Governor"])
        #expect(names(rotated[0]) == ["Ada", "Bo", "Cy"])
    }

    @Test(
        "who has withdrawn is not on the ballot, and that is told; so is a contest without anybody"
    )
    func withdrawn() async throws {
        func status(_ name: String, _ status: String, _ text: String) -> String {
            text.replacingOccurrences(
                of: "</BallotName></Candidate>\n<CandidateSelection id=\"sel\(name)\">",
                with: "</BallotName><PreElectionStatus>\(status)</PreElectionStatus></Candidate>\n"
                    + "<CandidateSelection id=\"sel\(name)\">"
            )
        }
        let all = feed(
            "",
            contests: [
                contest("Clerk", Self.all),
                contest("Mayor", "<BallotSelectionIds>selBo</BallotSelectionIds>"),
                contest("Judge"),
            ]
        )
        let text = status(
            "Ada",
            "qualified",
            status("Bo", "withdrawn", status("Cy", "write-in", all))
        )
        #expect(text.contains("withdrawn") && text.contains("write-in"))
        let (contests, notes) = try await published(text)
        #expect(names(contests.first) == ["Ada"])
        #expect(contests.count == 3)
        #expect(notes.contains { $0.contains("withdrawn candidates (2)") }, "\(notes)")
        #expect(notes.contains { $0.contains("candidates whose names are written in (1)") })
        #expect(
            notes.contains {
                $0.hasPrefix("2 without candidates") && $0.contains("\"Mayor\"")
            },
            "\(notes)"
        )
    }
}
