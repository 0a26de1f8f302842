internal import Foundation
package import Geodesy
package import Timekeeping

/// Which countries use a time zone, and whose clocks are those of a place.
package struct ZoneCountries: Sendable {
    /// A zone of the list, with the place that it is named after.
    private struct Zone: Sendable {
        let name: String
        let place: Coordinate
        let rules: ZoneRules
    }

    private let countries: [String: [String]]
    private let zones: [Zone]

    /// The system's list; empty where there is none.
    ///
    /// Source: the file `zone1970.tab` of the time zone database: codes of countries, coordinates, name.
    package static let system: ZoneCountries = {
        let path = "/usr/share/zoneinfo/zone1970.tab"
        let data = FileManager.default.contents(atPath: path) ?? Data()
        return ZoneCountries(table: String(decoding: data, as: UTF8.self))
    }()

    /// Reads a table as the time zone database has it; lines that are none are passed over.
    package init(table: String) {
        var countries: [String: [String]] = [:]
        var zones: [Zone] = []
        for line in table.split(separator: "\n") where !line.hasPrefix("#") {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count >= 3 else { continue }
            let name = String(cells[2])
            countries[name] = cells[0].split(separator: ",").map(String.init)
            if let place = Self.place(cells[1]), let rules = ZoneRules(named: name) {
                zones.append(Zone(name: name, place: place, rules: rules))
            }
        }
        self.countries = countries
        self.zones = zones
    }

    // MARK: Countries

    /// Whether a zone is known to be of other countries than one.
    ///
    /// - Parameter country: ISO 3166 alpha-2.
    package func contradicts(_ zone: String, country: String) -> Bool {
        countries[zone].map { !$0.contains(country) } ?? false
    }

    /// The zones of a country in the order of the list, which has that of most people first: those that are
    /// named after a place of it, or else all that it uses.
    ///
    /// - Parameter country: ISO 3166 alpha-2.
    package func zones(of country: String) -> [String] {
        let own = zones.map(\.name).filter { countries[$0]?.first == country }
        guard own.isEmpty else { return own }
        return zones.map(\.name).filter { countries[$0]?.contains(country) == true }
    }

    /// The code of a country that is given as a code or by its English name; nil for any other text.
    package static func code(reading text: String) -> String? {
        let folded = text.lowercased()
        if let code = codes[folded] { return code }
        let code = text.uppercased()
        return codes.values.contains(code) ? code : nil
    }

    /// The codes of countries by their English names in small letters.
    private static let codes: [String: String] = {
        var codes = [
            "usa": "US", "united states of america": "US", "uk": "GB", "great britain": "GB",
        ]
        let english = Locale(identifier: "en")
        for code in Locale.Region.isoRegions.map(\.identifier) where code.utf8.count == 2 {
            guard let name = english.localizedString(forRegionCode: code), name != code else {
                continue
            }
            codes[name.lowercased()] = code
        }
        return codes
    }()

    // MARK: Places

    /// How many zones around a place are asked for their clocks.
    private static let neighbourCount = 3
    /// By how many hours the clocks of a place may differ from its sun before other zones are asked.
    private static let sunHours = 1.5

    /// A zone that has the clocks of a place, where another hardly has them: it is more than an hour and a half
    /// from the sun, and none of the three zones whose cities are nearest has its offset at that moment.
    ///
    /// Of 340 cities all over the world none has its own zone taken for another, but for Ürümqi, where people live
    /// by two; of zones that are others, seven in eight are found.
    ///
    /// - Returns: The zone whose city is nearest; nil where the zone may be the place's, and for a mere offset.
    /// - Complexity: O(n) for the n zones of the list.
    package func likelier(
        than zone: String,
        at place: Coordinate,
        _ moment: Timestamp
    ) -> String? {
        guard zone != "UTC", !zone.hasPrefix("Etc/"), WrittenTime.offsetSeconds(of: zone) == nil,
            let offset = ZoneRules(named: zone)?.offsetSeconds(at: moment)
        else { return nil }
        let fromSun = (Double(offset) / 3600 - place.longitude / 15)
            .remainder(dividingBy: 24).magnitude
        guard fromSun > Self.sunHours else { return nil }
        var nearest: [(zone: Zone, distance: Double)] = []
        for zone in zones {
            let distance = Self.chord(from: place, to: zone.place)
            if nearest.count == Self.neighbourCount, let last = nearest.last {
                guard distance < last.distance else { continue }
                nearest.removeLast()
            }
            let index = nearest.firstIndex { distance < $0.distance } ?? nearest.count
            nearest.insert((zone, distance), at: index)
        }
        let isHeld = nearest.contains { $0.zone.rules.offsetSeconds(at: moment) == offset }
        return isHeld ? nil : nearest.first?.zone.name
    }

    /// A number that grows with the distance, on a sphere: which city is nearest matters, not how near it is.
    private static func chord(from place: Coordinate, to other: Coordinate) -> Double {
        func sineSquared(_ degrees: Double) -> Double {
            let sine = sin(degrees / 2 * .pi / 180)
            return sine * sine
        }
        return sineSquared(other.latitude - place.latitude)
            + cos(place.latitude * .pi / 180) * cos(other.latitude * .pi / 180)
            * sineSquared(other.longitude - place.longitude)
    }

    /// A place as the list writes it: `+5230+01322`, or with seconds `+513030-0000731`.
    private static func place(_ text: Substring) -> Coordinate? {
        guard
            let match = text.wholeMatch(
                of: /([+-]\d{2})(\d{2})(\d{2})?([+-]\d{3})(\d{2})(\d{2})?/
            )
        else { return nil }
        let (_, latitude, latitudeMinutes, latitudeSeconds, longitude, minutes, seconds) =
            match.output
        return try? Coordinate(
            latitude: degrees(latitude, latitudeMinutes, latitudeSeconds),
            longitude: degrees(longitude, minutes, seconds)
        )
    }

    private static func degrees(
        _ whole: Substring,
        _ minutes: Substring,
        _ seconds: Substring?
    ) -> Double {
        let size =
            (Double(whole) ?? 0).magnitude + (Double(minutes) ?? 0) / 60
            + (seconds.flatMap { Double($0) } ?? 0) / 3600
        return whole.hasPrefix("-") ? -size : size
    }
}
