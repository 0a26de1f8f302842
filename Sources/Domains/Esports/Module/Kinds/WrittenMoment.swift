internal import Agenda
internal import Timekeeping

/// Moments that are written otherwise than RFC 3339 has them.
enum WrittenMoment {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Reads what ``WrittenTime`` reads where it has an offset, and `Tue, 02 Jun 2026 09:00:00 +0000`.
    ///
    /// Source of the latter: RFC 5322, section 3.3.
    static func read(_ text: String) -> Timestamp? {
        WrittenTime(parsing: text)?.moment ?? mail(text)
    }

    private static func mail(_ text: String) -> Timestamp? {
        var parts = text.split { $0 == " " || $0 == "," }.map(String.init)
        if let first = parts.first, first.allSatisfy(\.isLetter) { parts.removeFirst() }
        guard parts.count >= 4, let day = Int(parts[0]), let year = Int(parts[2]),
            let month = months.firstIndex(of: parts[1].prefix(3).lowercased()),
            (1...31).contains(day), (1000...9999).contains(year)
        else { return nil }
        let zone = parts.count > 4 ? parts[4] : "+0000"
        let offset = ["GMT", "UT", "UTC", "Z"].contains(zone) ? "Z" : zone
        let date = "\(year)-\(two(month + 1))-\(two(day))"
        return WrittenTime(parsing: "\(date)T\(parts[3])\(offset)")?.moment
    }

    private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}

extension Moments {
    /// The midnight of UTC at which a day begins; nil for what is no day alone.
    static func day(_ text: String) -> Timestamp? {
        guard let written = WrittenTime(parsing: text), written.second == nil else { return nil }
        return .seconds(written.wall.secondsSince1970)
    }
}
