import Datasets
import FeatureCollections
import Foundation
import FoundationNetworking
import Geodesy
import HTTPService
import HTTPTypes
import Logging
import OpenStandards
import ServiceLifecycle
import Synchronization
import Testing
import Timekeeping

/// Numbers that are the same in every run. Source: S. Vigna, splitmix64.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Features in an array, found by looking at all of them.
struct ListedContent: FeatureContent {
    var features: [Feature]
    var times: [FeatureTime?] = []

    var count: Int { features.count }
    func feature(_ number: Int) -> Feature { features[number] }
    func shape(_ number: Int) -> FeatureShape? { features[number].shape }
    func time(_ number: Int) -> FeatureTime? { times.isEmpty ? nil : times[number] }
    func number(of id: String) -> Int? { features.firstIndex { $0.id == id } }

    func numbers(near box: BoundingBox) -> [Int] {
        ShapeIndex(features.map(\.shape)).numbers(near: box)
    }

    func collection(_ id: String, revision: String) -> FeatureCollection {
        FeatureCollection(
            id: id,
            title: "Things",
            description: "Things & <others>",
            fields: [
                FeatureField("name", .text, "A name."),
                FeatureField("size", .integer, "A size."),
                FeatureField("open", .boolean, "Whether it is open."),
            ],
            geometry: .any,
            revision: revision,
            extent: ShapeIndex(features.map(\.shape)).extent,
            hasTime: !times.isEmpty,
            content: self
        )
    }

    /// Points all over the Earth, many of them at its seams.
    static func points(_ count: Int, seed: UInt64) throws -> ListedContent {
        var numbers = SeededNumbers(seed: seed)
        return ListedContent(
            features: try (0..<count).map { number in
                let latitude: Double
                let longitude: Double
                switch number % 5 {
                case 0: (latitude, longitude) = (Double.random(in: -90...90, using: &numbers), 180)
                case 1: (latitude, longitude) = (number % 2 == 0 ? 90 : -90, 12.5)
                case 2:
                    latitude = Double.random(in: -20...20, using: &numbers)
                    let near = Double.random(in: -10...10, using: &numbers)
                    longitude = near < 0 ? near + 180 : near - 180
                default:
                    latitude = Double.random(in: -90...90, using: &numbers)
                    longitude = Double.random(in: -180...180, using: &numbers)
                }
                return Feature(
                    id: "thing.\(number)",
                    shape: .point(try Coordinate(latitude: latitude, longitude: longitude)),
                    values: [
                        number % 3 == 0 ? .null : .text("no. \(number)"),
                        .integer(Int64(number % 7)),
                        .boolean(number % 2 == 0),
                    ]
                )
            }
        )
    }
}

/// A service of some collections that listens on a port of this machine.
final class RunningService: Sendable {
    struct Answer {
        let status: Int
        let body: Data
        let headers: [String: String]

        var json: [String: Any] {
            get throws {
                try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
            }
        }

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    let root: String
    private let running: Task<Void, any Error>
    private let held: ShownCollections

    init(
        _ collections: [FeatureCollection]?,
        settings: StandardsSettings? = nil
    ) async throws {
        let shown = ShownCollections(collections)
        held = shown
        var part = ServicePart("things")
        part.collections = { shown.collections }
        var all = StandardsSettings()
        all.systems = try OfferedSystem.all(adding: [27700, 3031])
        var configuration = ServiceConfiguration()
        configuration.port = 0
        configuration.rateLimits = nil
        configuration.logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let (ports, listening) = AsyncStream<Int>.makeStream()
        configuration.onListening = { listening.yield($0) }
        let clock = SystemWallClock()
        let service = try AmbitService(
            parts: [
                part, .openStandards(over: [part], settings: settings ?? all, clock: clock),
            ],
            clock: clock,
            configuration: configuration
        )
        let group = ServiceGroup(services: [service], logger: configuration.logger)
        running = Task { try await group.run() }
        let port = try #require(await ports.first { _ in true })
        root = "http://127.0.0.1:\(port)/ogc"
    }

    deinit { running.cancel() }

    /// Publishes others.
    func show(_ collections: [FeatureCollection]) { held.collections = collections }

    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await send("GET", path, headers)
    }

    func send(
        _ method: String,
        _ path: String,
        _ headers: [String: String] = [:]
    ) async throws -> Answer {
        let address = path.hasPrefix("http") ? path : root + path
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = method
        request.cachePolicy = .reloadIgnoringLocalCacheData
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (body, response) = try await URLSession.shared.data(for: request)
        let answer = try #require(response as? HTTPURLResponse)
        var fields: [String: String] = [:]
        for (name, value) in answer.allHeaderFields {
            fields["\(name)".lowercased()] = "\(value)"
        }
        return Answer(status: answer.statusCode, body: body, headers: fields)
    }

    /// The ids and `numberMatched` of all pages of a list, by its links.
    func all(_ path: String) async throws -> (ids: [String], matched: [Int]) {
        var ids: [String] = []
        var matched: [Int] = []
        var next: String? = path
        while let path = next {
            let page = try await get(path)
            try #require(page.status == 200, "\(page.text)")
            let json = try page.json
            let features = try #require(json["features"] as? [[String: Any]])
            ids += features.compactMap { $0["id"] as? String }
            #expect(json["numberReturned"] as? Int == features.count)
            matched.append(try #require(json["numberMatched"] as? Int))
            let links = try #require(json["links"] as? [[String: Any]])
            next = links.first { $0["rel"] as? String == "next" }?["href"] as? String
        }
        return (ids, matched)
    }
}

/// What is published at the moment.
private final class ShownCollections: Sendable {
    private let state: Mutex<[FeatureCollection]?>

    init(_ collections: [FeatureCollection]?) { state = Mutex(collections) }

    var collections: [FeatureCollection]? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
