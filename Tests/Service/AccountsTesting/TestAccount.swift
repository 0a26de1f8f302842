package import Accounts
internal import AccountsModule
package import DomainModules

/// Accounts for the tests of modules that take some.
package enum TestAccount {
    /// An account with a token, as registering makes one, but for the time that a password takes.
    package static func make(
        on site: ModuleSite,
        _ kind: Account.Kind = .registered,
        _ band: AgeBand = .adult,
        named username: String? = nil
    ) async throws -> (account: Account, token: String) {
        try await AccountStore(on: site).addForTest(kind, band, named: username)
    }
}
