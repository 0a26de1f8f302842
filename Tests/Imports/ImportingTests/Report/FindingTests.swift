import Foundation
import Testing

@testable import Importing

/// Sentences of reports as values.
@Suite struct FindingTests {
    @Test("numbers choose their nouns and verbs, and have commas between thousands")
    func numbers() {
        func text(_ lines: Int) -> String {
            Finding(.repeatedHeaders, ["lines": .count(lines)]).text
        }
        #expect(
            text(1)
                == "1 line that repeats the columns' names, or a title above them, passed over"
        )
        #expect(
            text(12_345)
                == "12,345 lines that repeat the columns' names, or a title above them, passed over"
        )
    }

    @Test("sentences stand in sentences, words in lists, and lengths in metres or kilometres")
    func nested() {
        let water = Finding(
            .namedWater,
            ["name": .text("Mill Pond"), "distance_m": .length(1_240)]
        )
        let stands = Finding(.standsInWater, ["water": .finding(water)])
        #expect(
            Finding(.leaveIfRight, ["where": .finding(stands)]).text
                == "as it stands it lies in water (Mill Pond), 1.2 km from the shore; if it is "
                + "right, leave it"
        )
        #expect(
            Finding(.listsLeftOut, ["names": .texts(["a", "b"])]).text
                == "lists of objects were left out: a, b"
        )
        #expect(
            Finding(
                .namelessColumns,
                ["columns": Finding.list(["a"], more: 3), "example": .text("a")]
            ).text
                == "columns have no name in the header: a and 3 more; say what they hold with --map "
                + #""a"=field"#
        )
    }

    @Test("a finding is written as its code and its values, and read again")
    func coding() throws {
        let stands = Finding(.standsFarFromOthers, ["kilometers": .count(9_120)])
        let finding = Finding(
            .amongOthers,
            [
                "where": .finding(stands), "reading": .finding(Finding(.axesSwapped)),
                "place": .text("38.9, -77.0"),
            ]
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(finding)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"code":"among_others","values":{"place":"38.9, -77.0","reading":{"code":"#
                + #""axes_swapped","values":{}},"where":{"code":"stands_far_from_others","#
                + #""values":{"kilometers":9120}}}}"#
        )
        let read = try JSONDecoder().decode(Finding.self, from: data)
        #expect(read.text == finding.text)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                Finding.self,
                from: Data(#"{"code":"among_others","values":{}}"#.utf8)
            )
        }
    }

    @Test("every sentence has a code of its own, in small letters")
    func codes() {
        let counts: [Int] = [
            FileWording.allCases.count, SheetWording.allCases.count, RowWording.allCases.count,
            LayerWording.allCases.count, BallotWording.allCases.count,
            FeedWording.allCases.count, AreaWording.allCases.count, StationWording.allCases.count,
            RepairWording.allCases.count, DifferenceWording.allCases.count,
            ColumnWording.allCases.count, KindWording.allCases.count,
            WitnessWording.allCases.count, WordWording.allCases.count, TimeWording.allCases.count,
            MishapWording.allCases.count,
        ]
        #expect(Finding.english.count == counts.reduce(0, +))
        for (code, words) in Finding.english {
            #expect(code.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil, "\(code)")
            // No sentence has a point at its end; three of them stand for what a clerk fills in.
            #expect(
                !words.isEmpty && (!words.hasSuffix(".") || words.hasSuffix("...")),
                "\(code)"
            )
        }
    }
}
