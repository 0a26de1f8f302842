package import Timekeeping

/// Somebody who comes again: what every domain may know of them.
///
/// Names and addresses are no part of it: they are sealed, and asked for where they are shown.
package struct Account: Sendable, Hashable, Identifiable {
    /// What sort of account it is.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A token and nothing else.
        case anonymous
        /// With a name and a password.
        case registered
        /// Of somebody under age: with a made-up name, and nothing else.
        case child
    }

    /// Never given twice.
    package let id: AccountID
    /// What sort of account it is.
    package let kind: Kind
    /// How old its owner is, as far as that was told.
    package let ageBand: AgeBand
    /// When it was made.
    package let createdAt: Timestamp

    /// An account with all its members.
    package init(id: AccountID, kind: Kind, ageBand: AgeBand, createdAt: Timestamp) {
        self.id = id
        self.kind = kind
        self.ageBand = ageBand
        self.createdAt = createdAt
    }

    /// Whether its owner is treated as a child: no free text, no notices, no contact, no track.
    package var isChild: Bool { kind == .child || ageBand == .under13 }
}

/// How old somebody is, as far as it matters: the age itself is not kept.
package enum AgeBand: String, Sendable, Hashable, CaseIterable {
    case under13 = "under_13"
    case from13to15 = "13_15"
    case from16to17 = "16_17"
    case adult
    case unknown

    /// The ages that may be told, in years.
    package static let possibleAges: ClosedRange<Int64> = 1...120

    /// The band of an age in years.
    package init(age: Int64) {
        self =
            switch age {
            case ..<13: .under13
            case 13...15: .from13to15
            case 16...17: .from16to17
            default: .adult
            }
    }

    /// The ages from which on somebody may be no child: by law 13 in the United States, and 13 to 16 in the states
    /// of the European Union. Source: 16 CFR 312.2 (COPPA); Regulation (EU) 2016/679, article 8.
    package static let agesOfConsent: ClosedRange<Int64> = 13...16

    /// Whether somebody of this band may be younger than an age of ``agesOfConsent``.
    package func mayBe(under age: Int64) -> Bool {
        switch self {
        case .under13: true
        case .from13to15: age > 13
        case .from16to17, .adult, .unknown: false
        }
    }

    /// Whether an adult has to agree to what is given: 13 to 17.
    package var needsAdultApproval: Bool { self == .from13to15 || self == .from16to17 }
}

/// What becomes of those under age.
package enum ChildrenRule: String, Sendable, Hashable, CaseIterable {
    /// They have an account with a made-up name, and nothing else.
    case anonymous
    /// The same, and a parent's address may be given, by which a parent consents.
    case guardian
    /// They have none.
    case refuse
}

/// What somebody has agreed to.
package enum ConsentPurpose: String, Sendable, Hashable, CaseIterable {
    case contactForPrizes = "contact_for_prizes"
    case autoTrack = "auto_track"
    case shareScore = "share_score"
    case push
    case leaderboardName = "leaderboard_name"

    /// Whether a child's account may agree to it.
    package var isForChildren: Bool { false }
}

/// One act of consent, or of its withdrawal, and whose it was.
package struct Consent: Sendable, Hashable {
    /// Who agreed.
    package enum Giver: String, Sendable, Hashable, CaseIterable {
        case own = "self"
        case guardian
    }

    /// What to.
    package let purpose: ConsentPurpose
    /// Which text was shown, such as `2027-1`.
    package let textVersion: String
    /// When it was given.
    package let givenAt: Timestamp
    /// When it was taken back; nil while it holds.
    package let withdrawnAt: Timestamp?
    /// Who gave it.
    package let giver: Giver
    /// How, such as `page`.
    package let method: String

    /// A consent with all its members.
    package init(
        purpose: ConsentPurpose,
        textVersion: String,
        givenAt: Timestamp,
        withdrawnAt: Timestamp?,
        giver: Giver,
        method: String
    ) {
        self.purpose = purpose
        self.textVersion = textVersion
        self.givenAt = givenAt
        self.withdrawnAt = withdrawnAt
        self.giver = giver
        self.method = method
    }
}
