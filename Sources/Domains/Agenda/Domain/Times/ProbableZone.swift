internal import Foundation

/// The time zone that a text probably stands for which is no name of the IANA list, and how sure that is.
package struct ProbableZone: Sendable, Hashable {
    /// What tells it.
    package enum Ground: Sendable, Hashable {
        /// The name is that of the list, but for spaces and capitals.
        case spelling
        /// Windows calls it so.
        case windows
        /// Its clocks are abbreviated so, and those of no other zone of the country.
        case abbreviation(country: String)
        /// Its clocks are abbreviated so, and those of other zones of the country.
        case abbreviationOfSeveral(country: String, zones: Int)
    }

    /// A name of the IANA list.
    package let name: String
    /// 0 to 1; at most ``evenChance`` where the text has several meanings.
    package let confidence: Double
    /// What tells it.
    package let ground: Ground

    /// How sure it is, at most, where a text has several meanings.
    package static let evenChance = 0.5

    /// - Parameters:
    ///   - text: What stands for a zone, such as `US / Eastern`, `Eastern Standard Time` or `CET`.
    ///   - country: The country in which the clocks are, ISO 3166 alpha-2; nil where nobody knows.
    /// - Returns: nil where nothing tells a zone: an abbreviation without a country is that of clocks all over
    ///   the world, and none of these is proposed.
    /// - Complexity: O(n) for the n zones of the list.
    package init?(meantBy text: String, country: String?) {
        let country = country.flatMap(ZoneCountries.code)
        if let name = Self.spelled(text) {
            let isSpaced = ZoneRules.meant(by: text) == name
            self.init(name: name, confidence: isSpaced ? 0.99 : 0.95, ground: .spelling)
            return
        }
        let words = text.split { $0.isWhitespace }.joined(separator: " ").lowercased()
        if let name = WindowsZones.zones[words], ZoneRules(named: name) != nil {
            let isElsewhere = country.map {
                ZoneCountries.system.contradicts(name, country: $0)
            }
            let confidence = isElsewhere == true ? Self.evenChance : 0.9
            self.init(name: name, confidence: confidence, ground: .windows)
            return
        }
        guard let country else { return nil }
        self.init(abbreviatedAs: text, in: country)
    }

    private init(name: String, confidence: Double, ground: Ground) {
        (self.name, self.confidence, self.ground) = (name, confidence, ground)
    }

    /// The name of the list that a text is but for spaces and capitals; nil for any other.
    private static func spelled(_ text: String) -> String? {
        if let name = ZoneRules.meant(by: text) { return name }
        guard text.contains("/"), text.utf8.count <= 64 else { return nil }
        let joined = text.split(separator: "/").map { part in
            part.split { $0.isWhitespace }.joined(separator: "_")
        }.joined(separator: "/").lowercased()
        return TimeZone.knownTimeZoneIdentifiers.first {
            $0.lowercased() == joined && $0 != text && ZoneRules(named: $0) != nil
        }
    }

    // MARK: Abbreviations

    /// The first zone of a country whose clocks are abbreviated so: the list has that of most people first.
    private init?(abbreviatedAs text: String, in country: String) {
        let word = text.uppercased()
        guard (2...6).contains(word.utf8.count),
            word.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return nil }
        let found = ZoneCountries.system.zones(of: country).compactMap { name in
            Self.rule(of: name).map { (name: name, rule: $0) }
        }.filter { Self.abbreviations(of: $0.rule).contains(word) }
        guard let first = found.first else { return nil }
        guard found.count > 1 else {
            self.init(name: first.name, confidence: 0.95, ground: .abbreviation(country: country))
            return
        }
        // Zones with the same clocks differ in their past alone.
        let clocks = Set(found.map(\.rule)).count
        self.init(
            name: first.name,
            confidence: Self.evenChance / Double(clocks),
            ground: .abbreviationOfSeveral(country: country, zones: found.count)
        )
    }

    /// The rule of a zone's clocks for all the time to come, such as `EST5EDT,M3.2.0,M11.1.0`; nil where the
    /// system's data have none.
    ///
    /// Source: RFC 9636, section 3.3: it stands in the last line of the zone's file.
    private static func rule(of name: String) -> String? {
        guard let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/" + name),
            data.last == 0x0A
        else { return nil }
        let body = data.dropLast()
        guard let newline = body.lastIndex(of: 0x0A) else { return nil }
        return String(validating: body[body.index(after: newline)...], as: UTF8.self)
    }

    /// The abbreviations of a rule: of its standard time, and of its summer time; none that are digits.
    private static func abbreviations(of rule: String) -> [String] {
        guard let clocks = rule.split(separator: ",").first, !clocks.contains("<") else {
            return []
        }
        return clocks.split { !$0.isLetter }.map { $0.uppercased() }
    }
}
