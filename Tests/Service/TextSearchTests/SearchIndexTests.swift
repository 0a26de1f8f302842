import Geodesy
import Testing

@testable import TextSearch

@Suite struct SearchIndexTests {
    private static let names = [
        "Ärena Cup", "apex Legends", "Zelda", "League of Legends", "Łódź Open", "Anna's Bakery",
        "Counter-Strike Major", "Rocket League", "Overwatch League", "Dota 2", "Dota 3",
    ]

    private let index = SearchIndex(names.map { SearchDocument(id: $0, title: $0) })

    private func found(_ text: String) -> [String] {
        index.find(text, limit: 20).map(\.document.id)
    }

    @Test(
        "words are found by their beginnings, without case, accents and special letters",
        arguments: [
            ("a", ["Anna's Bakery", "apex Legends", "Ärena Cup"]), ("aren", ["Ärena Cup"]),
            ("ÄREN cu", ["Ärena Cup"]), ("lodz", ["Łódź Open"]), ("annas", ["Anna's Bakery"]),
            ("anna’s", ["Anna's Bakery"]), ("counterstrike", ["Counter-Strike Major"]),
            ("counter-strike", ["Counter-Strike Major"]), ("legends of", ["League of Legends"]),
            ("ena", []), ("", []), ("-- !", []), ("zelda ocarina", []),
        ] as [(String, [String])]
    )
    func beginnings(text: String, expected: [String]) {
        #expect(Set(found(text)) == Set(expected))
    }

    @Test("a whole word of the title comes before a beginning, and this before other texts")
    func order() {
        let documents = [
            SearchDocument(id: "text", title: "Cup", texts: ["legend"]),
            SearchDocument(id: "beginning", title: "Legends"),
            SearchDocument(id: "whole", title: "Legend of Zelda"),
            SearchDocument(id: "detail", title: "Open", detail: "Legends"),
        ]
        let hits = SearchIndex(documents).find("legend", limit: 10)
        #expect(hits.map(\.document.id) == ["whole", "beginning", "text", "detail"])
        #expect(hits.map { ($0.score * 100).rounded() } == [100, 80, 50, 40])
    }

    @Test("among equals fewer words come first, then the title, then the id")
    func ties() {
        let titles = ["rocket league b", "rocket league a", "rocket b", "rocket a"]
        let documents = titles.enumerated().map {
            SearchDocument(id: "\($0.offset)", title: $0.element)
        }
        let twin = SearchDocument(id: "00", title: "rocket a")
        let hits = SearchIndex(documents + [twin]).find("rocket", limit: 10)
        #expect(hits.map(\.document.id) == ["00", "3", "2", "1", "0"])
    }

    @Test(
        "one mistake is forgiven from four letters on",
        arguments: [
            ("leage", true), ("leagve", true), ("leaguee", true), ("laegue", true), ("eague", true),
            ("xleague", true), ("legae", true), ("lxgae", false), ("lxxgue", false),
            ("zelad", true), ("zle", false),
            ("dot4", false),
        ] as [(String, Bool)]
    )
    func mistakes(text: String, isFound: Bool) {
        #expect(found(text).isEmpty == !isFound)
    }

    @Test("mistakes count for nothing where something has the words as they are typed")
    func exactFirst() {
        let documents = ["mario", "maria", "marion"].map { SearchDocument(id: $0, title: $0) }
        #expect(
            SearchIndex(documents).find("mario", limit: 9).map(\.document.id) == [
                "mario", "marion",
            ]
        )
        #expect(SearchIndex(documents).find("maris", limit: 9).count == 3)
    }

    @Test("one mistake is what an edit distance of one to a beginning is")
    func mistakeOracle() {
        var dice = Dice(state: 41)
        for _ in 0..<20_000 {
            let word = dice.word(3...8)
            let typed = dice.word(3...8)
            let expected = (0...word.count).contains { length in
                Self.distance(Array(word.prefix(length)), typed) <= 1
            }
            #expect(
                WordMistake.begins(word, with: typed) == expected,
                "\(String(String.UnicodeScalarView(word))) \(String(String.UnicodeScalarView(typed)))"
            )
        }
    }

    @Test(
        "the event, the radius and a condition are applied before the limit; the nearer come first"
    )
    func filters() throws {
        let home = try Coordinate(latitude: 42, longitude: -101)
        var documents: [SearchDocument] = []
        for number in 0..<200 {
            let latitude = 42 + Double(number) / 1000
            let place = try Coordinate(latitude: latitude, longitude: -101)
            documents.append(
                SearchDocument(
                    id: "\(number)",
                    title: "booth",
                    event: number % 2 == 0 ? "fair" : "other",
                    place: number % 4 == 0 ? place : nil
                )
            )
        }
        let index = SearchIndex(documents)
        let near = index.find("boo", event: "fair", around: home, limit: 3)
        #expect(near.map(\.document.id) == ["0", "4", "8"])
        #expect(near[0].distance?.meters == 0)
        let within = index.find("boo", around: home, within: try .meters(2_000), limit: 500)
        #expect(within.map(\.document.id) == ["0", "4", "8", "12", "16"])
        #expect(index.find("boo", limit: 2) { $0.id.hasPrefix("19") }.count == 2)
    }

    @Test("it finds what looking through all documents finds")
    func oracle() {
        var dice = Dice(state: 7)
        let documents = (0..<500).map { number in
            let words = (0..<dice.next(4) + 1).map { _ in
                String(String.UnicodeScalarView(dice.word(1...5)))
            }
            return SearchDocument(id: "\(number)", title: words.joined(separator: " "))
        }
        let index = SearchIndex(documents)
        for _ in 0..<300 {
            let typed = (0..<dice.next(2) + 1).map { _ in
                String(String.UnicodeScalarView(dice.word(1...3)))
            }
            let expected = documents.filter { document in
                let words = document.title.split(separator: " ")
                return typed.allSatisfy { beginning in words.contains { $0.hasPrefix(beginning) } }
            }
            let text = typed.joined(separator: " ")
            #expect(index.ids(having: text) == Set(expected.map(\.id)), "\(text)")
        }
    }

    @Test("one letter among a thousand names takes less than 5 ms")
    func speed() {
        var dice = Dice(state: 3)
        let documents = (0..<1_000).map { number in
            SearchDocument(
                id: "\(number)",
                title: (0..<3).map { _ in String(String.UnicodeScalarView(dice.word(2...9))) }
                    .joined(separator: " ")
            )
        }
        let index = SearchIndex(documents)
        let best =
            (0..<20).map { _ in
                ContinuousClock().measure { _ = index.find("a", limit: 50) }
            }.min() ?? .zero
        #expect(best < .milliseconds(5))
    }

    /// The optimal string alignment distance, by its whole table.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var table = Array(
            repeating: Array(repeating: 0, count: right.count + 1),
            count: left.count + 1
        )
        for row in 0...left.count {
            for column in 0...right.count {
                guard row > 0, column > 0 else {
                    table[row][column] = row + column
                    continue
                }
                var cost = min(
                    table[row - 1][column] + 1,
                    table[row][column - 1] + 1,
                    table[row - 1][column - 1] + (left[row - 1] == right[column - 1] ? 0 : 1)
                )
                if row > 1, column > 1, left[row - 1] == right[column - 2],
                    left[row - 2] == right[column - 1]
                {
                    cost = min(cost, table[row - 2][column - 2] + 1)
                }
                table[row][column] = cost
            }
        }
        return table[left.count][right.count]
    }
}

/// Numbers that are the same in every run.
struct Dice {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    /// A word of four different letters.
    mutating func word(_ lengths: ClosedRange<Int>) -> [Unicode.Scalar] {
        let length = lengths.lowerBound + next(lengths.count)
        return (0..<length).map { _ in ["a", "b", "c", "d"][next(4)] }
    }
}
