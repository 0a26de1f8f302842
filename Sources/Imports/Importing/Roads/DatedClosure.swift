internal import Polling
internal import Timekeeping

/// Closures that hold on some days alone: `no @ (2026 Nov 01-2026 Dec 31)`, `no @ (Nov-Apr)`.
///
/// Those of some hours, or of some vehicles, are left to the signs on the road.
///
/// Source: OpenStreetMap wiki, "Conditional restrictions".
enum DatedClosure {
    /// Keys of such closures to those who drive, and to those who walk.
    static let drivingKeys = WaySigns.drivingKeys.map { $0 + ":conditional" }
    static let walkingKeys = WaySigns.walkingKeys.map { $0 + ":conditional" }

    /// Whether a text closes a road at a moment.
    ///
    /// What is not understood of it closes the road, unless it speaks of past years alone.
    ///
    /// - Complexity: O(n) for the length of the text.
    static func closes(_ text: String, at now: Timestamp) -> Bool {
        var rest = text.lowercased()[...]
        while let mark = rest.firstIndex(of: "@") {
            let value = rest[..<mark].filter { $0.isLetter || $0 == "_" }
            var behind = rest[rest.index(after: mark)...].drop(while: \.isWhitespace)
            let condition: Substring
            if behind.first == "(" {
                behind = behind.dropFirst()
                let end = behind.firstIndex(of: ")") ?? behind.endIndex
                condition = behind[..<end]
                rest = behind[end...].drop { $0 == ")" || $0 == ";" || $0.isWhitespace }
            } else {
                let end = behind.firstIndex(of: ";") ?? behind.endIndex
                condition = behind[..<end]
                rest = behind[end...].dropFirst()
            }
            if RoadText.driving(String(value)) == .closed, holds(String(condition), at: now) {
                return true
            }
        }
        return false
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
        "winter", "summer", "spring", "autumn", "easter",
    ]

    private static func holds(_ condition: String, at now: Timestamp) -> Bool {
        let years = condition.split { !$0.isNumber }.compactMap { word in
            word.count == 4 ? Int(word).flatMap { 1990...2199 ~= $0 ? $0 : nil } : nil
        }
        guard !years.isEmpty || months.contains(where: condition.contains) else { return false }
        let text = condition.contains(":") ? condition : condition + " 00:00-24:00"
        guard let state = OpeningHours(parsing: text)?.state(at: now, timeZone: "UTC") else {
            let today = CalendarDate(lastOnEarthAt: now)
            return years.isEmpty || years.contains { $0 >= today.year }
        }
        return state.kind == .open
    }
}
