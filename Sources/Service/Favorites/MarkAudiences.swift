internal import Accounts
internal import Foundation
internal import HTTPService
internal import Notices

/// Lets notices find those who follow a record.
struct MarkAudiences: AudienceSource {
    let marks: MarkStore

    func audiences(of account: AccountID) async throws -> [Notice.Audience] {
        try await marks.entries(.follow, of: account.rawValue).map {
            .followers(of: MarkSubject.text($0.kind, $0.id))
        }
    }

    func accounts(in audience: Notice.Audience) async throws -> [AccountID] {
        guard case .followers(let subject) = audience, let (kind, id) = MarkSubject.parts(subject)
        else { return [] }
        return try await marks.accounts(that: .follow, kind: kind, id: id)
            .map(AccountID.init(rawValue:))
    }
}

/// What notices call a record that may be followed: `events/NAME`, the id percent-encoded.
package enum MarkSubject {
    private static let plain = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
    )

    /// The text for a record.
    package static func text(_ kind: String, _ id: String) -> String {
        "\(kind)/\(id.addingPercentEncoding(withAllowedCharacters: plain) ?? "")"
    }

    /// The kind and the id of a text; nil for any other text.
    static func parts(_ text: String) -> (kind: String, id: String)? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let id = String(parts[1]).removingPercentEncoding else {
            return nil
        }
        return (String(parts[0]), id)
    }
}
