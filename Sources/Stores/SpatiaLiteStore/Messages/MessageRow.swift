internal import CSpatiaLite
internal import Geodesy

/// The row on which a statement of ``MessageRows`` stands; read before the statement's next step.
///
/// All methods throw ``SpatiaLiteStoreError/unreadableValue(table:row:column:)`` where the file is damaged.
struct MessageRow {
    /// The columns in the order in which they are selected.
    enum Column: Int32 {
        case id, text, category, visibleRadius, postedAt, expiresAt, device, dataset, key,
            attributes
        case geometry

        fileprivate var name: String {
            switch self {
            case .id: "id"
            case .text: "text"
            case .category: "category"
            case .visibleRadius: "visible_radius_m"
            case .postedAt: "posted_at"
            case .expiresAt: "expires_at"
            case .device: "device_id"
            case .dataset: "dataset_id"
            case .key: "key"
            case .attributes: "attributes"
            case .geometry: "geometry"
            }
        }
    }

    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) { self.statement = statement }

    func id() throws -> Int64 {
        let id = sqlite3_column_int64(statement, Column.id.rawValue)
        guard id > 0 else { throw unreadable(.id) }
        return id
    }

    func integer(_ column: Column) throws -> Int64 {
        guard let value = try optionalInteger(column) else { throw unreadable(column) }
        return value
    }

    func optionalInteger(_ column: Column) throws -> Int64? {
        switch sqlite3_column_type(statement, column.rawValue) {
        case SQLITE_INTEGER: sqlite3_column_int64(statement, column.rawValue)
        case SQLITE_NULL: nil
        default: throw unreadable(column)
        }
    }

    func distance(_ column: Column) throws -> Distance {
        guard sqlite3_column_type(statement, column.rawValue) == SQLITE_FLOAT,
            let distance = try? Distance.meters(sqlite3_column_double(statement, column.rawValue))
        else { throw unreadable(column) }
        return distance
    }

    func place() throws -> Coordinate {
        let column = Column.geometry.rawValue
        guard sqlite3_column_type(statement, column) == SQLITE_BLOB,
            let place = PointBlob.coordinate(
                in: UnsafeRawBufferPointer(
                    start: sqlite3_column_blob(statement, column),
                    count: Int(sqlite3_column_bytes(statement, column))
                )
            )
        else { throw unreadable(.geometry) }
        return place
    }

    /// The bytes of a text, valid until the statement's next step.
    func text(_ column: Column) throws -> UnsafeRawBufferPointer {
        guard let text = try optionalText(column) else { throw unreadable(column) }
        return text
    }

    /// As ``text(_:)``; nil for NULL.
    func optionalText(_ column: Column) throws -> UnsafeRawBufferPointer? {
        switch sqlite3_column_type(statement, column.rawValue) {
        case SQLITE_TEXT:
            UnsafeRawBufferPointer(
                start: sqlite3_column_text(statement, column.rawValue),
                count: Int(sqlite3_column_bytes(statement, column.rawValue))
            )
        case SQLITE_NULL: nil
        default: throw unreadable(column)
        }
    }

    /// A text's bytes if they are UTF-8, else repaired, as whoever reads it as a text gets it.
    func withUTF8<Result>(
        of text: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        if text.allSatisfy({ $0 < 0x80 }) { return try body(text) }
        var string = String(decoding: text, as: UTF8.self)
        return try string.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
    }

    /// The attributes; empty for NULL.
    func attributes() throws -> [String: String] {
        guard let text = try optionalText(.attributes) else { return [:] }
        if let plain = PlainJSON.dictionary(text) { return plain }
        guard
            let attributes: [String: String] = try? JSONColumn.decode(
                String(decoding: text, as: UTF8.self)
            )
        else { throw unreadable(.attributes) }
        return attributes
    }

    func unreadable(_ column: Column) -> SpatiaLiteStoreError {
        .unreadableValue(
            table: StoredMessageTable.name,
            row: sqlite3_column_int64(statement, Column.id.rawValue),
            column: column.name
        )
    }
}
