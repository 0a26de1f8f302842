package import Outgoing

/// Fetches what other machines tell.
package protocol SourceTransport: Sendable {
    /// Sends a request and waits for what comes of it.
    func send(_ request: SourceRequest) async -> SourceAnswer
}

/// A request to another machine.
package struct SourceRequest: Sendable {
    /// Where to, `https://...`.
    package let url: String
    /// Names and values.
    package var fields: [(name: String, value: String)] = []
    /// What is posted; nil for a request that reads.
    package var body: [UInt8]?

    /// A request that reads.
    package init(_ url: String) { self.url = url }
}

/// What came of a request.
package enum SourceAnswer: Sendable, Hashable {
    /// It was answered.
    case answered(status: Int, body: [UInt8])
    /// There was no answer.
    case away
}

/// The way out of this machine: HTTPS to public addresses alone.
package struct OutgoingTransport: SourceTransport {
    private let client: OutgoingClient

    /// A transport by a client whose limits fit answers of some megabytes.
    package init(_ client: OutgoingClient) { self.client = client }

    package func send(_ request: SourceRequest) async -> SourceAnswer {
        let outcome = await client.post(
            OutgoingClient.Post(url: request.url, fields: request.fields, body: request.body ?? [])
        )
        guard case .answered(let status, let body, _) = outcome else { return .away }
        return .answered(status: status, body: body)
    }
}
