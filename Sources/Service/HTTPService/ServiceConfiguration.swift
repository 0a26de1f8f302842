public import Logging

/// How the service listens and what it refuses.
public struct ServiceConfiguration: Sendable {
    /// The address to listen on; `127.0.0.1` keeps the service to this machine.
    public var host = "127.0.0.1"
    /// The port to listen on, 0 for any that is free.
    public var port = 8080
    /// Where `/metrics` is told, in the place of ``host`` and ``port``; nil for the same address.
    public var metricsAddress: (host: String, port: Int)?
    /// The longest JSON body that is read, in bytes.
    public var bodyLimitBytes = 65_536
    /// The longest head of a request (its address and all its fields), in bytes.
    public var headLimitBytes = 16_384
    /// How long a connection may do nothing, or send an unfinished head, before it is closed.
    public var idleTimeout: Duration = .seconds(60)
    /// In how long a client must send some of a body or read some of an answer.
    public var slowClientTimeout: Duration = .seconds(20)
    /// How many connections may be open; more are answered 503 and closed.
    public var connectionLimit = 20_000
    /// How often one device and one address may do what; nil for as often as they like.
    public var rateLimits: RateLimits? = RateLimits()
    /// Whether a proxy in front of the service writes the client's address as the last entry of
    /// `X-Forwarded-For`. Without such a proxy anybody could write there what they like.
    public var trustsForwardedFor = false
    /// Pages of which other origins may use the service.
    public var crossOrigin = CrossOriginRules.standard
    /// Another map below everything on the page; nil for the one that Ambit draws.
    public var tiles: MapTiles?
    /// Whether the page loads pictures of products from the servers of shops; else nothing foreign is loaded
    /// but ``tiles``.
    public var showsRemotePictures = false
    /// Where the service logs. Requests are logged at `info`, failures at `error`.
    public var logger = Logger(label: "ambit")
    /// Names an error for the log. The standard gives its type alone, because its text might hold
    /// a position or a token; whoever knows the store can say more.
    public var errorLabel: @Sendable (any Error) -> String = { "\(type(of: $0))" }
    /// Called with the real port once the service listens.
    public var onListening: @Sendable (_ port: Int) async -> Void = { _ in }

    /// Called with the real port once the metrics can be had, where they have an address of their own.
    public var onMetricsListening: @Sendable (_ port: Int) async -> Void = { _ in }

    /// How many fields the head of a request may have.
    package static let headFieldLimit = 100

    /// The standard configuration.
    public init() {}
}
