internal import CSpatiaLite
internal import GRDB

/// A text that is read of the rows of a table, many at a time.
struct TextColumn {
    /// What is selected of the row `t`.
    let expression: String
    /// What is made of the text that stands there; nil for nothing, where it is taken as it is.
    let make: ((String) -> String?)?
    /// What is taken where nothing stands there.
    let standard: String

    init(
        _ expression: String,
        standard: String = "",
        make: ((String) -> String?)? = nil
    ) {
        self.expression = expression
        self.standard = standard
        self.make = make
    }

    /// Appends the text of the row on which a statement stands; nothing for NULL.
    ///
    /// Invariant: what is read is copied before the statement's next step.
    func append(_ statement: OpaquePointer, _ index: Int32, to bytes: inout [UInt8]) {
        guard let text = sqlite3_column_text(statement, index) else {
            return bytes.append(contentsOf: standard.utf8)
        }
        if let make {
            bytes.append(contentsOf: (make(String(cString: text)) ?? "").utf8)
        } else {
            let count = Int(sqlite3_column_bytes(statement, index))
            bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: count))
        }
    }
}
