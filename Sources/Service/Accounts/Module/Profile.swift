internal import Accounts
internal import Foundation
internal import Vault

/// What an account's owner has told of themselves; sealed wherever it is kept.
package struct Profile: Sendable, Hashable, Codable {
    /// What they sign in with; nil but for registered accounts.
    package var username: String?
    /// What others see of them, where anybody sees something; a child's is made up.
    package var displayName: String?
    /// Where mail goes.
    package var email: String?
    /// When the address was shown to be theirs, in milliseconds since 1970.
    package var emailVerifiedAt: Int64?

    /// A profile of which nothing is told.
    package init() {}

    /// What others may see: the name that was chosen to be shown, else that by which they sign in.
    package var shownName: String? { displayName ?? username }
}

/// How somebody is reached who has agreed to be.
package struct Contact: Sendable, Hashable {
    /// Where mail goes.
    package let email: String?
    /// With a plus sign and digits alone.
    package let phone: String?
}

extension Sealer {
    func seal(_ profile: Profile) throws -> Data {
        Data(seal(Array(try JSONEncoder().encode(profile)), in: AccountTables.profile.context))
    }

    func profile(_ box: Data) -> Profile? {
        open(Array(box), in: AccountTables.profile.context).flatMap {
            try? JSONDecoder().decode(Profile.self, from: Data($0))
        }
    }

    func seal(phone: String) -> Data {
        Data(seal(Array(phone.utf8), in: AccountTables.contact.context))
    }

    func phone(_ box: Data) -> String? {
        open(Array(box), in: AccountTables.contact.context).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
