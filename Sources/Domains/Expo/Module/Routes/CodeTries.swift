internal import Accounts
internal import HTTPService

/// How often somebody may try codes: six letters and digits are not guessed at ten tries and one every half a minute,
/// and whoever types what stands at the booth never tries as often. A code that is right counts for nothing.
struct CodeTries: Sendable {
    private let byAccount: Throttle?
    private let byHousehold: Throttle?

    init(_ tools: ServiceTools) {
        byAccount = tools.throttle(.init(burst: 10, perSecond: 1.0 / 30))
        // Room for a school behind one address.
        byHousehold = tools.throttle(.init(burst: 300, perSecond: 1))
    }

    /// Takes a try.
    ///
    /// - Throws: ``Problem`` of status 429, which tells when to come again.
    func take(_ account: AccountID, _ household: UInt64?) throws(Problem) {
        if let household { try byHousehold?.take(household, "This address tries codes") }
        try byAccount?.take(UInt64(bitPattern: account.rawValue), "This account tries codes")
    }

    /// The code was right.
    func wasRight(_ account: AccountID, _ household: UInt64?) {
        byAccount?.giveBack(UInt64(bitPattern: account.rawValue))
        if let household { byHousehold?.giveBack(household) }
    }
}
