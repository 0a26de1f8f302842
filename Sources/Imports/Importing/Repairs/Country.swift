internal import Foundation
internal import Geodesy
internal import Polling

/// A country by what rows call it, and the box that holds its land and its sea.
struct Country: Sendable, Hashable {
    /// Two letters (ISO 3166-1).
    let code: String
    /// In English.
    let name: String
    let box: BoundingBox

    /// The country that a cell names, by name or by a code of two or three letters.
    init?(cell: String) {
        let word = Self.normal(cell)
        guard let country = Self.byCode[cell.uppercased()] ?? Self.byName[word] else { return nil }
        self = country
    }

    /// The country that a text ends with: `1-10-5 Akasaka, Tokyo 107-8420, Japan`, `QLD Australia 4310`.
    ///
    /// By its name alone: codes are those of states and provinces as well.
    init?(endOf text: String) {
        let words = Self.normal(text).split(separator: " ")
            .filter { word in !word.contains(where: \.isNumber) }
        for count in stride(from: min(Self.mostWords, words.count), through: 1, by: -1) {
            if let country = Self.byName[words.suffix(count).joined(separator: " ")] {
                self = country
                return
            }
        }
        return nil
    }

    private init?(line: Substring) {
        let parts = line.split(separator: " ", maxSplits: 6).map(String.init)
        guard parts.count == 7, let south = Double(parts[2]), let north = Double(parts[3]),
            let west = Double(parts[4]), let east = Double(parts[5]),
            let name = parts[6].split(separator: "|").first
        else { return nil }
        code = parts[0]
        self.name = name.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined(separator: " ")
        box = BoundingBox(uncheckedWest: west, south: south, east: east, north: north)
    }

    private static let mostWords = 6

    private static let byCode: [String: Country] = read { parts in [parts[0], parts[1]] }
    private static let byName: [String: Country] = read { parts in
        parts[6].split(separator: "|").map(String.init)
    }

    /// - Parameter keys: What of a line names its country.
    private static func read(_ keys: ([String]) -> [String]) -> [String: Country] {
        var countries: [String: Country] = [:]
        for line in table.split(separator: "\n") {
            guard let country = Country(line: line) else { continue }
            let parts = line.split(separator: " ", maxSplits: 6).map(String.init)
            for key in keys(parts) { countries[key] = country }
        }
        return countries
    }

    /// Small letters without accents, one space between words.
    static func normal(_ text: String) -> String {
        (TextNormal.slug(withoutMarks(text)) ?? "").split(separator: "-").joined(separator: " ")
    }

    /// `Österreich` and `España` as the table has them.
    private static func withoutMarks(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        return text.folding(options: .diacriticInsensitive, locale: nil)
    }
}

extension Field {
    /// The column of the country that a station is in.
    static let countryHeaders: Set<String> = [
        "country", "countryname", "countrycode", "addresscountry", "addrcountry", "nation", "land",
        "staat", "pays", "pais", "paese", "kraj",
    ]
}
