package import Accounts
internal import Cryptography
internal import Timekeeping
internal import Vault
internal import Wording

extension AccountStore {
    /// Makes an account at once, for tests: a registered one has a password that nobody knows.
    package func addForTest(
        _ kind: Account.Kind,
        _ band: AgeBand,
        named username: String? = nil
    ) async throws -> (account: Account, token: String) {
        let account = Account(id: .random(), kind: kind, ageBand: band, createdAt: clock.now)
        var draft = Draft(account: account, profile: Profile())
        if kind == .registered {
            let name = username ?? "u\(account.id)"
            draft.password = Self.anyPassword
            var profile = Profile()
            profile.username = name
            draft = Draft(account: account, profile: profile, password: Self.anyPassword)
            let sealer = try await vault.add(
                account.id,
                names: [(NameKind.username, LookAlikes.skeleton(of: name))]
            )
            return (account, try await add(draft, sealer: sealer).text)
        }
        if kind == .child {
            var profile = Profile()
            profile.displayName = MadeUpName.random()
            draft = Draft(account: account, profile: profile)
        }
        return (account, try await add(draft, sealer: vault.add(account.id)).text)
    }

    private static let anyPassword = PasswordHash(of: Secret.token())
}
