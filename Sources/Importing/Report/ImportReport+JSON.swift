internal import Foundation

extension ImportReport {
    /// The report as JSON: stable member names in `snake_case`, sorted; UTF-8.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}
