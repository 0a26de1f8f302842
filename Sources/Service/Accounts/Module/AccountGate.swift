package import Accounts
package import DomainModules
internal import HTTPService
internal import HTTPTypes
package import Hummingbird

/// Knows whose account a request is made with.
package struct AccountGate: Sendable {
    private let accounts: AccountStore

    /// A gate to the accounts of a site.
    package init(on site: ModuleSite) { accounts = AccountStore(on: site) }

    /// The account whose token a request presents.
    ///
    /// - Throws: ``Problem`` of status 401 when there is no token or none that is known; what the store throws.
    package func account(of request: Request) async throws -> Account {
        guard let account = try await accountIfPresent(of: request) else {
            throw Problem.noAccount(isTokenWrong: request.presentedToken != nil)
        }
        return account
    }

    /// The same where an account is not needed: nil when a request presents no token of one that is known.
    ///
    /// - Throws: What the store throws.
    package func accountIfPresent(of request: Request) async throws -> Account? {
        guard let token = request.presentedToken else { return nil }
        return try await accounts.account(presenting: token)
    }

    /// Refuses what an account has not agreed to.
    ///
    /// - Throws: ``Problem`` of status 403, which names the purpose; what the store throws.
    package func requireConsent(_ account: Account, _ purpose: ConsentPurpose) async throws {
        guard try await accounts.hasConsent(account.id, purpose) else {
            throw Problem(
                status: .forbidden,
                detail:
                    "This needs your consent to \(purpose.rawValue); PUT /v1/me/consents gives it"
            )
        }
    }
}

extension Problem {
    /// No account's token is presented, or none that is known.
    static func noAccount(isTokenWrong: Bool) -> Problem {
        let challenge = "Bearer realm=\"ambit\""
        return Problem(
            status: .unauthorized,
            detail: isTokenWrong
                ? "The token is no account's, or has expired; POST /v1/sign-ins gives a new one"
                : "An account is needed: Authorization: Bearer TOKEN; POST /v1/accounts makes one, and "
                    + "POST /v1/sign-ins gives a token",
            headers: [
                .wwwAuthenticate: isTokenWrong ? challenge + ", error=\"invalid_token\"" : challenge
            ]
        )
    }
}
