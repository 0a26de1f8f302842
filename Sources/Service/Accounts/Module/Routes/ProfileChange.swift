internal import Accounts
internal import HTTPService

/// What somebody changes of their account; nil for what stays, and `.some(nil)` for what goes.
struct ProfileChange: Sendable {
    let username: Username?
    let displayName: String??
    let email: EmailAddress??
    let phone: PhoneNumber??
    let password: String?
    let currentPassword: String?
    /// Whether an adult agrees to what is told.
    let hasApproval: Bool

    /// Takes over what a profile has of it.
    @Sendable func apply(to profile: inout Profile) {
        if let username { profile.username = username.text }
        if let email {
            if profile.email?.lowercased() != email?.folded { profile.emailVerifiedAt = nil }
            profile.email = email?.text
        }
        if let displayName { profile.displayName = displayName }
    }

    /// The members by which somebody is reached from now on.
    var told: [String] {
        var told: [String] = []
        if case .some(.some) = email { told.append("email") }
        if case .some(.some) = phone { told.append("phone") }
        return told
    }

    /// Whether it changes how the account is entered.
    var needsPassword: Bool { username != nil || email != nil || password != nil }

    /// - Parameter name: The username that the account has now, which is no password; nil for none.
    init(_ body: inout AccountReading, of account: Account, named name: String?) throws(Problem) {
        let chosen = body.text("username").flatMap { body.username($0) }
        let kept = chosen?.text ?? name
        username = chosen
        password = body.text("password").flatMap { body.password($0, of: kept) }
        currentPassword = body.text("current_password")
        hasApproval = body.boolean("adult_approval") ?? false
        displayName = body.optional("display_name") { $0.displayName($1) }
        email = body.optional("email") { $0.email($1) }
        phone = body.optional("phone") { $0.phone($1) }
        if account.kind != .registered {
            for name in ["username", "email", "password"] where body.has(name) {
                body.note(
                    name,
                    .notOfKind,
                    "is a registered account's; POST /v1/accounts registers one"
                )
            }
        }
        try body.check()
    }
}

extension AccountReading {
    /// A member that `null` removes.
    fileprivate mutating func optional<Value>(
        _ name: String,
        _ read: (inout AccountReading, String) -> Value?
    ) -> Value?? {
        if isNull(name) { return .some(nil) }
        guard let text = text(name), let value = read(&self, text) else { return nil }
        return .some(value)
    }
}
