/// What happened to one column of a file.
struct ColumnMishap: Equatable {
    enum Sort: Equatable {
        /// Letters became question marks.
        case letters
        /// Values stand some rows above or below their own.
        case slipped
        /// Records have the values of one another.
        case exchanged
        /// Numbers grow by one from row to row.
        case series
        /// Rows have the value of the row above them.
        case filled
        /// Rows have what another column is published as, and that one has theirs.
        case swapped
        /// Rows say nothing that said something.
        case lost

        /// So many rows may be so.
        var allowed: Int {
            switch self {
            case .letters, .filled, .series: 3
            case .slipped, .exchanged, .swapped, .lost: 2
            }
        }
    }

    let sort: Sort
    /// The rows that it happened to, in the order of the file.
    let rows: [Int]
    /// Whether it takes consent; else a warning tells.
    var isRefused: Bool
}
