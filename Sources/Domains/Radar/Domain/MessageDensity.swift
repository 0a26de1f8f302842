package import Geodesy
internal import Timekeeping

/// How many are heard in each square of a grid of degrees, told only of squares with many.
///
/// The messages of lists, which are public as they are, are counted one by one. Of what people post it is the
/// people who are counted, each once a square, so that nobody moves a sum by posting much; they are told where
/// there are ``leastCount`` of them or more, and every sum is rounded down to a multiple of that. What somebody
/// can still find out takes as many devices as it takes to bring a sum to the edge of the next step: that one
/// person more, or one less, has a message somewhere in the square. Who that is, and what is said, is not told.
package struct MessageDensity: Sendable {
    /// A square, by its row from the south pole and its column from the antimeridian eastward.
    package struct Square: Sendable, Hashable, Comparable {
        /// 0 and up.
        package let row: Int
        /// 0 and up.
        package let column: Int

        /// A square by its row and column.
        package init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }

        /// The square of a place. The edges in the south and the west are a square's own; the north pole lies in
        /// the last row, and the antimeridian in the first column.
        package init(of place: Coordinate) {
            let squares = MessageDensity.squaresPerDegree
            row = min(Int((place.latitude + 90) * squares), Int(180 * squares) - 1)
            column = Int((place.longitude + 180) * squares) % Int(360 * squares)
        }

        /// The degrees that it spans.
        package var box: BoundingBox {
            let squares = MessageDensity.squaresPerDegree
            return BoundingBox(
                uncheckedWest: Double(column) / squares - 180,
                south: Double(row) / squares - 90,
                east: Double(column + 1) / squares - 180,
                north: Double(row + 1) / squares - 90
            )
        }

        /// From south to north, and in a row from west to east.
        package static func < (left: Square, right: Square) -> Bool {
            (left.row, left.column) < (right.row, right.column)
        }
    }

    /// How long a square's sides are: a twentieth of a degree, 5.6 km from south to north.
    package static let squaresPerDegree = 20.0

    /// From how many on a square is told.
    package static let leastCount = 5

    /// What was found in a square.
    private struct Tally {
        var imported = 0
        /// The author of each message; some stand here more than once.
        var authors: [Int64] = []

        mutating func count(_ author: Int64) {
            if authors.last != author { authors.append(author) }
        }

        /// What may be told.
        var told: Int {
            let least = MessageDensity.leastCount
            let people = Set(authors).count
            let sum = imported + (people < least ? 0 : people)
            return sum - sum % least
        }
    }

    private var tallies: [Square: Tally] = [:]

    /// A count of nothing.
    package init() {}

    /// Counts a message of a list.
    package mutating func addImported(at place: Coordinate) {
        tallies[Square(of: place), default: Tally()].imported += 1
    }

    /// Counts a message that somebody posted.
    ///
    /// - Parameter author: The author's number; those of whom nobody knows the author are one author's.
    package mutating func addPosted(at place: Coordinate, by author: Int64) {
        tallies[Square(of: place), default: Tally()].count(author)
    }

    /// The squares that may be told with their counts, in order.
    ///
    /// - Complexity: O(n log n) for n squares.
    package var squares: [(square: Square, count: Int)] {
        tallies.lazy.map { (square: $0.key, count: $0.value.told) }
            .filter { $0.count > 0 }
            .sorted { $0.square < $1.square }
    }
}

extension MessageBoard {
    /// Counts what is live now, square by square.
    ///
    /// Posts go on meanwhile: what comes or goes while it is counted is counted or not.
    ///
    /// - Complexity: O(n) for n messages in memory, in turns that let others in between.
    package func density() -> MessageDensity {
        let moment = presentMoment()
        var density = MessageDensity()
        var next = 0
        while true {
            let records = live.read { $0.places(from: next, count: Self.slotsPerTurn, at: moment) }
            guard let records else { return density }
            for record in records {
                if record.isImported {
                    density.addImported(at: record.place)
                } else {
                    density.addPosted(at: record.place, by: record.author)
                }
            }
            next += Self.slotsPerTurn
        }
    }

    /// So many slots are read while a post waits: less than a millisecond.
    private static let slotsPerTurn = 16_384
}

extension LiveMessages {
    /// Where a message is and whose.
    fileprivate struct Placed {
        let place: Coordinate
        let author: Int64
        let isImported: Bool
    }

    /// The messages of some slots that are visible at a moment; nil behind the last slot.
    fileprivate func places(from first: Int, count: Int, at moment: Timestamp) -> [Placed]? {
        guard first < table.slotCount else { return nil }
        let last = min(first + count, table.slotCount)
        return (first..<last).compactMap { slot in
            let record = table[UInt32(slot)]
            guard !record.isVacant, record.revision != MessageTable.Record.unpublished,
                record.isLive(at: moment)
            else { return nil }
            return Placed(
                place: record.coordinate,
                author: record.author,
                isImported: record.dataset != 0
            )
        }
    }
}
