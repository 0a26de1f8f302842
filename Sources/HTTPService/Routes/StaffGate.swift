internal import Access
internal import HTTPTypes
internal import Hummingbird

/// Lets in whoever has the right staff token.
struct StaffGate: Sendable {
    /// Nil when there is no staff: nobody gets in.
    let registry: StaffRegistry?

    /// - Throws: ``Problem`` of status 401 without a token that is good, 403 with one for something
    ///   else; what the store throws.
    func admit(_ role: StaffRole, _ request: Request) async throws {
        let token = try? request.bearerToken()
        let found: StaffRole? =
            if let token { try await registry?.role(presenting: token) } else { nil }
        switch found {
        case role: return
        case nil:
            let challenge = "Bearer realm=\"ambit\""
            throw Problem(
                status: .unauthorized,
                detail: "A token of the role \(role) is needed; whoever runs the service makes "
                    + "one with ambit token create",
                headers: [
                    .wwwAuthenticate: token == nil
                        ? challenge : challenge + ", error=\"invalid_token\""
                ]
            )
        case let other?:
            throw Problem(
                status: .forbidden,
                detail: "This token's role is \(other); a token of the role \(role) is needed"
            )
        }
    }
}
