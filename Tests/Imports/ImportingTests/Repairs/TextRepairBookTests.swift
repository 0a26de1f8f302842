import Testing

@testable import Importing

/// Repairs of texts: one for all rows that say the same in a field.
@Suite struct TextRepairBookTests {
    private func proposal(
        _ text: String,
        becoming becomes: String?,
        confidence: Double = 0.95
    ) -> TextProposal {
        TextProposal(
            field: "time_zone",
            text: text,
            meaning: becomes.map {
                TextProposal.Meaning(
                    becomes: $0,
                    kind: .unknownZone,
                    confidence: confidence,
                    reason: Finding(.zoneUnknown, ["zone": .text(text)])
                )
            }
        )
    }

    @Test("rows that say the same have one proposal, and each pass begins anew")
    func together() {
        var book = TextRepairBook(nil)
        for _ in 0..<2 {
            book.restart()
            for line in 2...4 { book.propose(proposal("A", becoming: "a/b"), line: line) }
            book.propose(proposal("B", becoming: "b/c", confidence: 0.8), line: 5)
            let found = book.findings.proposed
            #expect(found.map(\.name) == ["A", "B"])
            #expect(found.map(\.rows) == [3, 1] && found.map(\.line) == [2, 5])
            #expect(found.map(\.likely) == [true, false])
        }
    }

    @Test(
        "where rows mean different things, or nothing tells what, it is an even chance at most",
        arguments: [["a/b", "c/d"], ["a/b", nil], [nil, "a/b"]] as [[String?]]
    )
    func disputed(meanings: [String?]) throws {
        var book = TextRepairBook(nil)
        for (index, meaning) in meanings.enumerated() {
            book.propose(proposal("A", becoming: meaning), line: index + 2)
        }
        let found = try #require(book.findings.proposed.first)
        #expect(found.text?.becomes == "a/b" && found.rows == 2)
        #expect(found.confidence == 0.5 && !found.likely)
        #expect(found.finding?.code == "text_means_more")
    }

    @Test("what nothing tells in any row is not proposed")
    func nothing() {
        var book = TextRepairBook(nil)
        book.propose(proposal("A", becoming: nil), line: 2)
        #expect(book.findings.isEmpty)
    }

    @Test("a decision is about one text of one field; the text of others stays as it is")
    func decided() throws {
        var first = TextRepairBook(nil)
        for text in ["A", "B", "C"] {
            first.propose(proposal(text, becoming: text.lowercased()), line: 2)
        }
        var repairs = first.findings.proposed
        for (index, accept) in [true, false, true].enumerated() { repairs[index].accept = accept }
        var book = TextRepairBook(RepairDecisions(repairs))
        #expect(book.mended("A", in: "time_zone") == "a")
        #expect(book.mended("A", in: "title") == "A")
        #expect(book.mended("B", in: "time_zone") == "B")
        #expect(book.mended("D", in: "time_zone") == "D")
        book.propose(proposal("B", becoming: "b"), line: 3)
        let found = book.findings
        #expect(found.proposed.isEmpty)
        #expect(found.applied.map(\.name) == ["A"] && found.refused.map(\.name) == ["B"])
        #expect(found.stale.map(\.name) == ["C"])
    }
}
