internal import CSpatiaLite
internal import GRDB
internal import Geodesy

/// A property of a row as a test is told it.
public enum TestedValue: Sendable, Hashable {
    /// A text.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// A number.
    case number(Double)
    /// Nothing.
    case missing

    init(_ text: String?) { self = text.map(TestedValue.text) ?? .missing }
}

/// Which rows of a layer are wanted, told by a few of their properties: no others are read.
public struct PropertyTest<Property: Sendable & Hashable>: Sendable {
    let properties: [Property]
    let keeps: @Sendable ([TestedValue]) -> Bool

    /// - Parameter keeps: Told the properties in their order.
    public init(_ properties: [Property], keeps: @escaping @Sendable ([TestedValue]) -> Bool) {
        self.properties = properties
        self.keeps = keeps
    }

    /// The test on the rows of a table.
    ///
    /// - Parameters:
    ///   - column: Where a property stands.
    ///   - value: What a test is told of what stands there.
    func rowTest(
        column: (Property) -> RowTest.Column,
        value: @escaping @Sendable (Property, TestedValue) -> TestedValue
    ) -> RowTest {
        let (properties, keeps) = (properties, keeps)
        return RowTest(columns: properties.map(column)) { values in
            keeps(zip(properties, values).map(value))
        }
    }
}

/// Which rows of a table are wanted, told by a few of their columns: nothing else of the others is
/// read.
struct RowTest: Sendable {
    /// What is read of the row `t`.
    enum Column: Sendable {
        /// Expressions.
        case text(String)
        case integer(String)
        case real(String)
        /// Of the row's place.
        case latitude
        case longitude

        fileprivate var expression: String {
            switch self {
            case .text(let expression), .integer(let expression), .real(let expression):
                expression
            case .latitude, .longitude: "t.geometry"
            }
        }
    }

    let columns: [Column]
    /// Told the columns' values.
    let keeps: @Sendable ([TestedValue]) -> Bool

    /// What stands in a SELECT after other columns.
    var selection: String { columns.map { ", \($0.expression)" }.joined() }

    /// - Parameter first: The index of the test's first column.
    func keeps(_ row: StoredRow, from first: Int) throws -> Bool {
        keeps(
            try columns.enumerated().map { offset, column in
                let index = first + offset
                switch column {
                case .text: return TestedValue(try row.optional(index))
                case .integer:
                    let number: Int64? = try row.optional(index)
                    return number.map(TestedValue.integer) ?? .missing
                case .real:
                    let number: Double? = try row.optional(index)
                    return number.map(TestedValue.number) ?? .missing
                case .latitude:
                    return try row.coordinate(index).map { .number($0.latitude) } ?? .missing
                case .longitude:
                    return try row.coordinate(index).map { .number($0.longitude) } ?? .missing
                }
            }
        )
    }

    /// Invariant: the statement stands on a row, and what is read is copied before its next step.
    func keeps(_ statement: OpaquePointer, from first: Int32) -> Bool {
        keeps(
            columns.enumerated().map { offset, column in
                let index = first + Int32(offset)
                guard sqlite3_column_type(statement, index) != SQLITE_NULL else { return .missing }
                switch column {
                case .text:
                    return TestedValue(
                        sqlite3_column_text(statement, index).map { String(cString: $0) }
                    )
                case .integer: return .integer(sqlite3_column_int64(statement, index))
                case .real: return .number(sqlite3_column_double(statement, index))
                case .latitude:
                    return Self.place(statement, index).map { .number($0.latitude) } ?? .missing
                case .longitude:
                    return Self.place(statement, index).map { .number($0.longitude) } ?? .missing
                }
            }
        )
    }

    private static func place(_ statement: OpaquePointer, _ index: Int32) -> Coordinate? {
        PointBlob.coordinate(
            in: UnsafeRawBufferPointer(
                start: sqlite3_column_blob(statement, index),
                count: Int(sqlite3_column_bytes(statement, index))
            )
        )
    }
}
