internal import Cryptography
internal import Timekeeping

/// The key that webhooks' secrets are made of and their addresses sealed under.
///
/// It stands in a file of its own, in no database and no backup: a copy of the database alone tells
/// neither where events go, nor which places are watched, nor signs any.
public struct WebhookKey: Sendable {
    /// How many bytes the file has.
    public static let byteCount = 32

    private let key: AuthenticationKey
    private let sealing: SealingKey

    /// - Returns: Nil unless there are ``byteCount`` bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        key = AuthenticationKey(bytes: bytes)
        sealing = SealingKey(from: key, for: "webhook addresses")
    }

    /// The secret of a webhook, 32 bytes: made of its id whenever it is wanted, and kept nowhere.
    func secret(of webhook: Webhook, generation: Int) -> [UInt8] {
        key.code(for: Array("webhook secret \(generation) \(webhook.id)".utf8))
    }

    /// What the address must answer.
    func challenge(of webhook: Webhook) -> String {
        Base64URL.encode(key.code(for: Array("webhook challenge \(webhook.id)".utf8)))
    }

    func seal(_ text: String, for id: String) -> [UInt8] { sealing.seal(Array(text.utf8), in: id) }

    func open(_ box: [UInt8], for id: String) -> String? {
        sealing.open(box, in: id).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A secret as it is shown, once: `whsec_` and base64.
    public static func text(of secret: [UInt8]) -> String { "whsec_" + base64(secret) }

    /// What stands in `webhook-signature`: `v1,` and the base64 of HMAC-SHA256 over the id, the time in
    /// seconds and the body with dots between; that of the secret before behind a space, while it holds.
    ///
    /// Source: Standard Webhooks 1.0.0.
    func signature(
        of webhook: Webhook,
        id: String,
        seconds: Int64,
        body: [UInt8],
        at moment: Timestamp
    ) -> String {
        var generations = [webhook.generation]
        if let until = webhook.previousSecretUntil, moment < until {
            generations.append(webhook.generation - 1)
        }
        let message = Array("\(id).\(seconds).".utf8) + body
        return generations.map { generation in
            let key = AuthenticationKey(bytes: secret(of: webhook, generation: generation))
            return "v1," + Self.base64(key.code(for: message))
        }.joined(separator: " ")
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let text = Base64URL.encode(bytes).map { letter -> Character in
            letter == "-" ? "+" : letter == "_" ? "/" : letter
        }
        return String(text) + String(repeating: "=", count: (4 - text.count % 4) % 4)
    }
}
