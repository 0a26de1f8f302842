package import Agenda
internal import Datasets

/// A tournament: an event of Agenda, with what else is known of it.
package struct Tournament: Sendable, Hashable {
    /// Where it is played.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// Over networks.
        case online
        /// At a place.
        case offline
        /// Partly at a place.
        case hybrid
    }

    /// How important it is, as its source ranks it.
    package enum Tier: String, Sendable, Hashable, CaseIterable {
        case s
        case a
        case b
        case c
        case d
    }

    /// What Agenda knows of it.
    package let event: Event
    /// The games that are played, as the file names them.
    package let games: [String]
    /// Where it is played; nil where the file does not say.
    package let format: Format?
    /// How important it is.
    package let tier: Tier?
    /// What can be won.
    package let prize: Money?
    /// The same as the file writes it.
    package let prizeAsWritten: String?
    /// The country or the part of the world, where no city is known, or whose players it is for.
    package let region: String?
    /// The place as the file writes it.
    package let placeText: String?
    /// How far the place may be from the point, in metres; nil without a point.
    package let accuracyMeters: Double?
    /// The league that it is part of.
    package let league: String?
    /// Where one registers, `https://...`.
    package let registrationURL: String?
    /// Where it can be watched, `https://...`.
    package let streams: [String]
    /// Where its makers post.
    package let accounts: [Handle]
    /// Its logo: the hash of a picture of this service, or `https://...`.
    package let image: String?

    /// A tournament with all its members.
    package init(
        event: Event,
        games: [String],
        format: Format? = nil,
        tier: Tier? = nil,
        prize: Money? = nil,
        prizeAsWritten: String? = nil,
        region: String? = nil,
        placeText: String? = nil,
        accuracyMeters: Double? = nil,
        league: String? = nil,
        registrationURL: String? = nil,
        streams: [String] = [],
        accounts: [Handle] = [],
        image: String? = nil
    ) {
        self.event = event
        self.games = games
        self.format = format
        self.tier = tier
        self.prize = prize
        self.prizeAsWritten = prizeAsWritten
        self.region = region
        self.placeText = placeText
        self.accuracyMeters = accuracyMeters
        self.league = league
        self.registrationURL = registrationURL
        self.streams = streams
        self.accounts = accounts
        self.image = image
    }

    /// Its id among all events.
    package var id: String { event.id }
}
