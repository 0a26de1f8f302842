internal import Foundation

/// Which countries use a time zone.
package struct ZoneCountries: Sendable {
    private let countries: [String: [String]]

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
        for line in table.split(separator: "\n") where !line.hasPrefix("#") {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count >= 3 else { continue }
            countries[String(cells[2])] = cells[0].split(separator: ",").map(String.init)
        }
        self.countries = countries
    }

    /// Whether a zone is known to be of other countries than one.
    ///
    /// - Parameter country: ISO 3166 alpha-2.
    package func contradicts(_ zone: String, country: String) -> Bool {
        countries[zone].map { !$0.contains(country) } ?? false
    }
}
