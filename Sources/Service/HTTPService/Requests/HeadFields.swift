internal import HTTPTypes
package import Hummingbird
internal import NIOHTTP1

/// The fields of a request's head, whoever has read them off the wire.
protocol HeadFields: Sendable {
    /// The values of a field, each as it came, in their order.
    func values(of name: HTTPField.Name) -> [String]
}

extension Request: HeadFields {
    func values(of name: HTTPField.Name) -> [String] { headers[values: name] }
}

extension HTTPRequestHead: HeadFields {
    func values(of name: HTTPField.Name) -> [String] { headers[name.rawName] }
}

extension HeadFields {
    /// The token of `Authorization: Bearer TOKEN` (RFC 6750, section 2.1).
    ///
    /// - Throws: ``Problem`` of status 401 when there is none.
    func bearerToken() throws(Problem) -> String {
        let fields = values(of: .authorization)
        guard fields.count == 1 else { throw .unauthorized(isTokenWrong: false) }
        // As nearly everybody writes it; looking for characters instead of bytes takes its time.
        let bytes = fields[0].utf8
        if bytes.starts(with: "Bearer ".utf8) {
            let token = bytes.dropFirst(7)
            if !token.isEmpty, !token.contains(UInt8(ascii: " ")) {
                return String(Substring(token))
            }
        }
        let parts = fields[0].split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw .unauthorized(isTokenWrong: false)
        }
        return String(parts[1])
    }

    /// - Throws: ``Problem`` of status 415 unless the body is said to be `application/json`.
    func requireJSON() throws(Problem) {
        let types = values(of: .contentType)
        // What nearly everybody sends.
        if types.count == 1, types[0] == "application/json" { return }
        let type = types.isEmpty ? nil : types.joined(separator: ", ")
        let essence = type?.prefix { $0 != ";" }.trimmingSpaces.lowercased()
        guard essence != "application/json" else { return }
        throw Problem(
            status: .unsupportedMediaType,
            detail: type.map { "The body is \(quoted($0))" } ?? "The body's type is not given",
            hint: "send JSON with Content-Type: application/json"
        )
    }

    /// What a client calls its request, so that sending it twice does it once: `Idempotency-Key`.
    ///
    /// - Throws: ``Problem`` of status 400 unless it is one field of 1 to 255 visible characters.
    func idempotencyKey() throws(Problem) -> String? {
        let fields = values(of: .idempotencyKey)
        guard let key = fields.first else { return nil }
        guard fields.count == 1, (1...255).contains(key.utf8.count),
            key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw .invalid([
                ParameterError(
                    parameter: "Idempotency-Key",
                    fault: .notAField,
                    message: "is one field of 1 to 255 visible ASCII characters, such as a UUID"
                )
            ])
        }
        return key
    }
}

extension Request {
    /// As ``HeadFields/idempotencyKey()``, for modules.
    package var keyOfRequest: String? {
        get throws(Problem) { try idempotencyKey() }
    }
}

extension HTTPField.Name {
    /// Source: draft-ietf-httpapi-idempotency-key-header.
    static let idempotencyKey = Self("Idempotency-Key") ?? .ifMatch
}
