internal import Esports
internal import Foundation
internal import HTTPService
internal import Hummingbird
internal import Timekeeping

/// What the routes have in common.
struct LeagueAccess: Sendable {
    let directory: LeagueDirectory
    let clock: any WallClock
    /// Asks other machines; nil where none is asked.
    let live: LiveDesk?

    /// Has what is shown of a game asked for again where it is old; nobody waits for that.
    func look(at game: Game) {
        guard let live else { return }
        Task { await live.refresh(game) }
    }

    /// What is published.
    ///
    /// - Throws: ``Problem/notReady`` until it is loaded.
    func loaded() throws(Problem) -> LeagueSnapshot {
        guard let snapshot = directory.snapshot else { throw .notReady }
        return snapshot
    }
}

extension QueryReader {
    /// The games of `game`: the one that is called so, or those that have its words. Nil where none is given.
    mutating func games(_ snapshot: LeagueSnapshot?) -> Set<Int>? {
        guard let text = text("game") else { return nil }
        guard let snapshot else { return [] }
        let numbers = snapshot.book.numbers(meantBy: text)
        if numbers.isEmpty {
            note(
                ParameterError(
                    parameter: "game",
                    fault: .notOneOf,
                    message:
                        "is \(quoted(text)), and no game is called so; GET /v1/games lists them",
                    values: .choices(text, []),
                    namesNothing: true
                )
            )
        }
        return Set(numbers)
    }

    /// The tournament of `event`; nil where none is given.
    mutating func event(_ snapshot: LeagueSnapshot?) -> String? {
        guard let text = text("event") else { return nil }
        if let snapshot, snapshot.tournament(text) == nil {
            note(
                ParameterError(
                    parameter: "event",
                    fault: .notOneOf,
                    message:
                        "is \(quoted(text)), and no tournament has this id; GET "
                        + "/v1/events?kind=tournament lists them",
                    values: .choices(text, []),
                    namesNothing: true
                )
            )
        }
        return text
    }

    /// A name that has to be known; nil where none is given.
    ///
    /// - Parameter what: What there is none of, such as `team is called so`.
    mutating func named(
        _ parameter: String,
        _ what: String,
        isKnown: (String) -> Bool
    ) -> String? {
        guard let text = text(parameter) else { return nil }
        if !isKnown(text) {
            note(
                ParameterError(
                    parameter: parameter,
                    fault: .notOneOf,
                    message: "is \(quoted(text)), and no \(what)",
                    values: .choices(text, []),
                    namesNothing: true
                )
            )
        }
        return text
    }

    /// One of a few words; nil where none is given.
    mutating func optionalWord<Word: RawRepresentable & CaseIterable>(
        _ name: String
    ) -> Word? where Word.RawValue == String {
        guard has(name) else {
            _ = text(name)
            return nil
        }
        return Word.allCases.first.flatMap { word(name, standard: $0) }
    }

    /// A moment: a day, which begins at midnight UTC, or a time with its offset.
    mutating func time(_ name: String) -> Timestamp? {
        guard let text = text(name) else { return nil }
        if let moment = Moments.day(text) ?? WrittenMoment.read(text) { return moment }
        note(
            name,
            .notADay,
            "is \(quoted(text)); it is a day such as 2026-06-01, or a time with its offset such as "
                + "2026-06-01T09:00:00Z",
            .value(text)
        )
        return nil
    }

    /// The period of `from` and `to`, of which `to` is no part.
    mutating func leaguePeriod() -> (from: Timestamp?, to: Timestamp?) {
        let (from, to) = (time("from"), time("to"))
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

    /// `limit`, with another standard than that of other lists.
    mutating func limit(standard: Int) -> Int? {
        if has("limit") { return limit() }
        _ = text("limit")
        return standard
    }
}

/// Where a page ends, as the text of a cursor: digits and small letters.
enum LeagueCursor {
    private static let separator = "\u{1F}"

    static func text(_ parts: [String]) -> String {
        Array(parts.joined(separator: separator).utf8).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// - Returns: nil for any other text.
    static func parts(_ text: String) -> [String]? {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0, digits.count <= 4096,
            digits.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
        else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)
        }
        return String(validating: bytes, as: UTF8.self)?.components(separatedBy: separator)
    }
}
