internal import Polling

/// The polling locations of a feed as rows, each with the precincts that vote there and the county
/// whose anybody may.
final class FeedStationSource: RowSource {
    let columns = [
        "location id", "name", "address", "city", "state", "zip", "latitude", "longitude", "hours",
        "station type", "precinct", "county", "directions", "hours note",
    ]
    let blankRows = 0
    private let feed: VIPFeed
    private let locations: [FeedElement]
    private let links: StationLinks
    private var next = 0

    init(_ feed: VIPFeed) {
        self.feed = feed
        locations = feed.all("PollingLocation")
        links = feed.stationLinks
    }

    var bytesRead: Int64 { Int64(next) }
    var notes: [ImportNote] { feed.notes(of: .stations) }

    func next(_ row: inout Row) throws(ImportError) -> Bool {
        guard next < locations.count else { return false }
        let location = locations[next]
        next += 1
        row.begin(line: location.line)
        row.number = next
        let address = location["AddressStructured"]
        let lines =
            address.map { address in ["Line1", "Line2", "Line3"].compactMap { address.value($0) } }
            ?? location.all("AddressLine").compactMap(\.trimmed)
        let place = location["LatLng"]
        let cells: [String?] = [
            Self.key(location.id), location.value("Name"), lines.joined(separator: ", "),
            address?.value("City"), address?.value("State"),
            address?.value("Zip") ?? lines.last.flatMap { PostcodeText.ending($0) },
            place?.value("Latitude"), place?.value("Longitude"),
            location.value("HoursOpenId").flatMap { feed.hours($0) }
                ?? location.localized("Hours")?.text(),
            type(of: location),
            Self.list(links.precincts[location.id]), Self.list(links.localities[location.id]),
            location.localized("Directions")?.text(),
            location.value("HoursOpenId").flatMap { feed.hoursNote($0) },
        ]
        for cell in cells {
            row.append((cell ?? "").utf8)
            row.endCell()
        }
        return true
    }

    /// The key that an id is made of: no id may begin with a digit, so that exporters put a line before it.
    private static func key(_ id: String) -> String {
        let rest = id.drop { $0 == "_" }
        return id.hasPrefix("_") && rest.first?.isNumber == true ? String(rest) : id
    }

    /// Several codes in one cell, however they are written.
    private static func list(_ codes: [String]?) -> String? {
        codes?.joined(separator: StationRowReader.codeSeparator)
    }

    /// What sort of station it is. One that a locality names, and no precinct, serves anybody there.
    private func type(of location: FeedElement) -> String {
        let isDropBox = location.flag("IsDropBox") == true
        if location.flag("IsEarlyVoting") == true {
            return isDropBox ? "early voting, drop box" : "early voting"
        }
        if isDropBox { return "drop box" }
        return links.precincts[location.id] == nil && links.localities[location.id] != nil
            ? "vote center" : "polling place"
    }
}
