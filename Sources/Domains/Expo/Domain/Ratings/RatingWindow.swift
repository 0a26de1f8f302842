package import Agenda
package import Timekeeping

/// When a fair takes ratings.
package struct RatingWindow: Sendable, Hashable {
    /// The first moment.
    package let opensAt: Timestamp
    /// The moment behind the last.
    package let closesAt: Timestamp

    /// How long after the end ratings may arrive that were given before: phones may have been without a
    /// network.
    package static let graceMilliseconds: Int64 = 12 * 3_600_000
    /// By how much a phone's clock may be ahead.
    package static let clockSkewMilliseconds: Int64 = 5 * 60_000
    /// How long an event lasts of which no end is known.
    private static let unknownLengthMilliseconds: Int64 = 24 * 3_600_000

    /// The window of an event: from its beginning to its end; a day where no end is known.
    package init(_ span: EventSpan) {
        opensAt = span.startsAt
        closesAt =
            span.endsAt > span.startsAt
            ? span.endsAt
            : span.startsAt.adding(milliseconds: Self.unknownLengthMilliseconds) ?? span.startsAt
    }

    /// How far a fair has come.
    package enum Phase: String, Sendable, Hashable, CaseIterable {
        case before
        case during
        case after
    }

    /// How far the fair has come at a moment.
    package func phase(at moment: Timestamp) -> Phase {
        if moment < opensAt { return .before }
        return moment < closesAt ? .during : .after
    }

    /// Why a rating is not taken.
    package enum Fault: Error, Sendable, Hashable {
        /// It was given before the fair began.
        case tooEarly(opensAt: Timestamp)
        /// It was given when the fair had ended.
        case tooLate(closedAt: Timestamp)
        /// It arrives when no more ratings are taken.
        case receivedTooLate(until: Timestamp)
        /// It was given later than now.
        case inFuture
    }

    /// Checks when a rating was given and when it arrives.
    ///
    /// - Parameters:
    ///   - given: By the visitor's clock; nil for now.
    ///   - now: When it arrives.
    /// - Returns: The moment that counts: never later than now.
    /// - Throws: ``Fault``.
    package func check(given: Timestamp?, receivedAt now: Timestamp) throws(Fault) -> Timestamp {
        let last = closesAt.adding(milliseconds: Self.graceMilliseconds) ?? closesAt
        guard now <= last else { throw .receivedTooLate(until: last) }
        if let given, given.milliseconds(since: now) > Self.clockSkewMilliseconds {
            throw .inFuture
        }
        let moment = min(given ?? now, now)
        switch phase(at: moment) {
        case .before: throw .tooEarly(opensAt: opensAt)
        case .after: throw .tooLate(closedAt: closesAt)
        case .during: return moment
        }
    }
}
