internal import HTTPTypes

/// Which addresses there are, what they take, and who may use them.
struct RouteTable: Sendable {
    /// An address.
    private struct Address: Sendable {
        /// The parts of its path; those in braces stand for any text.
        let parts: [Substring]
        let methods: [HTTPRequest.Method]
        let isForStaff: Bool
    }

    private let addresses: [String: Address]

    init(_ routes: [Route]) {
        addresses = Dictionary(grouping: routes, by: \.path).mapValues { routes in
            let taken = routes.map(\.method)
            return Address(
                parts: Self.parts(of: routes[0].path),
                methods: ServiceRouter.methods.filter {
                    taken.contains($0) || ($0 == .head && taken.contains(.get)) || $0 == .options
                },
                isForStaff: routes.contains { $0.isForStaff }
            )
        }
    }

    /// The methods that an address takes, in the order of ``ServiceRouter/methods``.
    ///
    /// - Parameter path: As routes have it, with names in braces.
    func methods(at path: String) -> [HTTPRequest.Method] { addresses[path]?.methods ?? [] }

    /// The methods of the address that a request names; nil where there is none.
    ///
    /// - Parameter path: Of the request.
    /// - Complexity: O(number of addresses).
    func methods(of path: String) -> [HTTPRequest.Method]? {
        if let address = addresses[path] { return address.methods }
        let parts = Self.parts(of: path)
        return addresses.values.first { address in
            address.parts.count == parts.count
                && zip(address.parts, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }?.methods
    }

    /// What a request does.
    ///
    /// - Parameter path: As routes have it; nil where there is no such address.
    func use(_ method: HTTPRequest.Method, _ path: String?) -> CrossOriginRules.Use {
        if let path, addresses[path]?.isForStaff == true { return .staffing }
        return method == .get || method == .head ? .reading : .taking
    }

    private static func parts(of path: String) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: true)
    }
}
