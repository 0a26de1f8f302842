internal import TextSearch

/// Reads what files write of places: `Saudi Arabia, Riyadh`, `Japan; Tokyo`, `United, States Austin`, `Europe`.
///
/// A text becomes one city, or it is named as a region: a country, several countries or cities, a part of the
/// world have no point. What people have decided holds before everything else.
package struct PlaceResolver: Sendable {
    private let gazetteer: Gazetteer
    private let decisions: [String: PlaceDecision]
    private let countries = Countries.standard

    /// - Parameter decisions: What people have decided; of two about one text the last holds.
    package init(_ gazetteer: Gazetteer, decisions: [PlaceDecision] = []) {
        self.gazetteer = gazetteer
        self.decisions = Dictionary(
            decisions.map { (Gazetteer.key($0.text), $0) },
            uniquingKeysWith: { $1 }
        )
    }

    /// What a text means.
    package enum Meaning: Sendable, Hashable {
        /// A city. `others` are less known ones of the name that it could mean as well.
        case city(City, others: [City])
        /// A region, by a name that can be shown; the country, where it is one or lies in one.
        case region(String, country: String?)
        /// Over networks.
        case online
        /// Partly over networks, and nobody says where else.
        case partlyOnline
        /// The text says that nobody knows.
        case nothing
        /// A name in a country that is not known there, as a region.
        case unknown(String, country: String?)
        /// Several cities of one name, as a region.
        case several([City], country: String?)
    }

    /// Reads a text.
    ///
    /// - Complexity: O(n²) for n words.
    package func meaning(of text: String) -> Meaning {
        let words = SearchWords.parts(of: text)
        if let decision = decisions[words.joined(separator: " ")] {
            if let city = decision.city { return .city(city, others: []) }
            return .region(decision.region ?? text, country: nil)
        }
        if Countries.isNothing(words) { return .nothing }
        if words == ["online"] { return .online }
        if words.contains("online") { return .partlyOnline }
        if let code = countries.code(of: words) {
            return .region(Countries.name(of: code), country: code)
        }
        if Countries.isRegion(words) { return .region(text, country: nil) }
        let occurrences = countries.occurrences(in: words)
        return inCountry(text, words, occurrences) ?? alone(text, words, occurrences)
    }

    /// A city beside the name of its country, in either order.
    private func inCountry(
        _ text: String,
        _ words: [String],
        _ occurrences: [(range: Range<Int>, code: String)]
    ) -> Meaning? {
        var several: Meaning?
        // The country stands at the end more often than elsewhere.
        for (range, code) in occurrences.reversed() {
            let rest = Array(words[..<range.lowerBound] + words[range.upperBound...])
            for name in [rest, rest.filter { $0 != "the" }] where !name.isEmpty {
                switch gazetteer.meaning(of: name, in: code) {
                case .city(let city, let others):
                    // A province is meant, and not a village that is called like it.
                    if let part = city.part, gazetteer.isPart(name, of: code),
                        !Gazetteer.key(part).hasPrefix(name.joined(separator: " "))
                    {
                        return .region(text, country: code)
                    }
                    return .city(city, others: others)
                case .several(let cities): several = several ?? .several(cities, country: code)
                case .none: break
                }
            }
            if let city = cityAndPart(Self.segments(of: text), code) { return city }
        }
        return several
    }

    /// A city and the part of the country that it lies in, between separators: `Dallas, Texas`.
    private func cityAndPart(_ segments: [[String]], _ country: String?) -> Meaning? {
        let named = segments.filter { countries.code(of: $0) != country || country == nil }
        guard named.count == 2 else { return nil }
        for (name, part) in [(named[0], named[1]), (named[1], named[0])] {
            let isPart =
                country.map { gazetteer.isPart(part, of: $0) } ?? gazetteer.isPart(part, of: "US")
            guard isPart, !gazetteer.isPart(name, of: country ?? "US") || name == part else {
                continue
            }
            if case .city(let city, _) = gazetteer.meaning(
                of: name,
                in: country ?? "US",
                part: part
            ) {
                return .city(city, others: [])
            }
        }
        return nil
    }

    /// A city without a country; or no city at all.
    private func alone(
        _ text: String,
        _ words: [String],
        _ occurrences: [(range: Range<Int>, code: String)]
    ) -> Meaning {
        let codes = Set(occurrences.map(\.code))
        let country = codes.count == 1 ? codes.first : nil
        let parts = Self.segments(of: text)
        // Georgia is a country and a part of another.
        if let city = cityAndPart(parts, country) ?? cityAndPart(parts, nil) { return city }
        // Several places are no one place.
        let segments = parts.filter { segment in
            countries.code(of: segment) == nil
        }
        let isOneName = segments.count <= 1
        if isOneName, occurrences.isEmpty || words.count > 1 {
            switch gazetteer.meaning(of: words, in: nil) {
            case .city(let city, let others): return .city(city, others: others)
            case .several(let cities): return .several(cities, country: nil)
            case .none: break
            }
        }
        if codes.count > 1 { return .region(text, country: nil) }
        if !isOneName {
            let cities = segments.count { segment in
                if case .none = gazetteer.meaning(of: segment, in: country) { false } else { true }
            }
            if cities > 0 { return .region(text, country: country) }
        }
        if let country {
            let rest = words.enumerated().filter { word in
                !occurrences.contains { $0.range.contains(word.offset) }
            }.map(\.element)
            if gazetteer.isPart(rest, of: country) { return .region(text, country: country) }
        }
        return .unknown(text, country: country)
    }

    /// The words between separators.
    private static func segments(of text: String) -> [[String]] {
        var plain = text
        for mark in [" - ", " and ", ". "] {
            plain = plain.split(separator: mark).joined(separator: "|")
        }
        return plain.split { ",;/&|+".contains($0) }.map { SearchWords.parts(of: String($0)) }
            .filter { !$0.isEmpty }
    }
}
