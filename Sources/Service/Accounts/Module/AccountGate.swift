package import Accounts
package import DomainModules
internal import Foundation
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

    /// The same of programs that cannot send a token as one: HTTP's Basic with the token for a password, and any name
    /// (RFC 7617), is taken as well.
    ///
    /// - Throws: ``Problem`` of status 401, which asks whoever came with Basic for it; what the store throws.
    package func account(ofProgram request: Request) async throws -> Account {
        let password = Self.password(request.headers[.authorization])
        let token = request.presentedToken ?? password
        if let token, let account = try await accounts.account(presenting: token) { return account }
        var problem = Problem.noAccount(isTokenWrong: token != nil)
        if password != nil {
            problem.headers[.wwwAuthenticate] = "Basic realm=\"ambit\", charset=\"UTF-8\""
        }
        throw problem
    }

    /// The password of HTTP's Basic; nil for anything else.
    private static func password(_ header: String?) -> String? {
        guard let header, header.utf8.count <= 1024, header.lowercased().hasPrefix("basic "),
            let data = Data(base64Encoded: header.dropFirst(6).filter { $0 != " " }),
            let colon = data.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return String(decoding: data[data.index(after: colon)...], as: UTF8.self)
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
