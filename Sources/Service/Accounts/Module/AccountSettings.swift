package import Accounts
package import Cryptography
package import Wording

/// What whoever starts the service has set for accounts.
package struct AccountSettings: Sendable {
    /// What becomes of those under age.
    package var children = ChildrenRule.anonymous
    /// Under which age somebody is a child, of ``AgeBand/agesOfConsent``.
    package var childrenUnder = AgeBand.agesOfConsent.lowerBound
    /// Words that no name holds.
    package var refusedWords = WordFilter.none
    /// What the hash of a password takes; less is for tests alone.
    package var passwordCost = PasswordHash.Cost.advised
    /// What mail goes out by; nil where there is none.
    package var mail: (any MailSender)?

    /// The usual settings.
    package init() {}
}
