internal import RowFiles
internal import Timekeeping

/// Reads formats with a fix a line: OwnTracks' recorder and PLT.
///
/// Sources: OwnTracks Booklet, "Recorder" and "JSON"; Y. Zheng et al., "GeoLife User Guide 1.3";
/// OziExplorer, "Track File".
struct LineTracks {
    private(set) var collector: TrackCollector
    private let window: TextWindow
    private var number = 0

    /// A line is no longer, in bytes.
    private static let lineLimit = 1 << 20
    private static let metersPerFoot = 0.3048
    /// What stands for an unknown height, in feet.
    private static let unknownFeet = -777.0
    /// PLT counts days from 30 December 1899 on.
    private static let daysTo1970 = 25_569.0
    private static let headerLines = 6

    init(_ collector: TrackCollector, _ window: TextWindow) {
        self.collector = collector
        self.window = window
    }

    mutating func read() throws(TrackError) {
        while let line = try line() {
            if collector.format == .plt {
                if number > Self.headerLines { try addPLT(line) }
            } else {
                try addOwnTracks(line)
            }
        }
    }

    /// The next line without its end.
    private mutating func line() throws(TrackError) -> String? {
        do throws(RowFileError) {
            while true {
                let rest = window.bytes[window.position...]
                if let end = rest.firstIndex(of: lineFeed) {
                    let line = String(decoding: window.bytes[window.position..<end], as: UTF8.self)
                    window.advance(to: end + 1)
                    number += 1
                    return line.withoutSpace
                }
                guard rest.count <= Self.lineLimit else {
                    throw .longRow(line: number + 1, limitBytes: Self.lineLimit)
                }
                guard try !window.fill() else { continue }
                let last = String(decoding: window.bytes[window.position...], as: UTF8.self)
                window.advance(to: window.bytes.count)
                number += 1
                return last.isEmpty ? nil : last.withoutSpace
            }
        } catch { throw .unreadable(error) }
    }

    // MARK: PLT

    private mutating func addPLT(_ line: String) throws(TrackError) {
        guard !line.isEmpty else { return }
        let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.withoutSpace }
        guard cells.count >= 5 else {
            throw .malformed(
                name: collector.name,
                format: .plt,
                reason: "line \(number) has \(cells.count) values; a fix has 5 or more"
            )
        }
        var draft = FixDraft()
        draft.latitude = try collector.number(cells[0], "latitude", at: .line(number))
        draft.longitude = try collector.number(cells[1], "longitude", at: .line(number))
        let feet = try collector.number(cells[3], "the height", at: .line(number))
        draft.altitudeMeters = feet.flatMap {
            $0 == Self.unknownFeet ? nil : $0 * Self.metersPerFoot
        }
        if cells.count >= 7, cells[5].count == 10 {
            // As text it has no zone; PLT is in UTC.
            draft.at = try collector.time("\(cells[5])T\(cells[6])Z", at: .line(number))
        } else if let days = try collector.number(cells[4], "the time in days", at: .line(number)) {
            let milliseconds = (days - Self.daysTo1970) * 86_400_000
            guard milliseconds.magnitude < 1e14 else {
                throw .badValue(
                    name: collector.name,
                    where: "line \(number)",
                    what: "the time in days",
                    value: cells[4],
                    allowed: "a number of days since 30 December 1899"
                )
            }
            draft.at = Timestamp(millisecondsSince1970: Int64(milliseconds.rounded()))
        }
        // OziExplorer marks where another track begins.
        if cells[2] == "1" { collector.begin(nil) }
        try collector.add(draft, at: .line(number))
    }

    // MARK: OwnTracks

    /// A time, what it is, and JSON; lines of other things than places are left out.
    private mutating func addOwnTracks(_ line: String) throws(TrackError) {
        guard !line.isEmpty else { return }
        guard let brace = line.firstIndex(of: "{") else { return }
        let bytes = Array(line[brace...].utf8)
        var parser = StrictJSONParser(bytes, in: bytes.indices)
        let value: StrictJSONValue
        do { value = try parser.parseWhole() } catch {
            throw .malformed(
                name: collector.name,
                format: .ownTracks,
                reason: "line \(number): \(error.reason)"
            )
        }
        guard value["_type"]?.string == "location" else { return }
        var draft = FixDraft()
        draft.latitude = value["lat"]?.double
        draft.longitude = value["lon"]?.double
        if let seconds = value["tst"]?.double {
            draft.at = try collector.time(String(seconds), at: .line(number))
        }
        draft.accuracyMeters = value["acc"]?.double
        draft.altitudeMeters = value["alt"]?.double
        // In kilometres an hour.
        draft.speedMetersPerSecond = value["vel"]?.double.map { $0 / 3.6 }
        draft.headingDegrees = value["cog"]?.double
        try collector.add(draft, at: .line(number))
    }
}
