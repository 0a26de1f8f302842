package import Accounts
package import Timekeeping

/// Something that people are told.
package struct Notice: Sendable, Hashable, Identifiable {
    /// Whom it is for.
    package enum Audience: Sendable, Hashable {
        /// One account.
        case account(AccountID)
        /// Those who follow something, by its kind and id: `game/42`.
        case followers(of: String)
        /// Those who take part in an event, by its id.
        case event(String)

        /// The audience as it is told: `account:ID`, `followers:KIND/ID`, `event:ID`.
        package var text: String {
            switch self {
            case .account(let id): "account:\(id)"
            case .followers(let subject): "followers:\(subject)"
            case .event(let id): "event:\(id)"
            }
        }

        /// Reads what ``text`` wrote; nil for anything else.
        package init?(text: String) {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, 1...200 ~= parts[1].utf8.count,
                parts[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { return nil }
            switch parts[0] {
            case "account":
                guard let id = AccountID(text: parts[1]) else { return nil }
                self = .account(id)
            case "followers":
                guard parts[1].split(separator: "/").count == 2 else { return nil }
                self = .followers(of: String(parts[1]))
            case "event": self = .event(String(parts[1]))
            default: return nil
            }
        }
    }

    /// What is to be told, before it has an id.
    package struct Draft: Sendable, Hashable {
        /// Whom it is for.
        package var audience: Audience
        /// What it belongs to, such as `prize`: so many a day are told of each.
        package var topic: String
        /// 1 to 80 characters.
        package var title: String
        /// Up to 500 characters.
        package var body: String
        /// Where it leads: a path of this service, or an address of `https`.
        package var link: String?
        /// From when on it is told.
        package var from: Timestamp
        /// When it is over.
        package var until: Timestamp
        /// A notice with a key that is there already is not made again; nil for none.
        package var dedupeKey: String?

        /// A notice with all its members.
        package init(
            to audience: Audience,
            topic: String,
            title: String,
            body: String = "",
            link: String? = nil,
            from: Timestamp,
            until: Timestamp,
            dedupeKey: String? = nil
        ) {
            self.audience = audience
            self.topic = topic
            self.title = title
            self.body = body
            self.link = link
            self.from = from
            self.until = until
            self.dedupeKey = dedupeKey
        }
    }

    /// Counts up.
    package let id: Int64
    /// What it says, and when.
    package let draft: Draft
    /// When somebody has read it; nil until then.
    package let readAt: Timestamp?
}

/// Knows what accounts follow and take part in, so that notices find them.
package protocol AudienceSource: Sendable {
    /// The audiences that an account belongs to, besides itself.
    func audiences(of account: AccountID) async throws -> [Notice.Audience]
    /// The accounts that belong to an audience.
    func accounts(in audience: Notice.Audience) async throws -> [AccountID]
}

/// When and how often somebody is told something that they did not come for: in the stream and by push. The list
/// has all there is.
package struct NoticeSettings: Sendable, Hashable {
    /// The beginning of the time of quiet, in minutes after midnight; nil with ``quietTo`` for none.
    package var quietFrom: Int?
    /// The end of it, exclusive; before the beginning where midnight lies within.
    package var quietTo: Int?
    /// Whose clock that is, by IANA's name.
    package var timeZone = "UTC"
    /// How many a day and topic, 1 to 100.
    package var mostPerDay = 5

    /// What holds until something is set: from ten in the evening to eight it is quiet.
    package static let standard = NoticeSettings(quietFrom: 22 * 60, quietTo: 8 * 60)

    package init(
        quietFrom: Int?,
        quietTo: Int?,
        timeZone: String = "UTC",
        mostPerDay: Int = 5
    ) {
        self.quietFrom = quietFrom
        self.quietTo = quietTo
        self.timeZone = timeZone
        self.mostPerDay = mostPerDay
    }
}
