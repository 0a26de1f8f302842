internal import Agenda
internal import HTTPService
internal import Importing
internal import TextSearch
internal import Timekeeping

extension QueryReader {
    /// The moment of a parameter: a day, which begins at midnight UTC, or a time with its offset.
    mutating func moment(_ name: String) -> Timestamp? {
        guard let text = text(name) else { return nil }
        guard let written = WrittenTime(parsing: text),
            let moment = written.second == nil
                ? .seconds(written.wall.secondsSince1970) : written.moment
        else {
            note(
                name,
                .notADay,
                "is \(quoted(text)); it is a day such as 2026-06-01, or a time with its offset such as "
                    + "2026-06-01T09:00:00Z",
                .value(text)
            )
            return nil
        }
        return moment
    }

    /// The period of `from` and `to`, of which `to` is no part.
    mutating func period() -> (from: Timestamp?, to: Timestamp?) {
        let (from, to) = (moment("from"), moment("to"))
        if let from, let to, to <= from {
            note(
                "to",
                .notTogether,
                "is not after from; a period ends after it begins",
                .other("from")
            )
        }
        return (from, to)
    }

    /// Notes that `event` names none that is published.
    mutating func noteUnknownEvent(_ event: String) {
        note(
            ParameterError(
                parameter: "event",
                fault: .notOneOf,
                message: "is \(quoted(event)), and no event has this id; GET /v1/events lists them",
                values: .choices(event, []),
                namesNothing: true
            )
        )
    }

    /// The words of `q`, at most 200 characters.
    mutating func searchWords() -> [String] {
        guard let text = text("q") else { return [] }
        guard text.count <= 200 else {
            note(
                "q",
                .wrongLength,
                "has \(text.count) characters; it has at most 200",
                .range("\(text.count)", 1, 200)
            )
            return []
        }
        return SearchWords.of(text)
    }
}

extension AgendaSnapshot.Position {
    /// The position as a text of digits and small letters.
    var cursor: String {
        let rank =
            switch rank {
            case .number(let number): "n" + String(number.bitPattern, radix: 16)
            case .text(let text): "t" + text
            }
        return CursorText.text([rank, id])
    }

    /// - Returns: nil for any other text.
    init?(cursor: String) {
        guard let parts = CursorText.parts(cursor), parts.count >= 2 else { return nil }
        // Titles may hold anything; an id has no separator of its own.
        let (rank, id) = (parts.dropLast().joined(separator: "\u{1F}"), parts[parts.count - 1])
        switch rank.first {
        case "n":
            guard let bits = UInt64(rank.dropFirst(), radix: 16) else { return nil }
            let number = Double(bitPattern: bits)
            guard number.isFinite else { return nil }
            self.init(rank: .number(number), id: id)
        case "t": self.init(rank: .text(String(rank.dropFirst())), id: id)
        default: return nil
        }
    }

    /// Whether it is of a list in some order.
    func fits(_ order: AgendaSnapshot.Order) -> Bool {
        switch rank {
        case .number: order != .name
        case .text: order == .name
        }
    }
}
