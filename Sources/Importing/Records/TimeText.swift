internal import Timekeeping

/// Moments as files write them.
enum TimeText {
    /// Reads an RFC 3339 time (`2016-07-08T00:19:28Z`), the same without a zone
    /// (`2016-07-08 00:19:28`, `2016-07-08 00:19`), or a day (`2016-07-08`, its first moment).
    ///
    /// - Returns: The moment, and whether the text named its zone; without one it is UTC. nil for
    ///   any other text.
    static func parse(_ text: String) -> (moment: Timestamp, hasZone: Bool)? {
        if let moment = Timestamp(rfc3339: text) { return (moment, true) }
        let completed =
            switch text.utf8.count {
            case 10: text + "T00:00:00Z"
            case 16: text + ":00Z"
            default: text + "Z"
            }
        return Timestamp(rfc3339: completed).map { ($0, false) }
    }
}
