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
        /// Several places, of which none alone is meant, as a region.
        case places(String, country: String?)
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
            // Some write a country twice: `London, England, UK`.
            let bare = words.indices.filter { index in
                !occurrences.contains { $0.code == code && $0.range.contains(index) }
            }.map { words[$0] }
            for name in [rest, rest.filter { $0 != "the" }, bare] where !name.isEmpty {
                switch gazetteer.meaning(of: name, in: code) {
                case .city(let city, let others):
                    if isProvince(name, not: city) { return .region(text, country: code) }
                    return .city(city, others: others)
                case .several(let cities): several = several ?? .several(cities, country: code)
                case .none: break
                }
            }
            let city =
                cityAndPart(Self.segments(of: text), code) ?? cityBeforePart(rest, code)
                ?? cityOfAddress(text, code)
            if let city { return city }
        }
        return several
    }

    /// Whether a province is meant, and not a village that is called like it.
    private func isProvince(_ name: [String], not city: City) -> Bool {
        guard let part = city.part, gazetteer.isPart(name, of: city.country) else { return false }
        return !Gazetteer.key(part).hasPrefix(name.joined(separator: " "))
    }

    /// A city and the part of the country behind it with nothing between them: `Austin TX`.
    private func cityBeforePart(_ words: [String], _ country: String?) -> Meaning? {
        for country in country.map({ [$0] }) ?? CountryParts.countries
        where !isPart(words, of: country) {
            for start in words.indices.dropFirst() {
                let (name, part) = (Array(words[..<start]), Array(words[start...]))
                guard CountryParts.isPart(part, of: country) else { continue }
                let meaning = gazetteer.meaning(of: name, in: country, part: part)
                if case .city(let city, _) = meaning { return .city(city, others: []) }
            }
        }
        return nil
    }

    /// The city of an address, which names what is smaller before what is larger or the other way round:
    /// `Spodek, Katowice, Poland`, `Japan, Chiba, Makuhari Messe`. What is smaller must be no place that is known:
    /// several places are no one place.
    private func cityOfAddress(_ text: String, _ country: String) -> Meaning? {
        guard !text.contains(where: { "/&|+".contains($0) }), !text.contains(" and ") else {
            return nil
        }
        let segments = Self.segments(of: text)
        let isCountry = segments.map { countries.code(of: $0) == country }
        guard segments.count > 2, isCountry.count(where: \.self) == 1,
            isCountry[0] || isCountry[segments.count - 1]
        else { return nil }
        // From the country on to what is smaller.
        let inward = Array(
            isCountry[0] ? segments.dropFirst() : segments.dropLast().reversed()[...]
        )
        guard !inward.contains(where: { countries.code(of: $0) != nil }) else { return nil }
        func found(_ meaning: Gazetteer.Meaning, _ smaller: some Sequence<[String]>) -> Meaning? {
            guard case .city(let city, let others) = meaning else { return nil }
            for name in smaller {
                guard case .none = gazetteer.meaning(of: name, in: country),
                    !isPart(name, of: country)
                else { return nil }
            }
            return .city(city, others: others)
        }
        if inward.count > 2, isPart(inward[0], of: country) {
            let inPart = gazetteer.meaning(of: inward[1], in: country, part: inward[0])
            if let city = found(inPart, inward.dropFirst(2)) { return city }
        }
        let nearest = gazetteer.meaning(of: inward[0], in: country)
        if case .city(let city, _) = nearest, isProvince(inward[0], not: city) { return nil }
        return found(nearest, inward.dropFirst())
    }

    /// A city beside the code of its country: `Tokyo, JP`.
    private func cityAndCode(_ segments: [[String]]) -> Meaning? {
        guard segments.count == 2 else { return nil }
        for (name, code) in [(segments[0], segments[1]), (segments[1], segments[0])]
        where code.count == 1 {
            guard let country = Countries.code(written: code[0]) else { continue }
            if case .city(let city, let others) = gazetteer.meaning(of: name, in: country) {
                return .city(city, others: others)
            }
        }
        return nil
    }

    /// A city and the part of the country that it lies in, between separators: `Dallas, Texas`, `London, Ontario`.
    private func cityAndPart(_ segments: [[String]], _ country: String?) -> Meaning? {
        let named = segments.filter { countries.code(of: $0) != country || country == nil }
        guard named.count == 2 else { return nil }
        for country in country.map({ [$0] }) ?? CountryParts.countries {
            // The part stands behind the city more often than before it.
            for (name, part) in [(named[0], named[1]), (named[1], named[0])]
            where isPart(part, of: country) {
                // Two parts of a country are no city, unless one is a state that is written behind cities.
                let isBehind = part == named[1] && CountryParts.isPart(part, of: country)
                if name != part, !isBehind, isPart(name, of: country) { continue }
                let meaning = gazetteer.meaning(of: name, in: country, part: part)
                if case .city(let city, _) = meaning { return .city(city, others: []) }
            }
        }
        return nil
    }

    private func isPart(_ words: [String], of country: String) -> Bool {
        gazetteer.isPart(words, of: country) || CountryParts.isPart(words, of: country)
    }

    /// The country of a part that stands behind something else: Ontario says more than Jamaica of
    /// `Jamaica, Ontario`.
    private func countryOfPart(_ segments: [[String]]) -> String? {
        guard segments.count == 2, countries.code(of: segments[1]) == nil else { return nil }
        return CountryParts.countries.first { CountryParts.isPart(segments[1], of: $0) }
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
        // Few letters, all of them capitals, stand for something: no village that happens to be called so.
        let isShort = text.utf8.count <= 3 && text == text.uppercased() && !gazetteer.ships(words)
        if isOneName, !isShort, occurrences.isEmpty || words.count > 1 {
            switch gazetteer.meaning(of: words, in: nil) {
            case .city(let city, let others): return .city(city, others: others)
            case .several(let cities): return .several(cities, country: nil)
            case .none: break
            }
            if let city = cityBeforePart(words, nil) { return city }
        }
        if let city = cityAndCode(parts) { return city }
        if codes.count > 1 { return .region(text, country: nil) }
        if let country = countryOfPart(parts) { return .unknown(text, country: country) }
        if !isOneName {
            let cities = segments.count { segment in
                if case .none = gazetteer.meaning(of: segment, in: country) { false } else { true }
            }
            if cities > 1 { return .places(text, country: country) }
        }
        if let country {
            let rest = words.enumerated().filter { word in
                !occurrences.contains { $0.range.contains(word.offset) }
            }.map(\.element)
            if gazetteer.isPart(rest, of: country) { return .region(text, country: country) }
        }
        return .unknown(text, country: country)
    }

    /// Whether a text ends with what begins names of places and has a point behind it.
    private static func isAbbreviated(_ text: Substring) -> Bool {
        let last = text.split { !$0.isLetter }.last.map { $0.lowercased() }
        return last.map { ["st", "ste", "sta", "sto", "ft", "mt", "pt"].contains($0) } ?? false
    }

    /// The words between separators.
    private static func segments(of text: String) -> [[String]] {
        var plain = text
        for mark in [" - ", " and "] {
            plain = plain.split(separator: mark).joined(separator: "|")
        }
        var sentences: [Substring] = []
        for part in plain.split(separator: ". ") {
            // `St. Petersburg` is one name.
            if let last = sentences.last, isAbbreviated(last) {
                sentences[sentences.count - 1] = Substring("\(last) \(part)")
            } else {
                sentences.append(part)
            }
        }
        plain = sentences.joined(separator: "|")
        return plain.split { ",;/&|+".contains($0) }.map { SearchWords.parts(of: String($0)) }
            .filter { !$0.isEmpty }
    }
}
