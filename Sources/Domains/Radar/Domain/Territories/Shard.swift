/// The number of a shard: a part of the messages that has a database, and nodes, of its own.
///
/// It stands in the upper bits of the ids that the shard gives, which stay below 2^53.
public struct ShardNumber: Sendable, Hashable, Comparable, RawRepresentable {
    /// How many shards there may be.
    public static let count = 1024
    /// The shard that is there from the beginning.
    public static let first = ShardNumber(uncheckedRawValue: 0)
    /// How many bits of an id count within a shard.
    package static let bitsWithin: Int64 = 43

    /// 0 to 1023.
    public let rawValue: Int

    /// - Returns: Nil unless it is 0 to 1023.
    public init?(rawValue: Int) {
        guard (0..<Self.count).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private init(uncheckedRawValue rawValue: Int) { self.rawValue = rawValue }

    /// The shard that gave an id; nil where it is none of a shard.
    package init?(ofID id: Int64) {
        guard id > 0 else { return nil }
        self.init(rawValue: Int(id >> Self.bitsWithin))
    }

    /// The ids that the shard gives.
    package var ids: ClosedRange<Int64> {
        let first = Int64(rawValue) << Self.bitsWithin
        return first...first + (1 << Self.bitsWithin - 1)
    }

    /// The lower number first.
    public static func < (left: ShardNumber, right: ShardNumber) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension ShardNumber: CustomStringConvertible {
    /// The number in decimal digits.
    public var description: String { String(rawValue) }
}

/// A shard, and where it is.
public struct Shard: Sendable, Hashable {
    /// Its number.
    public let number: ShardNumber
    /// Its database, as operators write it; never told to clients.
    public let database: String
    /// Where clients reach its nodes, such as `https://north.example.org`; nil where nobody has said.
    public var url: String?

    /// A shard with all its members.
    public init(number: ShardNumber, database: String, url: String?) {
        self.number = number
        self.database = database
        self.url = url
    }
}

/// A stretch of the curve through all places, and whose it is.
public struct Territory: Sendable, Hashable {
    /// Positions on the curve (``Geodesy/HilbertCurve``).
    public let cells: Range<UInt64>
    /// Who answers for it.
    public let shard: ShardNumber
    /// Who gathers the messages that reach it, and will answer for it then; nil while it stays.
    public let successor: ShardNumber?

    /// A territory with all its members.
    public init(cells: Range<UInt64>, shard: ShardNumber, successor: ShardNumber? = nil) {
        self.cells = cells
        self.shard = shard
        self.successor = successor
    }

    /// A position on the curve as people and programs write it: hexadecimal, twelve digits or more.
    public static func text(of cell: UInt64) -> String {
        let digits = String(cell, radix: 16)
        return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }

    /// The first of the cells and the first behind them, as ``text(of:)`` has each.
    public var cellsText: String {
        "\(Self.text(of: cells.lowerBound))-\(Self.text(of: cells.upperBound))"
    }

    /// Whether the shard has, or gathers, the messages that reach it.
    func isKept(by shard: ShardNumber) -> Bool { self.shard == shard || successor == shard }
}
