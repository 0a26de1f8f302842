package import Access
internal import HTTPTypes
package import Hummingbird

/// Lets in whoever has the right staff token.
package struct StaffGate: Sendable {
    /// Nil when there is no staff: nobody gets in.
    let registry: StaffRegistry?

    /// Lets in whoever has a token of a role.
    ///
    /// - Returns: The token's entry.
    /// - Throws: ``Problem`` of status 401 without a token that is good, 403 with one for something
    ///   else; what the store throws.
    @discardableResult
    package func admit(_ role: StaffRole, _ request: Request) async throws -> StaffToken {
        let entry = try await holder(request, needed: "A token of the role \(role)")
        guard entry.role == role else { throw Self.wrongRole(entry, needed: role) }
        return entry
    }

    /// Lets in whoever has a token of a role, or of another that may do some of it, or one of a third that is good
    /// for one event.
    ///
    /// - Throws: As ``admit(_:_:)``.
    func admit(
        _ role: StaffRole,
        or roles: Set<StaffRole>,
        orForEvents others: Set<StaffRole>,
        _ request: Request
    ) async throws -> StaffToken {
        let entry = try await holder(request, needed: "A token of the role \(role)")
        let isGood =
            entry.role == role || entry.event == nil && roles.contains(entry.role)
            || entry.event != nil && others.contains(entry.role)
        guard isGood else { throw Self.wrongRole(entry, needed: role) }
        return entry
    }

    /// Lets in whoever has a token of a role that is good for an event.
    ///
    /// - Parameter names: What the event may be called.
    /// - Throws: As ``admit(_:_:)``.
    @discardableResult
    package func admit(
        _ role: StaffRole,
        forEvent names: Set<String>,
        _ request: Request
    ) async throws -> StaffToken {
        let entry = try await admit(role, request)
        guard let event = entry.event, names.contains(event) else {
            throw Problem(
                status: .forbidden,
                detail: "This token is good for another event; ambit token create --event makes one"
            )
        }
        return entry
    }

    private static func wrongRole(_ entry: StaffToken, needed role: StaffRole) -> Problem {
        Problem(
            status: .forbidden,
            detail: "This token's role is \(entry.role); a token of the role \(role) is needed"
        )
    }

    /// Lets in whoever has any token that is good.
    ///
    /// - Throws: ``Problem`` of status 401; what the store throws.
    @discardableResult
    package func admitAny(_ request: Request) async throws -> StaffToken {
        try await holder(request, needed: "A staff token")
    }

    private func holder(_ request: Request, needed: String) async throws -> StaffToken {
        let token = try? request.bearerToken()
        if let token, let entry = try await registry?.entry(presenting: token) { return entry }
        let challenge = "Bearer realm=\"ambit\""
        throw Problem(
            status: .unauthorized,
            detail: "\(needed) is needed; whoever runs the service makes one with "
                + "ambit token create",
            headers: [
                .wwwAuthenticate: token == nil
                    ? challenge : challenge + ", error=\"invalid_token\""
            ]
        )
    }
}
