internal import AgendaRecords
internal import Foundation
internal import GeoJSON
package import Timekeeping

/// The names by which a shop knows this service.
package struct EbayCredentials: Sendable {
    let id: String
    let secret: String

    /// Reads a file of two lines: the client's id and its secret.
    ///
    /// - Returns: nil for any other text.
    package init?(file: String) {
        let lines = file.split(whereSeparator: \.isNewline)
            .map { $0.split { $0.isWhitespace }.joined() }.filter { !$0.isEmpty }
        guard lines.count == 2 else { return nil }
        (id, secret) = (lines[0], lines[1])
    }
}

/// Tokens of eBay's application interface: fetched when one is wanted, and again when nine tenths of its life
/// are over.
///
/// Source: eBay, client credentials grant (OAuth 2.0, RFC 6749, section 4.4).
package actor EbayTokens {
    private struct Token {
        let text: String
        let renewAt: Timestamp
    }

    private let credentials: EbayCredentials
    private let address: String
    private let transport: any SourceTransport
    private let clock: any WallClock
    private var token: Token?
    private var renewal: Task<Token?, Never>?

    /// How much of its life a token is used for, in hundredths.
    private static let usedPercent: Int64 = 90
    private static let scope = "https%3A%2F%2Fapi.ebay.com%2Foauth%2Fapi_scope"

    /// - Parameter address: Such as `https://api.ebay.com`.
    package init(
        _ credentials: EbayCredentials,
        at address: String,
        transport: any SourceTransport,
        clock: any WallClock
    ) {
        self.credentials = credentials
        self.address = address
        self.transport = transport
        self.clock = clock
    }

    /// A token that is good; nil where none can be had. However many ask at once, one is fetched.
    package func current() async -> String? {
        if let token, clock.now < token.renewAt { return token.text }
        if let renewal { return await renewal.value?.text }
        let task = Task { await fetch() }
        renewal = task
        let fresh = await task.value
        renewal = nil
        token = fresh
        return fresh?.text
    }

    /// Forgets a token that was refused.
    package func refused(_ text: String) {
        if token?.text == text { token = nil }
    }

    private func fetch() async -> Token? {
        var request = SourceRequest(address + "/identity/v1/oauth2/token")
        let pair = Data("\(credentials.id):\(credentials.secret)".utf8).base64EncodedString()
        request.fields = [
            ("Authorization", "Basic \(pair)"),
            ("Content-Type", "application/x-www-form-urlencoded"),
        ]
        request.body = Array("grant_type=client_credentials&scope=\(Self.scope)".utf8)
        guard case .answered(200, let body) = await transport.send(request),
            let answer = try? JSONValue(parsing: body), let text = answer.text("access_token"),
            case .number(let life)? = answer["expires_in"], life >= 1, life <= 1e7
        else { return nil }
        let usedMilliseconds = Int64(life) * 10 * Self.usedPercent
        return Token(
            text: text,
            renewAt: Timestamp(
                millisecondsSince1970: clock.now.millisecondsSince1970 + usedMilliseconds
            )
        )
    }
}
