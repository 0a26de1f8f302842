internal import Access
internal import Datasets
internal import Hummingbird
internal import Importing

/// Who may import what: staff everything, roles of modules the kinds of theirs, and whoever holds a token that is
/// good for one event what is of that event alone.
struct ImportGate: Sendable {
    let gate: StaffGate
    /// Knows which roles are bound to events, and whose datasets are; nil where nothing is imported.
    let desk: ImportDesk?

    /// Lets in staff, roles that import some kinds, and holders of tokens for one event.
    ///
    /// - Throws: ``Problem`` of status 401 or 403; what the store throws.
    func admit(_ request: Request) async throws -> StaffToken {
        let others = desk?.eventRoles ?? []
        let roles = Set(desk.map { Array($0.importers.keys) } ?? [])
        return try await gate.admit(.staff, or: roles, orForEvents: others, request)
    }

    /// The kinds that a holder may import; nil for all.
    func kinds(for holder: StaffToken) -> Set<String>? {
        guard holder.role != .staff, holder.event == nil else { return nil }
        return desk?.importers[holder.role] ?? []
    }

    /// - Parameter kind: nil for a dataset of which nothing is left.
    /// - Throws: ``Problem`` of status 403 where a holder may not import such records.
    func requireKind(_ kind: String?, for holder: StaffToken) throws(Problem) {
        guard let kinds = kinds(for: holder), !(kind.map(kinds.contains) ?? false) else { return }
        let own = kinds.sorted().joined(separator: ", ")
        throw Problem(
            status: .forbidden,
            detail: "This token's role is \(holder.role), which imports \(own) alone"
                + (kind.map { "; for \($0) a token of the role \(StaffRole.staff) is needed" } ?? "")
        )
    }

    /// What the event of a token may be called: its id or its key in its file; none for a token of no event.
    ///
    /// - Throws: What the store throws.
    func names(for holder: StaffToken) async throws -> Set<String> {
        guard let own = holder.event, let desk else { return [] }
        return try await desk.namesOfEvent(own)
    }

    /// The event that a file's records are of, as the query and the token say it.
    ///
    /// - Parameters:
    ///   - asked: What the query says.
    ///   - names: What the token's event may be called.
    /// - Throws: ``Problem`` of status 403 where the token is good for something else.
    func event(
        _ asked: String?,
        of kind: ImportDesk.Kind,
        constants: [FieldConstant],
        for holder: StaffToken,
        names: Set<String>
    ) throws(Problem) -> String? {
        guard let own = holder.event else { return asked }
        guard kind.isOfEvents else {
            throw Self.forbidden("\(kind.name) are of no event", own)
        }
        let others = [asked] + constants.filter { $0.field == Self.field }.map(\.value)
        if let other = others.compactMap({ $0 }).first(where: { !names.contains($0) }) {
            throw Self.forbidden("the file is said to be of \(quoted(other))", own)
        }
        return own
    }

    /// - Throws: ``Problem`` of status 403 where the published records of a dataset are of another event than
    ///   the token; what the store throws.
    func requireOwn(
        _ dataset: DatasetName,
        _ kind: DatasetKind?,
        for holder: StaffToken
    ) async throws {
        guard let own = holder.event else { return }
        let names = try await names(for: holder)
        guard let desk, let kind, try await desk.isOfEvent(kind.rawValue, dataset, names) else {
            throw Self.forbidden("the dataset \(dataset) has records that are not of it", own)
        }
    }

    /// The field that says of which event a record is.
    static let field = "event"

    private static func forbidden(_ reason: String, _ event: String) -> Problem {
        Problem(
            status: .forbidden,
            detail: "This token is good for the event \(quoted(event)) alone, and \(reason)"
        )
    }
}
