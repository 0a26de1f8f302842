internal import Polling

/// Days that are written with points, `11.3.2026`: most of the world puts the day first there, and a file that
/// elsewhere puts the month first may not.
enum DottedDay {
    /// The numbers of a cell that is such a day, or one with strokes, and nothing else.
    private static func numbers(_ text: String, _ separator: Character) -> (Int, Int)? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 3, 1...2 ~= parts[0].utf8.count, 1...2 ~= parts[1].utf8.count,
            parts[2].utf8.count == 4, Int(parts[2]) != nil,
            let first = Int(parts[0]), let second = Int(parts[1])
        else { return nil }
        return (first, second)
    }

    /// Whether either of the first two numbers of a day with points may be its month.
    static func isAmbiguous(_ text: String) -> Bool {
        guard let (first, second) = numbers(text, ".") else { return false }
        return first != second && 1...12 ~= first && 1...12 ~= second
    }

    /// Why an ambiguous one is not read.
    static func fault(_ text: String) -> Finding? {
        numbers(text, ".").map {
            Finding(.ambiguousDay, ["first": .number($0.0), "second": .number($0.1)])
        }
    }

    /// What the columns of a file show of the order in which it writes days.
    struct Shown {
        private(set) var monthFirst = false
        private(set) var dayFirst = false

        /// Whether they show none.
        var isUnknown: Bool { !monthFirst && !dayFirst }

        init(_ columns: [ColumnSample]) {
            for text in columns.lazy.flatMap(\.firstValues) where text.utf8.count <= 10 {
                guard let (first, second) = numbers(text, "/") ?? numbers(text, ".") else {
                    continue
                }
                if 1...12 ~= first, 13...31 ~= second { monthFirst = true }
                if 13...31 ~= first, 1...12 ~= second { dayFirst = true }
            }
        }
    }
}
