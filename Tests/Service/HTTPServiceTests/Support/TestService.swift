import Access
import Datasets
import Geodesy
import Ground
import HTTPTypes
import Hummingbird
import Importing
import Logging
import Polling
import PollingTesting
import Radar
import RadarTesting
import Roads
import ServiceLifecycle
import Timekeeping

@testable import HTTPService

/// A service over stores in memory, at noon on election day 2026 (UTC) until the clock is set.
struct TestService {
    static let noon = Timestamp(millisecondsSince1970: 1_793_707_200_000)

    /// A moderator's token.
    static let moderator = StaffRegistry.prefix + String(repeating: "a", count: 64)

    /// The token of somebody who imports.
    static let importer = StaffRegistry.prefix + String(repeating: "b", count: 64)

    let clock = ManualWallClock(noon)
    let messageStore: MemoryRadarStore
    let stationStore: FakeStationStore
    let board: MessageBoard
    let stations: StationDirectory
    let voting: VotingDirectory
    let service: AmbitService
    let feed: LiveFeed

    /// - Parameter isLoaded: Whether board and directory are loaded from the stores.
    init(
        messages: [Message] = [],
        stations: [Station] = [],
        voting: FakeVotingStore = FakeVotingStore(),
        ways: WayFinder = WayFinder([]),
        ground: GroundDirectory = GroundDirectory(),
        isLoaded: Bool = true,
        ledger: FakeLedger = FakeLedger(),
        rollback: Rollback? = nil,
        imports: ImportDesk = ImportDesk(named: ["stations"]) { _, _, _, _ in throw SecretError() },
        store: MemoryRadarStore? = nil,
        limits: RadarLimits = .standard,
        background: [any Service] = [],
        configure: (inout ServiceConfiguration) -> Void = { _ in }
    ) async throws {
        messageStore = store ?? MemoryRadarStore(messages)
        stationStore = FakeStationStore(stations)
        self.stations = StationDirectory(store: stationStore)
        var configuration = ServiceConfiguration()
        configuration.rateLimits = nil
        configuration.logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        configure(&configuration)
        var limits = limits
        // As `ambit serve` does.
        if configuration.rateLimits == nil { limits.reportRules = .open }
        board = MessageBoard(store: messageStore, clock: clock, limits: limits)
        self.voting = VotingDirectory(stations: self.stations, store: voting, clock: clock)
        feed = LiveFeed(of: board)
        service = AmbitService(
            board: board,
            devices: DeviceRegistry(store: messageStore, clock: clock),
            feed: feed,
            stations: self.stations,
            voting: self.voting,
            ways: ways,
            ground: ground,
            clock: clock,
            background: background,
            ledger: ledger,
            rollback: rollback,
            imports: imports,
            staff: StaffRegistry(
                store: FakeStaffTokenStore([
                    Self.moderator: .moderator, Self.importer: .staff,
                ]),
                clock: clock
            ),
            configuration: configuration
        )
        if isLoaded { try await load() }
    }

    func load() async throws {
        try await board.load()
        try await self.voting.load()
    }

    /// Sends one request through the router.
    func send(
        _ method: HTTPRequest.Method,
        _ uri: String,
        token: String? = nil,
        json: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        if let token { headers[.authorization] = "Bearer \(token)" }
        if json != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        return try await service.answer(
            method,
            uri,
            headers: headers,
            body: json.map(ByteBuffer.init(string:))
        )
    }

    func get(_ uri: String) async throws -> Answer { try await send(.get, uri) }

    /// Registers a device and returns its token.
    func token() async throws -> String {
        let answer = try await send(.post, "/v1/devices")
        return String(answer.body.dropFirst(#"{"token":""#.count).dropLast(#""}"#.count))
    }
}

/// An answer, its body as text.
struct Answer: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: String
    /// The body as it came, packed or not.
    var bytes: [UInt8] = []

    var type: String? { headers[.contentType] }
}

/// A problem document as the service writes it, but for the codes of what is wrong with parameters: those
/// are compared in `ParameterFaultTests`.
struct WordedProblem: Sendable, CustomStringConvertible {
    let description: String

    static func == (body: String, expected: WordedProblem) -> Bool {
        body.replacing(/,"code":"[a-z_]+","values":\{[^}]*\}\}/, with: "}") == expected.description
    }
}

/// A problem document in words.
func problem(
    _ status: Int,
    _ title: String,
    _ detail: String,
    _ errors: [(String, String)] = [],
    code: String? = nil
) -> WordedProblem {
    let code = code ?? ProblemCode(HTTPResponse.Status(code: status)).text
    let list = errors.map { #"{"parameter":"\#($0.0)","message":"\#($0.1)"}"# }
    return WordedProblem(
        description: #"{"type":"about:blank","title":"\#(title)","status":\#(status),"#
            + #""detail":"\#(detail)","code":"\#(code)","values":{},"#
            + #""errors":[\#(list.joined(separator: ","))]}"#
    )
}

/// A problem document of status 400 that names parameters.
func badRequest(_ errors: [(String, String)]) -> WordedProblem {
    let count = errors.count == 1 ? "1 parameter is" : "\(errors.count) parameters are"
    return problem(400, "Bad Request", "\(count) wrong; see errors", errors)
}

func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try Coordinate(latitude: latitude, longitude: longitude)
}

/// A message at a place, posted at noon.
func message(
    _ id: Int64,
    at place: Coordinate,
    text: String = "hello",
    category: Radar.Category = .news,
    visibleRadius meters: Double = 5000,
    seconds: Int64 = 3600,
    author: Int64 = 99
) throws -> Message {
    Message(
        id: Message.ID(rawValue: id),
        text: text,
        category: category,
        coordinate: place,
        visibleRadius: try .meters(meters),
        postedAt: TestService.noon,
        expiresAt: Timestamp(
            millisecondsSince1970: TestService.noon.millisecondsSince1970 + seconds * 1000
        ),
        author: Device.ID(rawValue: author),
        origin: nil
    )
}

/// A station at a place, or without one.
func station(_ key: String, at place: Coordinate?, name: String = "School") throws -> Station {
    Station(
        id: Station.ID(rawValue: "dc.\(key)"),
        dataset: try DatasetName("dc"),
        name: name,
        coordinate: place
    )
}

/// What a message of the store in memory is called outside.
func publicID(_ number: Int64) -> String {
    "\(MemoryRadarStore.publicIDs.publicID(of: Message.ID(rawValue: number)))"
}

/// The address of a message of the store in memory.
///
/// - Parameter rest: What follows the id.
func messagePath(_ number: Int64, _ rest: String = "") -> String {
    "/v1/messages/\(publicID(number))\(rest)"
}

/// What anybody is told of a message that they may not read, or that there is none.
let noMessage = problem(
    404,
    "Not Found",
    "no message with this id can be seen from here; it may have expired or been removed, or it is "
        + "only seen from nearer, and lat and lon say where you are"
)
