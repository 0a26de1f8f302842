@testable import Importing
@testable import SpatialFiles

/// Has read what a process says that may have been taken over by the file that it reads.
enum LayerEntry {
    /// Reads the first byte as the kind of a message, and the others as what follows.
    static func read(_ bytes: [UInt8]) {
        guard let kind = bytes.first else { return }
        let body = Array(bytes.dropFirst())
        _ = LayerMessage.length(Array(bytes.prefix(LayerMessage.headerLength)))
        switch LayerMessage(kind: kind % 8, body) {
        case .rows(let block): rows(block)
        case .schema(let schema): _ = schema.columns.map(\.name)
        case let message: _ = message
        }
    }

    private static func rows(_ block: [UInt8]) {
        var rows = LayerRows(block)
        while rows.next() == true {
            guard let (kind, bytes) = rows.geometry() else { return }
            if kind == .wellKnownBinary {
                do { _ = try WellKnownBinary.geometry(bytes) } catch { _ = error.reason }
            }
            while !rows.isAtEndOfRow { guard rows.value() != nil else { return } }
        }
    }
}
