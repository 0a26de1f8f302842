internal import Accounts
internal import GeoJSON
internal import Timekeeping

extension JSONWriter {
    /// What an account's owner sees of it.
    ///
    /// - Parameter approvedAt: When an adult agreed that they tell how they are reached.
    mutating func members(
        of account: Account,
        _ profile: Profile,
        phone: String? = nil,
        approvedAt: Timestamp? = nil
    ) {
        member("id", account.id.text)
        member("kind", account.kind.rawValue)
        member("age_band", account.ageBand.rawValue)
        member("username", profile.username)
        member("display_name", profile.displayName)
        member("email", profile.email)
        member(
            "email_verified_at",
            profile.emailVerifiedAt.map { Timestamp(millisecondsSince1970: $0).rfc3339 }
        )
        member("phone", phone)
        member("adult_approval_at", approvedAt?.rfc3339)
        member("created_at", account.createdAt.rfc3339)
    }

    mutating func members(of token: AccountStore.NewToken) {
        member("token", token.text)
        member("expires_at", token.expiresAt.rfc3339)
    }

    mutating func members(of consents: [Consent]) {
        member(
            "consents",
            array: { list in
                for consent in consents {
                    list.object { json in
                        json.member("purpose", consent.purpose.rawValue)
                        json.member("text_version", consent.textVersion)
                        json.member("given_at", consent.givenAt.rfc3339)
                        json.member("withdrawn_at", consent.withdrawnAt?.rfc3339)
                        json.member("by", consent.giver.rawValue)
                        json.member("method", consent.method)
                    }
                }
            }
        )
    }
}
