/// House numbers that may be the numbers by which spreadsheets count days: `5-12`, taken for a day and then
/// shown as a number, is 45789.
///
/// Real houses have such numbers, too, in towns that count along a county's grid; there others lie around
/// them. A spreadsheet takes all for days of the year in which it opens the file.
struct DateNumbers {
    private var count = 0
    private var span: ClosedRange<Int>?
    private var houses = 0
    private var others = 0

    /// The days of 2000 to 2049, counted from 1899-12-31 as spreadsheets do.
    private static let days = 36_526...54_788
    /// Houses from this number on are a grid's, as those with the days' numbers may be.
    private static let leastOther = 20_000
    /// Two years of days.
    private static let widest = 732

    /// Counts a house's number.
    mutating func add(_ number: Int) {
        guard Self.days.contains(number) else {
            if number >= Self.leastOther { others += 1 } else { houses += 1 }
            return
        }
        count += 1
        span =
            span.map { min($0.lowerBound, number)...max($0.upperBound, number) } ?? number...number
    }

    /// Whether a number is one of a day among those of houses.
    func holds(_ number: Int) -> Bool {
        guard Self.days.contains(number), let span, others == 0, houses >= count else {
            return false
        }
        return span.upperBound - span.lowerBound <= Self.widest
    }
}
