/// What a survey found of each row, a byte each, so that the rows need not be told apart again.
struct RowMarks {
    /// What is known of a row.
    struct Mark: OptionSet {
        let rawValue: UInt8

        /// It names a station.
        static let usable = Mark(rawValue: 1)
        /// It is the first row of its station.
        static let first = Mark(rawValue: 2)
        /// It is the last row of its station.
        static let last = Mark(rawValue: 4)
        /// Its station may lie within thirty metres of another; at a station's first row alone.
        static let close = Mark(rawValue: 8)

        /// Another station has its name and address.
        static let sharesName = Mark(rawValue: 16)

        /// It is the only row of its station.
        static let alone: Mark = [.usable, .first, .last]
    }

    private var marks: [UInt8] = []

    /// - Parameter row: A row's number, from 1; rows that were not marked have no marks.
    subscript(row: Int) -> Mark {
        get { marks.indices.contains(row - 1) ? Mark(rawValue: marks[row - 1]) : [] }
        set {
            while marks.count < row { marks.append(0) }
            marks[row - 1] = newValue.rawValue
        }
    }

    /// Adds a mark to those that a row has.
    mutating func add(_ mark: Mark, to row: UInt32) {
        self[Int(row)] = self[Int(row)].union(mark)
    }
}
