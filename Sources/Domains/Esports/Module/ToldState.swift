internal import Agenda
internal import Esports
internal import Timekeeping

/// When and where something is, as people are told of it.
struct ToldState: Sendable, Hashable {
    /// Whether it takes place.
    enum Standing: String, Sendable, Hashable {
        case planned
        case postponed
        case cancelled
        /// It has begun or is over.
        case begun
    }

    let startsAt: Timestamp
    let endsAt: Timestamp
    let standing: Standing
    /// When it is, in words.
    let when: String
    /// Where it is, in words; nil where nobody knows.
    let place: String?
    /// Where it is as its file writes it. A gazetteer that knows more moves nothing.
    let placeAsWritten: String?
}

extension ToldState {
    /// What is told of a tournament.
    init(of tournament: Tournament) {
        let (event, venue) = (tournament.event, tournament.event.venue)
        let written = [venue.name, venue.address, tournament.placeText].compactMap { $0 }
        let place =
            venue.kind == .online
            ? "online" : venue.line ?? tournament.region ?? tournament.placeText
        let standing: Standing =
            switch event.status {
            case .scheduled: .planned
            case .postponed: .postponed
            case .cancelled: .cancelled
            case .finished: .begun
            }
        self.init(
            startsAt: event.span.startsAt,
            endsAt: event.span.endsAt,
            standing: standing,
            when: event.span.words,
            place: place.map { String($0.prefix(150)) },
            placeAsWritten: written.isEmpty ? place : written.joined(separator: ", ")
        )
    }

    /// What is told of a match; where it is, its tournament says.
    init(of match: Match) {
        let standing: Standing =
            switch match.status {
            case .notStarted: .planned
            case .postponed: .postponed
            case .canceled: .cancelled
            case .running, .finished, .forfeit: .begun
            }
        self.init(
            startsAt: match.span.startsAt,
            endsAt: match.span.endsAt,
            standing: standing,
            when: match.span.words,
            place: nil,
            placeAsWritten: nil
        )
    }

    /// What has become of it, to stand behind its title, and the details; nil for nothing that is told.
    func words(since old: ToldState) -> (headline: String, body: String)? {
        let changes = [timeWords(since: old), placeWords(since: old)].compactMap { $0 }
        let body = changes.joined(separator: " ")
        switch standing {
        case .begun: return nil
        case .cancelled:
            return old.standing == .cancelled ? nil : ("is cancelled", "It does not take place.")
        case .postponed where old.standing != .postponed:
            return ("is postponed", changes.isEmpty ? "When it will be is not known yet." : body)
        case .planned where old.standing == .cancelled:
            return ("takes place after all", changes.isEmpty ? "It is \(when)." : body)
        case .planned where old.standing == .postponed && changes.isEmpty:
            return ("takes place as planned", "It is \(when).")
        default:
            guard !changes.isEmpty else { return nil }
            if startsAt != old.startsAt { return ("was moved", body) }
            return (endsAt != old.endsAt ? "ends at another time" : "is at another place", body)
        }
    }

    private func timeWords(since old: ToldState) -> String? {
        guard startsAt != old.startsAt || endsAt != old.endsAt else { return nil }
        return "Now \(when); before, \(old.when)."
    }

    private func placeWords(since old: ToldState) -> String? {
        guard place != old.place, placeAsWritten != old.placeAsWritten else { return nil }
        return switch (place, old.place) {
        case (let now?, let before?): "The place is now \(now); before, \(before)."
        case (let now?, nil): "The place is \(now)."
        case (nil, let before?): "The place is not known any more; before, \(before)."
        case (nil, nil): nil
        }
    }
}
