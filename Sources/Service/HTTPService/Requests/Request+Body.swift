internal import HTTPTypes
package import Hummingbird
internal import NIOCore

extension Request {
    /// The whole body, when it is `application/json` and not too long.
    ///
    /// - Throws: ``Problem`` of status 415 for another type, 413 past the limit.
    package func jsonBody(limitBytes: Int) async throws -> [UInt8] {
        try requireJSON()
        return try await body(limitBytes: limitBytes)
    }

    /// The whole body, of any type, when it is not too long.
    ///
    /// - Throws: ``Problem`` of status 413 past the limit.
    package func body(limitBytes: Int) async throws -> [UInt8] {
        let tooLong = Problem.tooLong(limitBytes: limitBytes)
        if let length = headers[.contentLength].flatMap(Int.init), length > limitBytes {
            throw tooLong
        }
        do {
            return Array(buffer: try await body.collect(upTo: limitBytes))
        } catch is NIOTooManyBytesError {
            throw tooLong
        }
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at its ends.
    var trimmingSpaces: SubSequence {
        let start = firstIndex { $0 != " " && $0 != "\t" } ?? endIndex
        guard let last = self[start...].lastIndex(where: { $0 != " " && $0 != "\t" }) else {
            return self[endIndex...]
        }
        return self[start...last]
    }
}
