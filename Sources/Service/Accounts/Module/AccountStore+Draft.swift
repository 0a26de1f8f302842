internal import Accounts
internal import Cryptography

extension AccountStore {
    /// What a new account is made of.
    struct Draft: Sendable {
        let account: Account
        let profile: Profile
        var password: PasswordHash?
        /// Printed codes, in the clear.
        var codes: [String] = []
        /// Whether an adult agrees that somebody of 13 to 17 tells how they are reached.
        var isApproved = false
    }
}
