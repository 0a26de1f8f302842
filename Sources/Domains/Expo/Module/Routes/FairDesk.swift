internal import Access
internal import Accounts
internal import AccountsModule
internal import Expo
internal import HTTPService
internal import Hummingbird
internal import Importing
internal import Media
internal import Roads
internal import SpatiaLiteStore
internal import Timekeeping

/// What the routes of fairs look into.
struct FairDesk: Sendable {
    let directory: FairDirectory
    let board: TallyBoard
    let fairs: FairStore
    let ratings: RatingStore
    let draws: DrawStore
    let shelf: MediaShelf
    let gate: AccountGate
    let people: AccountStore
    /// Ways along the published roads.
    let ways: WayFinder
    /// Reads what is published, and the plans, again.
    let reload: @Sendable () async throws -> Void

    /// What is published.
    ///
    /// - Throws: ``Problem`` before it is loaded.
    func snapshot() throws(Problem) -> FairSnapshot {
        guard let snapshot = directory.snapshot else { throw .notReady }
        return snapshot
    }

    /// The fair that a path names.
    func fair(_ context: Route.Context) throws(Problem) -> FairSnapshot.Fair {
        guard let name = context.pathParameter("event"), let fair = try snapshot().fair(name) else {
            throw Problem(
                status: .notFound,
                detail: "There is no such fair; GET /v1/fairs lists them"
            )
        }
        return fair
    }

    /// The exhibitor that a path names.
    func stand(_ context: Route.Context) throws(Problem) -> FairSnapshot.Stand {
        guard let id = context.pathParameter("id"), let stand = try snapshot().stand(id) else {
            throw Problem(
                status: .notFound,
                detail: "There is no such exhibitor; GET /v1/exhibitors lists them"
            )
        }
        return stand
    }

    /// The fair that a body or a query names.
    func fair(named name: String) throws(Problem) -> FairSnapshot.Fair {
        guard let fair = try snapshot().fair(name) else {
            throw .invalid([Self.unknownFair(name)])
        }
        return fair
    }

    /// Lets in organizers of a fair.
    ///
    /// - Throws: ``Problem`` of status 403 for anybody else who is known, 401 for who is not.
    func admit(
        _ fair: FairSnapshot.Fair,
        _ request: Request,
        _ tools: ServiceTools
    ) async throws -> StaffToken {
        try await known(request) {
            try await tools.gate.admit(ExpoModule.organizer, forEvent: fair.names, request)
        }
    }

    /// Lets in organizers of any fair, before a request says of which it speaks.
    ///
    /// - Throws: As ``admit(_:_:_:)``.
    func admitOrganizer(_ request: Request, _ tools: ServiceTools) async throws {
        try await known(request) { try await tools.gate.admit(ExpoModule.organizer, request) }
    }

    /// A visitor's token is known, and good for something else.
    @discardableResult
    private func known(
        _ request: Request,
        _ admit: () async throws -> StaffToken
    ) async throws -> StaffToken {
        do {
            return try await admit()
        } catch let problem as Problem where problem.status == .unauthorized {
            guard try await gate.accountIfPresent(of: request) != nil else { throw problem }
            throw Problem(
                status: .forbidden,
                detail: "This is for the organizers of the fair alone"
            )
        }
    }

    /// Whether somebody has agreed to be reached for prizes, and has told how.
    func isReachable(_ account: Account) async throws -> Bool {
        try await people.reachable(among: [account.id]).contains(account.id)
    }

    static func unknownFair(_ name: String) -> ParameterError {
        ParameterError(
            parameter: "event",
            fault: .unknownEvent,
            message: "is \(quoted(name)), and there is no such fair; GET /v1/fairs lists them",
            values: .value(name),
            namesNothing: true
        )
    }
}

extension Problem {
    /// What `media` names is no picture.
    static let unknownPicture = Problem.refusedContent(
        ParameterError(
            parameter: "media",
            fault: .unknownPicture,
            message: "is the hash of no picture; POST /v1/media keeps one and tells its hash"
        )
    )
}

extension QueryReader {
    /// The fair of `event`; nil where none is given.
    mutating func fair(_ snapshot: FairSnapshot) -> FairSnapshot.Fair? {
        guard let text = text("event") else { return nil }
        if let fair = snapshot.fair(text) { return fair }
        note(FairDesk.unknownFair(text))
        return nil
    }

    /// The fair of `event`.
    mutating func requiredFair(_ snapshot: FairSnapshot) -> FairSnapshot.Fair? {
        let fair = fair(snapshot)
        if fair == nil { require("event", "name the fair; GET /v1/fairs lists them") }
        return fair
    }
}

/// Keeps account of what is wrong with a body besides the types of its members.
struct BodyFaults {
    private(set) var errors: [ParameterError]

    init(_ errors: [ParameterError]) { self.errors = errors }

    /// Notes a fault, unless something is wrong with the member already.
    mutating func note(
        _ member: String,
        _ fault: ParameterFault,
        _ message: String,
        _ values: [String: Finding.Value] = [:]
    ) {
        guard !errors.contains(where: { $0.parameter == member }) else { return }
        errors.append(
            ParameterError(parameter: member, fault: fault, message: message, values: values)
        )
    }

    /// - Throws: ``Problem`` of status 400 where anything is wrong.
    func check() throws(Problem) {
        if !errors.isEmpty { throw .invalid(errors) }
    }
}
