internal import Agenda
internal import HTTPService
internal import Importing
internal import Mobility
internal import Timekeeping

/// Where a page of trips begins: behind this one.
struct TripPosition: Sendable {
    let at: Timestamp
    let id: String
}

extension QueryReader {
    /// The moment of a parameter, with its offset.
    mutating func travelMoment(_ name: String) -> Timestamp? {
        guard let text = text(name) else { return nil }
        if let moment = Timestamp(rfc3339: text) { return moment }
        note(
            name,
            .notADay,
            "is \(quoted(text)); it is a moment with its offset such as 2026-11-03T00:00:00Z"
        )
        return nil
    }

    /// The period of `from` and `to`, of which `to` is no part.
    mutating func travelPeriod() -> (from: Timestamp?, to: Timestamp?) {
        let (from, to) = (travelMoment("from"), travelMoment("to"))
        if let from, let to, to <= from {
            note("to", .notTogether, "is not after from; a period ends after it begins")
        }
        return (from, to)
    }

    /// A form of transportation; nil where none is given.
    mutating func travelForm(_ name: String) -> TravelForm? { travelWord(name) }

    /// One of a few words; nil where none is given.
    mutating func travelWord<Word: RawRepresentable & CaseIterable>(_ name: String) -> Word?
    where Word.RawValue == String {
        guard let text = text(name) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue)
        note(
            name,
            .notOneOf,
            "is \(quoted(text)); it is one of \(words.joined(separator: ", "))",
            .choices(text, words)
        )
        return nil
    }

    /// Where the page begins; nil for the first.
    mutating func tripPosition() -> TripPosition? {
        guard let text = text("cursor") else { return nil }
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        if text.first != "-", parts.count == 2, let moment = Int64(parts[0]) {
            return TripPosition(
                at: Timestamp(millisecondsSince1970: moment),
                id: String(parts[1])
            )
        }
        note(
            "cursor",
            .unknownCursor,
            "is none that came with a list; take it from the link \"next\""
        )
        return nil
    }
}
