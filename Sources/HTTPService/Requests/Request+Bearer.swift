internal import HTTPTypes
internal import Hummingbird

extension Request {
    /// The token of `Authorization: Bearer TOKEN` (RFC 6750, section 2.1).
    ///
    /// - Throws: ``Problem`` of status 401 when there is none.
    func bearerToken() throws(Problem) -> String {
        let fields = headers[values: .authorization]
        guard fields.count == 1 else { throw .unauthorized(isTokenWrong: false) }
        let parts = fields[0].split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw .unauthorized(isTokenWrong: false)
        }
        return String(parts[1])
    }
}
