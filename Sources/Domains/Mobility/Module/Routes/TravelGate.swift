internal import Accounts
internal import AccountsModule
internal import GeoJSON
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import Mobility

/// Who may have trips, and the edges that all their routes share.
struct TravelGate: Sendable {
    let desk: TravelDesk
    let accounts: AccountGate
    let tools: ServiceTools

    /// How long what is told of trips, vehicles and settings may be, in bytes.
    static let bodyLimitBytes = 65_536

    /// The account of a request, of whoever is old enough that movement is kept.
    ///
    /// - Throws: ``Problem`` of status 401 or 403.
    func account(of request: Request) async throws -> Account {
        try Self.checked(try await accounts.account(of: request))
    }

    /// The same of a telephone's program, which may send the token as a password.
    ///
    /// - Throws: ``Problem`` of status 401 or 403.
    func account(ofProgram request: Request) async throws -> Account {
        try Self.checked(try await accounts.account(ofProgram: request))
    }

    private static func checked(_ account: Account) throws(Problem) -> Account {
        guard !account.isChild, account.ageBand != .unknown else {
            throw Problem(
                status: .forbidden,
                detail: "Trips are kept of no child, and of nobody whose age is not known"
            )
        }
        return account
    }

    /// The body of a request.
    func reading(_ request: Request) async throws -> TravelReading {
        try TravelReading(
            try await request.jsonBody(limitBytes: min(tools.bodyLimitBytes, Self.bodyLimitBytes))
        )
    }

    /// Changes what is kept of somebody.
    ///
    /// - Throws: ``Problem``.
    func change<Result: Sendable>(
        _ account: Account,
        _ body: @Sendable (inout Traveller) throws -> Result
    ) async throws -> (Result, Traveller) {
        do {
            return try await desk.travels.change(account.id, body)
        } catch let fault as TripFault {
            throw Problem(fault)
        }
    }

    /// The unit that somebody sees their scores in.
    func unit(_ traveller: Traveller, named name: String? = nil) -> ScoreUnit? {
        traveller.units[name ?? traveller.log.settings.unit]
    }

    func usualUnit(_ traveller: Traveller) -> ScoreUnit {
        unit(traveller) ?? desk.travels.standardUnits[0]
    }
}

extension Response {
    /// An answer of JSON that one writer makes.
    static func json(
        _ status: HTTPResponse.Status = .ok,
        _ write: (inout JSONWriter) -> Void
    ) -> Response {
        var json = JSONWriter(capacity: 1024)
        write(&json)
        return Response(status: status, type: .json, bytes: json.takeBytes())
    }
}
