import Datasets
import Foundation
import TestSupport
import Testing

@testable import Polling

/// How often the street that was meant comes first, of real streets with one typing mistake.
@Suite struct MistypedStreetTests {
    /// A mistake in the longest word of a street's name.
    enum Mistake: CaseIterable {
        case letterMissing, letterTwice, neighboursSwapped, otherLetter

        func made(in text: String, using random: inout SeededRandom) -> String? {
            var words = text.split(separator: " ").map { Array(String($0)) }
            let longest = words.indices.max { left, right in
                words[left].count(where: \.isLetter) < words[right].count(where: \.isLetter)
            }
            guard let longest, words[longest].count(where: \.isLetter) >= 5 else { return nil }
            let letters = words[longest]
            let places = letters.indices.dropFirst().dropLast().filter { letters[$0].isLetter }
            guard let place = places.randomElement(using: &random) else { return nil }
            switch self {
            case .letterMissing: words[longest].remove(at: place)
            case .letterTwice: words[longest].insert(letters[place], at: place)
            case .neighboursSwapped:
                guard letters[place + 1].isLetter, letters[place] != letters[place + 1] else {
                    return nil
                }
                words[longest].swapAt(place, place + 1)
            case .otherLetter:
                let other = Array("aeinorst").filter { "\($0)" != letters[place].lowercased() }
                words[longest][place] = other.randomElement(using: &random) ?? "x"
            }
            return words.map { String($0) }.joined(separator: " ")
        }
    }

    /// How many streets are asked for; more take longer and tell the same.
    private static let sampleCount =
        ProcessInfo.processInfo.environment["MISTYPED_STREETS"].flatMap { Int($0) } ?? 60

    private static func file(_ name: String) -> [[String]]? {
        guard let path = Checkout.realFile(name),
            let text = try? String(contentsOfFile: path, encoding: .utf8)
        else { return nil }
        return text.split(whereSeparator: \.isNewline).dropFirst().map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// The streets of Cologne with their houses, as its list has them.
    private static func cologne() throws -> [AddressEntry]? {
        guard let rows = file("stations/de_koeln/adressen.csv") else { return nil }
        let dataset = try DatasetName("koeln")
        return rows.enumerated().map { number, cells in
            func range(_ side: HouseRange.Side, _ first: Int) -> HouseRange? {
                guard let low = HouseNumber(parsing: cells[first]),
                    let high = HouseNumber(parsing: cells[first + 1]), low <= high
                else { return nil }
                return HouseRange(side: side, numbers: low...high)
            }
            return AddressEntry(
                id: AddressEntry.ID(dataset, "\(number)"),
                dataset: dataset,
                street: cells[0],
                houses: [range(.odd, 1), range(.even, 3)].compactMap { $0 },
                town: cells[6],
                postcode: cells[7]
            )
        }
    }

    /// Cologne tells streets of one name apart by a part of the town, which nobody is asked to write.
    private static func bare(_ street: String) -> String {
        street.prefix { $0 != "(" }.trimmingCharacters(in: .whitespaces)
    }

    @Test("a street of Cologne with a house and a typing mistake comes first")
    func cologne() throws {
        guard let entries = try Self.cologne() else { return }
        let geocoder = Geocoder(stations: [], districts: [], addresses: entries, postcodes: [])
        let byID = Dictionary(uniqueKeysWithValues: entries.map { ($0.id.rawValue, $0) })
        var random = SeededRandom(seed: 5)
        var (asked, first) = (0, 0)
        for entry in entries.shuffled(using: &random).prefix(Self.sampleCount) {
            // A house within its range: the list has not its number, but that of the first and the last.
            guard let numbers = entry.houses.first?.numbers else { continue }
            let (low, high) = (numbers.lowerBound.number, numbers.upperBound.number)
            guard let house = HouseNumber(parsing: "\(low + (high - low) / 4 * 2)"),
                let mistake = Mistake.allCases.randomElement(using: &random)
            else { continue }
            let street = Self.bare(entry.street)
            guard let wrong = mistake.made(in: street, using: &random) else { continue }
            asked += 1
            let found = geocoder.find("\(wrong) \(house)", limit: 1).first
                .flatMap { byID[$0.id] }
            if let found, Self.bare(found.street) == street,
                found.houses.contains(where: { $0.contains(house) })
            {
                first += 1
            }
        }
        #expect(asked > Self.sampleCount * 3 / 4)
        #expect(Double(first) >= 0.9 * Double(asked), "\(first) of \(asked)")
    }

    @Test("a station of Washington's by its address with a typing mistake comes first")
    func washington() throws {
        guard let rows = Self.file("dc/polling_places.csv"), let entries = try Self.cologne() else {
            return
        }
        let dataset = try DatasetName("dc")
        var stations: [Station] = []
        for cells in rows where !stations.contains(where: { $0.address == cells[6] }) {
            stations.append(
                Station(
                    id: Station.ID(rawValue: "dc.\(stations.count)"),
                    dataset: dataset,
                    name: cells[5],
                    address: cells[6],
                    postcode: cells[8]
                )
            )
        }
        let geocoder = Geocoder(
            stations: stations,
            districts: [],
            addresses: entries,
            postcodes: []
        )
        var random = SeededRandom(seed: 6)
        var (asked, first) = (0, 0)
        for station in stations.shuffled(using: &random).prefix(Self.sampleCount) {
            guard let mistake = Mistake.allCases.randomElement(using: &random),
                let wrong = mistake.made(in: station.address ?? "", using: &random)
            else { continue }
            asked += 1
            if geocoder.find(wrong, limit: 1).first?.id == station.id.rawValue { first += 1 }
        }
        #expect(asked > min(stations.count, Self.sampleCount) * 3 / 4)
        #expect(Double(first) >= 0.98 * Double(asked), "\(first) of \(asked)")
    }

    @Test(
        "one street with one mistake comes before other streets of the same number",
        arguments: [
            "Achener Str. 55", "Aachner Str. 55", "Aachenerstr 55", "aachener strase 55",
            "Aachener Strasse 55 a", "55 Aachener Str", "Aahcener Str. 55, 50674",
        ]
    )
    func aachener(text: String) throws {
        guard let entries = try Self.cologne() else { return }
        let geocoder = Geocoder(stations: [], districts: [], addresses: entries, postcodes: [])
        let found = try #require(geocoder.find(text, limit: 1).first)
        #expect(found.label.hasPrefix("55"), "\(found.label)")
        #expect(found.label.contains("Aachener Str."), "\(found.label)")
    }
}
