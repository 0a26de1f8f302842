internal import Accounts
internal import Cryptography
internal import DomainModules
internal import Logging
internal import SpatiaLiteStore
internal import Synchronization
internal import Timekeeping
internal import Vault
internal import Wording

/// Registers, lets in, recovers and erases: what accounts do for those who have them.
final class AccountDesk: Sendable {
    let accounts: AccountStore
    let settings: AccountSettings
    private let owners: AccountDataOwners
    private let passwords: PasswordDesk
    private let mails = Mutex(0)
    private let logger = Mutex<Logger?>(nil)

    /// More mail than this is not begun at a time.
    private static let mostMails = 100

    init(on site: ModuleSite) {
        accounts = AccountStore(on: site)
        settings = site.settings[AccountSettings.self] ?? AccountSettings()
        passwords = PasswordDesk(cost: settings.passwordCost)
        owners = site.accountDataOwners
    }

    /// What goes wrong where nobody waits for it is told here.
    func log(to logger: Logger) { self.logger.withLock { $0 = logger } }

    // MARK: Registering

    /// What somebody registers with, checked.
    struct Registration: Sendable {
        let ageBand: AgeBand
        let username: Username
        let password: String
        var displayName: String?
        var email: EmailAddress?
        /// Whether an adult agrees to the address.
        var hasApproval = false
    }

    /// A new account, and what is shown of it once.
    struct Registered: Sendable {
        let account: Account
        let profile: Profile
        let token: AccountStore.NewToken
        var codes: [String] = []
    }

    /// How many codes are printed for who registers.
    private static let codeCount = 6

    /// Registers somebody by name.
    ///
    /// - Throws: ``VaultError/taken(kind:)``, also where another comes with the name at the same moment.
    func register(_ registration: Registration) async throws -> Registered {
        var profile = Profile()
        profile.username = registration.username.text
        profile.displayName = registration.displayName
        profile.email = registration.email?.text
        var names: [Vault.Name] = [(NameKind.username, registration.username.skeleton)]
        if let email = registration.email { names.append((NameKind.email, email.folded)) }
        return try await make(
            .registered,
            registration.ageBand,
            profile,
            names,
            isApproved: registration.hasApproval
        ) { try await self.passwords.hash(registration.password) }
    }

    /// Makes an account with nothing but a token, or a child's with a made-up name.
    func makeNameless(_ kind: Account.Kind, _ band: AgeBand) async throws -> Registered {
        var profile = Profile()
        if kind == .child { profile.displayName = MadeUpName.random() }
        return try await make(kind, band, profile, []) { nil }
    }

    /// - Parameter hash: Called when the names are this account's, since it takes long.
    private func make(
        _ kind: Account.Kind,
        _ band: AgeBand,
        _ profile: Profile,
        _ names: [Vault.Name],
        isApproved: Bool = false,
        hash: () async throws -> PasswordHash?
    ) async throws -> Registered {
        let account = Account(
            id: .random(),
            kind: kind,
            ageBand: band,
            createdAt: accounts.clock.now
        )
        let sealer = try await reserve(names, for: account.id)
        do {
            var draft = AccountStore.Draft(account: account, profile: profile)
            draft.isApproved = isApproved
            draft.password = try await hash()
            if draft.password != nil {
                draft.codes = (0..<Self.codeCount).map { _ in Secret.code() }
            }
            let token = try await accounts.add(draft, sealer: sealer)
            return Registered(
                account: account,
                profile: profile,
                token: token,
                codes: draft.codes
            )
        } catch {
            // Whoever comes next may have the name.
            _ = try? await accounts.vault.erase(account.id)
            throw error
        }
    }

    /// Makes a key, and takes names for it. Names of a registration that a crash has cut off are free after an
    /// hour.
    private func reserve(_ names: [Vault.Name], for account: AccountID) async throws -> Sealer {
        do {
            return try await accounts.vault.add(account, names: names)
        } catch VaultError.taken(let kind) {
            guard let name = names.first(where: { $0.kind == kind }),
                let owner = try await accounts.vault.account(named: name),
                try await accounts.account(owner) == nil,
                try await accounts.vault.release(owner)
            else { throw VaultError.taken(kind: kind) }
            return try await accounts.vault.add(account, names: names)
        }
    }

    // MARK: Signing in

    /// Lets somebody in who has the right password.
    ///
    /// - Returns: nil where name or password is wrong; it takes as long for a name that nobody has.
    func signIn(_ name: Vault.Name?, _ password: String) async throws -> AccountStore.NewToken? {
        let account =
            if let name { try await accounts.account(named: name) } else { AccountID?.none }
        let hash =
            if let account { try await accounts.password(of: account) } else {
                PasswordHash?.none
            }
        guard try await passwords.matches(hash, password), let account else { return nil }
        return try await accounts.signIn(account)
    }

    /// Whether an account has a password.
    func isPassword(_ password: String, of account: AccountID) async throws -> Bool {
        let hash = try await accounts.password(of: account)
        return try await passwords.matches(hash, password)
    }

    /// Sets another password; every token but one ends.
    func setPassword(_ password: String, of account: AccountID, keeping token: String?) async throws
    {
        let hash = try await passwords.hash(password)
        try await accounts.set(hash, of: account, keeping: token)
    }

    // MARK: Recovering

    /// Mails a code to who has a name and an address, if these are somebody's; in its own time, so that how long
    /// this takes says nothing.
    func beginRecovery(_ username: String, _ email: EmailAddress) {
        let isTaken = mails.withLock { mails in
            guard mails < Self.mostMails else { return false }
            mails += 1
            return true
        }
        guard isTaken else { return }
        Task.detached(priority: .background) {
            await self.recover(username, email)
            self.mails.withLock { $0 -= 1 }
        }
    }

    private func recover(_ username: String, _ email: EmailAddress) async {
        do {
            guard let sender = settings.mail else { return }
            let name: Vault.Name = (NameKind.username, LookAlikes.skeleton(of: username))
            guard let account = try await accounts.account(named: name),
                let profile = try await accounts.profiles(of: [account])[account],
                let address = profile.email.flatMap({ EmailAddress($0) }),
                address.folded == email.folded
            else { return }
            let code = try await accounts.newCode(for: account)
            try await sender.send(RecoveryMail.mail(to: address, code: code))
        } catch {
            tell("a code was not mailed", error)
        }
    }

    /// Sets a new password by a code.
    ///
    /// - Returns: A token; nil where the code is none, was used or has expired.
    /// - Throws: ``PasswordRules/Fault`` for a password that this account may not have; the code stays good then.
    func recover(by code: String, _ password: String) async throws -> AccountStore.NewToken? {
        guard let (account, isMailed) = try await accounts.owner(ofCode: code) else { return nil }
        let name = try await accounts.profiles(of: [account])[account]?.username
        try PasswordRules.check(password, of: name)
        let hash = try await passwords.hash(password)
        guard try await accounts.redeem(code, for: hash, of: account) else { return nil }
        if isMailed {
            // Who has the code reads what is sent there.
            let now = accounts.clock.now.millisecondsSince1970
            try await accounts.change(account) { $0.emailVerifiedAt = now }
        }
        return try await accounts.signIn(account)
    }

    // MARK: Parents

    /// Asks a parent by one mail to speak for a child.
    func ask(_ guardian: EmailAddress, for child: AccountID) async throws {
        guard let sender = settings.mail else { return }
        let code = try await accounts.addGuardian(guardian, of: child)
        Task.detached(priority: .background) {
            do {
                try await sender.send(GuardianMail.mail(to: guardian, code: code))
            } catch {
                self.tell("a parent was not asked", error)
            }
        }
    }

    /// Neither a name nor an address is told.
    private func tell(_ what: String, _ error: any Error) {
        let reason = (error as? MailFailure)?.description ?? "\(type(of: error))"
        logger.withLock { $0 }?.warning("\(what): \(reason)")
    }

    // MARK: Ending

    /// Erases an account and all that every module keeps of it; when this returns, that is on disk. Once the key
    /// is gone nothing brings it back, and what a crash leaves is erased at the next start.
    func erase(_ account: AccountID) async throws {
        let left = try await accounts.vault.erase(account)
        if !left.isEmpty {
            logger.withLock { $0 }?.warning(
                "copies of the key file that still have a key: \(left.joined(separator: ", "))"
            )
        }
        try await eraseRows(of: account)
    }

    /// Requests that are under way may still add rows: those that refer to the account keep it from being removed,
    /// and are erased then; others are erased when it is gone, since from then on none can come.
    private func eraseRows(of account: AccountID) async throws {
        try await accounts.endTokens(of: account)
        try await eraseModules(of: account)
        do {
            try await accounts.remove(account)
        } catch {
            try await eraseModules(of: account)
            try await accounts.remove(account)
        }
        try await eraseModules(of: account)
    }

    private func eraseModules(of account: AccountID) async throws {
        for owner in owners.all { try await owner.data.erase(account: account.rawValue) }
    }

    /// Erases again what a restored backup has brought back, and ends what a crash has begun.
    func tidy() async throws {
        // Where nobody ever had an account, there is no key file, and none is made.
        guard try await accounts.vault.isMade() else { return }
        let erased = try await accounts.vault.erasedAccounts()
        for account in try await accounts.existing(among: erased) {
            try await eraseRows(of: account)
        }
        try await accounts.vault.refreshCopies()
    }

    /// What every module keeps of an account, by module and member.
    func export(_ account: AccountID) async throws -> [(module: String, data: [String: [UInt8]])] {
        var parts: [(module: String, data: [String: [UInt8]])] = []
        for owner in owners.all {
            let data = try await owner.data.export(account: account.rawValue)
            if !data.isEmpty { parts.append((owner.module, data)) }
        }
        return parts
    }
}

/// What accounts are found by in the vault.
enum NameKind {
    static let username = "username"
    static let email = "email"
}
