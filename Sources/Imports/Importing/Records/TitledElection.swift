internal import Foundation
internal import Polling

/// The election of which a line above a table's columns says that its rows are:
/// `Polling Places - General Election, November 6, 2018`.
struct TitledElection: Sendable, Hashable {
    /// The line, as the file has it.
    let title: String
    /// The day of the vote; nil where the line names a year alone.
    let day: CalendarDate?
    /// The year of the vote.
    let year: Int

    /// What a line speaks of that names an election, at the beginning of a word.
    private static let stems = [
        "election", "primary", "primaries", "runoff", "run-off", "referendum", "plebiscite",
        "by-election", "wahl", "bundestagswahl", "landtagswahl", "kommunalwahl", "eleccion",
        "elecciones", "elezion", "eleicao", "eleicoes", "verkiezing", "wybory", "volby",
    ]
    /// Offices that are called after elections, of which a line tells who made the file.
    private static let offices = [
        "board of elections", "board of election", "supervisor of elections",
        "department of elections", "division of elections", "registrar of voters",
        "elections department", "election department", "elections division", "elections office",
        "election office", "elections commission", "election commission", "elections canada",
        "electoral commission", "election administration", "election services", "elections board",
        "election board", "elections nz",
    ]
    /// Words in front of a day on which the file was made, and not of the vote.
    private static let clerical: Set<String> = [
        "updated", "revised", "printed", "generated", "exported", "created", "published",
        "downloaded", "approved", "amended", "corrected", "stand", "version", "of", "am",
    ]
    /// A day is at most so many words long: `Tuesday, November 6, 2018`.
    private static let longestDay = 4

    /// The first of some lines that names an election and its day, or at least its year; nil where none
    /// does.
    init?(_ titles: [String]) {
        let found = titles.compactMap { Self(line: $0) }
        guard let best = found.first(where: { $0.day != nil }) ?? found.first else { return nil }
        self = best
    }

    private init?(line: String) {
        let plain = line.lowercased().replacing("é", with: "e").replacing("ó", with: "o")
            .replacing("ç", with: "c").replacing("ã", with: "a").replacing("õ", with: "o")
        let named = Self.offices.reduce(plain) { $0.replacing($1, with: " ") }
        let words = named.split { !$0.isLetter && !$0.isNumber && !"-/.".contains($0) }
            .map(String.init)
        guard words.contains(where: { word in Self.stems.contains(where: word.hasPrefix) }) else {
            return nil
        }
        let marks = CharacterSet(charactersIn: "-/.")
        let tokens = words.map { $0.trimmingCharacters(in: marks) }.filter { !$0.isEmpty }
        title = line
        if let day = Self.day(in: tokens) {
            (self.day, year) = (day, day.year)
            return
        }
        day = nil
        let years = tokens.enumerated().filter { index, word in
            word.count == 4 && word.allSatisfy(\.isNumber)
                && !Self.isClerical(before: index, tokens)
        }
        guard let year = years.compactMap({ Int($0.element) }).first(where: Self.years.contains)
        else { return nil }
        self.year = year
    }

    /// The day that stands in an election's name: `General Election, November 3, 2026`.
    ///
    /// - Returns: nil without one, and for one of two readings, `11/03/2026` and `11.03.2026`.
    static func day(inName name: String) -> CalendarDate? {
        guard name.utf8.count(where: { 0x30...0x39 ~= $0 }) > 4 else { return nil }
        let tokens = name.lowercased().split { !$0.isLetter && !$0.isNumber && !"-/.".contains($0) }
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "-/.")) }
            .filter { !$0.isEmpty }
        return tokens.contains(where: DottedDay.isAmbiguous) ? nil : day(in: tokens)
    }

    private static let years = 1_900...2_200

    private static func day(in tokens: [String]) -> CalendarDate? {
        for first in tokens.indices {
            for count in 1...longestDay where first + count <= tokens.count {
                let text = tokens[first..<(first + count)].joined(separator: " ")
                guard let day = DayText.parse(ordinalsRemoved(text)), years.contains(day.year),
                    !isClerical(before: first, tokens)
                else { continue }
                return day
            }
        }
        return nil
    }

    /// `November 6th, 2018` as `November 6 2018`.
    private static func ordinalsRemoved(_ text: String) -> String {
        text.replacing(/\b([0-9]{1,2})(?:st|nd|rd|th)\b/) { $0.output.1 }
    }

    /// Whether the word in front of another tells that a day is that of the file: `updated 2025-12-01`,
    /// `as of 1 March 2026`. `Election of 6 November 2018` is an election's.
    private static func isClerical(before index: Int, _ tokens: [String]) -> Bool {
        guard index > 0, clerical.contains(tokens[index - 1]) || tokens[index - 1] == "on" else {
            return false
        }
        let word = tokens[index - 1]
        guard ["of", "on", "am"].contains(word) else { return true }
        guard index > 1 else { return false }
        let before = tokens[index - 2]
        return before == "as" || clerical.contains(before) && before != "of"
    }
}
