internal import HTTPService
internal import HTTPTypes

/// How often somebody may register, and try passwords and codes.
///
/// By name: five tries, then one every half a minute; a password that was right counts for nothing. By household:
/// room for a school that registers at once, and not for a machine.
struct AccountLimits: Sendable {
    private let registering: Throttle?
    private let tryingName: Throttle?
    private let tryingHousehold: Throttle?
    private let recovering: Throttle?
    private let key = UInt64.random(in: .min ... .max)

    init(_ tools: ServiceTools) {
        registering = tools.throttle(.init(burst: 300, perSecond: 2))
        tryingName = tools.throttle(.init(burst: 5, perSecond: 1.0 / 30))
        tryingHousehold = tools.throttle(.init(burst: 300, perSecond: 1))
        recovering = tools.throttle(.init(burst: 3, perSecond: 1.0 / 300))
    }

    func registrations(_ household: UInt64?) throws(Problem) {
        if let household { try registering?.take(household, "This address registers") }
    }

    func signIns(_ name: String, _ household: UInt64?) throws(Problem) {
        if let household { try tryingHousehold?.take(household, "This address tries passwords") }
        try tryingName?.take(hash(of: name), "A password is tried")
    }

    func wasRight(_ name: String) { tryingName?.giveBack(hash(of: name)) }

    func codes(_ household: UInt64?) throws(Problem) {
        if let household { try tryingHousehold?.take(household, "This address tries codes") }
    }

    /// Who asks too often gets no other answer than anybody: the mail is what is limited, and by the name that
    /// was written, be it somebody's or not.
    func recoveries(_ name: String, _ household: UInt64?) throws(Problem) {
        if let household { try tryingHousehold?.take(household, "This address asks for codes") }
        try recovering?.take(hash(of: name), "A code is asked for")
    }

    private func hash(of name: String) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(key)
        hasher.combine(name)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

extension Problem {
    static func taken(_ kind: String) -> Problem {
        let error =
            kind == NameKind.email
            ? ParameterError(
                parameter: "email",
                fault: .taken,
                message: "belongs to an account; sign in, or recover its password"
            )
            : ParameterError(
                parameter: "username",
                fault: .taken,
                message: "is taken, or looks like one that is; choose another"
            )
        return Problem(
            status: .conflict,
            detail: "\(error.parameter) \(error.message)",
            errors: [error]
        )
    }

    static func notForChildren(_ members: [String], under age: Int64) -> Problem {
        Problem(
            status: .unprocessableContent,
            detail:
                "Nothing of this is taken from people under \(age), who get a made-up name; leave out "
                + members.joined(separator: ", "),
            errors: members.map {
                ParameterError(
                    parameter: $0,
                    fault: .notForChildren,
                    message: "is not taken from people under \(age); leave it out"
                )
            }
        )
    }

    /// Somebody of 13 to 17 tells how they are reached before an adult has agreed.
    static func needsApproval(for members: [String]) -> Problem {
        Problem(
            status: .forbidden,
            detail:
                "From 13 to 17 an adult has to agree to \(members.joined(separator: " and ")) first; send "
                + "adult_approval when one has. Nothing was kept",
            errors: [
                ParameterError(
                    parameter: "adult_approval",
                    fault: .missing,
                    message: "is not true; an adult has to agree first"
                )
            ]
        )
    }

    /// More passwords are looked at than can be soon.
    static let busy = Problem(
        status: .serviceUnavailable,
        detail: "Many people are signing in at this moment; try again in a few seconds",
        headers: [.retryAfter: "5"]
    )
}
