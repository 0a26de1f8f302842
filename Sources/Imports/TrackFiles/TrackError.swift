internal import Geodesy
package import RowFiles
package import Trajectories

/// Why no tracks are read from a file. Nothing is made of the file when one is thrown.
package enum TrackError: Error, Sendable, Hashable {
    /// The file cannot be opened, unpacked or read as text.
    case unreadable(RowFileError)
    /// The file is none of the formats.
    case unknownFormat(name: String)
    /// The file breaks the rules of its format.
    case malformed(name: String, format: TrackFormat, reason: String)
    /// A table has no column for what a fix needs.
    case missingColumn(name: String, what: String, columns: [String])
    /// A fix that no device can have taken.
    case badFix(name: String, where: String, fault: FixFault)
    /// A value that cannot be read as what it is for.
    case badValue(name: String, where: String, what: String, value: String, allowed: String)
    /// A file with fewer than two fixes; how many there are.
    case tooFewFixes(name: String, count: Int)
    /// There are places, and none has a time.
    case noTimes(name: String, count: Int)
    /// A file with more fixes than are read at once.
    case tooManyFixes(name: String, limit: Int)
}

extension TrackError: CustomStringConvertible {
    /// What was wrong, with the value and what is allowed.
    package var description: String {
        switch self {
        case .unreadable(.badXMLText(let name, let reason)):
            "\"\(name)\" is no XML that can be read: \(reason)"
        case .unreadable(let error): "\(error)"
        case .unknownFormat(let name):
            "\"\(name)\" holds no tracks that can be read; known are "
                + "\(TrackFormat.allCases.map(\.title).joined(separator: ", "))"
        case .malformed(let name, let format, let reason):
            "\"\(name)\" is no \(format.title) that can be read: \(reason)"
        case .missingColumn(let name, let what, let columns):
            "\"\(name)\" has no column for the \(what); its columns are "
                + columns.prefix(20).map(\.shortQuoted).joined(separator: ", ")
        case .badFix(let name, let place, let fault):
            "\"\(name)\", \(place): \(fault)" + (mayBeSwapped(fault) ? Self.swapped : "")
        case .badValue(let name, let place, let what, let value, let allowed):
            "\"\(name)\", \(place): \(what) is \(value.shortQuoted); it is \(allowed)"
        case .tooFewFixes(let name, let count):
            "\"\(name)\" has \(count == 1 ? "1 fix" : "\(count) fixes"); a track is 2 or more"
        case .noTimes(let name, let count):
            "\"\(name)\" has \(count == 1 ? "1 place" : "\(grouped(count)) places") and no times; a track needs a time for each, "
                + "which planned routes do not have"
        case .tooManyFixes(let name, let limit):
            "\"\(name)\" has more than \(grouped(limit)) fixes; cut it into pieces"
        }
    }

    private static let swapped = ". Latitude and longitude look swapped"

    private func mayBeSwapped(_ fault: FixFault) -> Bool {
        if case .place(.invalidLatitude(let value)) = fault { return value.magnitude <= 180 }
        return false
    }
}

extension String {
    /// In quotes, and cut short where it is long.
    fileprivate var shortQuoted: String {
        let shown = count > 40 ? prefix(40) + "..." : self[...]
        return "\"\(String(shown).withVisibleControls)\""
    }
}
