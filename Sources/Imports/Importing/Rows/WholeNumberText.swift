/// Whole numbers that are written with a fraction: programs make `84601.0` of 84601 where another cell of
/// the column is blank.
enum WholeNumberText {
    /// More digits than any code has.
    private static let longest = 15

    /// The digits in front of the fraction; nil where a cell is anything else, `12.50` and `-1.0` among it.
    static func digits(of cell: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard cell.count > 2, cell.count <= longest + 2, cell.last == UInt8(ascii: "0") else {
            return nil
        }
        let digits = cell.dropLast(2)
        let mark = cell[digits.endIndex]
        guard mark == UInt8(ascii: ".") || mark == UInt8(ascii: ","),
            digits.allSatisfy({ 0x30...0x39 ~= $0 })
        else { return nil }
        return digits
    }
}
