package import Compressing
package import HTTPTypes

extension Gzip {
    /// What says that a body is packed, and that it depends on the client.
    package static let fields: HTTPFields = [.contentEncoding: "gzip", .vary: "Accept-Encoding"]

    private static let usualFields: Set = [
        "gzip", "gzip, deflate", "gzip, deflate, br", "gzip, deflate, br, zstd", "gzip,deflate",
    ]

    /// Whether a client says in its `Accept-Encoding` that it takes gzip (RFC 9110, section 12.5.3).
    package static func isAccepted(by field: String?) -> Bool {
        guard let field else { return false }
        // What browsers and most libraries send, without taking it apart.
        if usualFields.contains(field) { return true }
        var isAnyAccepted = false
        for choice in field.split(separator: ",") {
            let parts = choice.split(separator: ";", omittingEmptySubsequences: false)
                .map { $0.trimmingSpaces.lowercased() }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { $0.dropFirst(2) }
            let isAccepted = weight.map { Double($0) ?? 0 > 0 } ?? true
            switch parts.first {
            case "gzip", "x-gzip": return isAccepted
            case "*": isAnyAccepted = isAccepted
            default: break
            }
        }
        return isAnyAccepted
    }
}
