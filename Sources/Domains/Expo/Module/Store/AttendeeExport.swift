internal import Accounts
internal import AccountsModule
internal import Expo
internal import GeoJSON
internal import Timekeeping

/// A fair's visitors as its organizers take them along, with how those are reached who want prizes.
struct AttendeeExport: Sendable {
    private struct Line: Sendable {
        let attendee: RatingStore.Attendee
        /// Whether they want prizes, may have them and can be reached.
        let isEligible: Bool
        let name: String?
        let visits: Int
        let total: Int64
        let contact: Contact?
    }

    private let fair: String
    private let lines: [Line]
    /// Until when contacts are told; nil where nobody knows when the fair ends.
    private let contactsUntil: Timestamp?

    /// - Parameter staff: The id of the token of whoever looks: each look at a contact is noted.
    init(
        _ fair: FairSnapshot.Fair,
        settings: FairSettings,
        ratings: RatingStore,
        people: AccountStore,
        staff: Int64,
        at now: Timestamp
    ) async throws {
        self.fair = fair.id
        let attendees = try await ratings.attendees(of: fair.id)
        contactsUntil = settings.contactsUntil(fair)
        let mayReach = contactsUntil.map { now < $0 } ?? true
        let asking = attendees.map(\.attendee).filter(\.isEligible)
            .map { AccountID(rawValue: $0.account) }
        let reachable = try await people.reachable(among: asking)
        let contacts =
            mayReach && !reachable.isEmpty
            ? try await people.contacts(of: Array(reachable), lookedAtBy: staff) : [:]
        let names = try await people.shownNames(
            of: attendees.map { AccountID(rawValue: $0.attendee.account) }
        )
        lines = attendees.map { attendee, visits, total in
            let account = AccountID(rawValue: attendee.account)
            return Line(
                attendee: attendee,
                isEligible: attendee.isEligible && reachable.contains(account),
                name: names[account],
                visits: visits,
                total: total,
                contact: contacts[account]
            )
        }
    }

    private static let columns = [
        "account", "name", "role", "age_band", "eligible", "adult_approval_at", "joined_at",
        "visits",
        "points", "email", "phone",
    ]

    func json() -> [UInt8] {
        var json = JSONWriter(capacity: 320 * (lines.count + 1))
        json.object { json in
            json.member("event", fair)
            json.member("contacts_until", contactsUntil?.rfc3339)
            json.member(
                "attendees",
                array: { list in
                    for line in lines {
                        let attendee = line.attendee
                        list.object { json in
                            json.member("account", AccountID(rawValue: attendee.account).text)
                            json.member("name", line.name)
                            json.member("role", attendee.role?.rawValue)
                            json.member("age_band", attendee.ageBand)
                            json.member("eligible", line.isEligible)
                            json.member("adult_approval_at", attendee.adultApprovalAt?.rfc3339)
                            json.member("joined_at", attendee.joinedAt.rfc3339)
                            json.member("visits", line.visits)
                            json.member("points", line.total)
                            json.member("email", line.contact?.email)
                            json.member("phone", line.contact?.phone)
                        }
                    }
                }
            )
        }
        return json.takeBytes()
    }

    func csv() -> [UInt8] {
        var table = CSVText(Self.columns)
        for line in lines {
            let attendee = line.attendee
            table.row([
                AccountID(rawValue: attendee.account).text, line.name, attendee.role?.rawValue,
                attendee.ageBand, line.isEligible ? "true" : "false",
                attendee.adultApprovalAt?.rfc3339, attendee.joinedAt.rfc3339, "\(line.visits)",
                "\(line.total)", line.contact?.email, line.contact?.phone,
            ])
        }
        return table.bytes
    }
}
