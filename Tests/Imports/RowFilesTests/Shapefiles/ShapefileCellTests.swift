import Testing

@testable import RowFiles

/// What the cells of a shapefile's table say.
@Suite struct ShapefileCellTests {
    static let cells: [(String, ShapefileCell.Kind, String)] = [
        ("Hall      ", .text, "Hall"), ("Hall\0rest", .text, "Hall"), ("          ", .text, ""),
        ("       7", .number, "7"), ("007", .number, "7"), ("  1.50", .number, "1.5"),
        ("5.000", .number, "5"), ("1.5e3", .number, "1500"), ("-0", .number, "0"),
        // Nothing is not zero, and what is no number stays.
        ("        ", .number, ""), ("********", .number, ""), ("1,5", .number, "1,5"),
        // More digits than a number of the machine holds.
        ("12345678901234567890", .number, "12345678901234567890"),
        ("9007199254740993", .number, "9007199254740993"),
        ("T", .yesOrNo, "1"), ("y", .yesOrNo, "1"), ("N", .yesOrNo, "0"), ("F", .yesOrNo, "0"),
        ("?", .yesOrNo, ""), (" ", .yesOrNo, ""), ("20201103", .date, "20201103"),
        ("        ", .date, ""),
    ]

    @Test("cells are read by their type", arguments: cells)
    func types(cell: String, kind: ShapefileCell.Kind, expected: String) throws {
        let page = try #require(CodePage.named("UTF-8"))
        let bytes = Array(cell.utf8)
        #expect(ShapefileCell.text(bytes[...], kind, page).text == expected)
    }

    @Test("the types that are read, and those that are not")
    func kinds() {
        let known = "CNFLDM".utf8.map { ShapefileCell.Kind(code: $0) }
        #expect(known == [.text, .number, .number, .yesOrNo, .date, .memo])
        for code in "BGIOTYc+@\0".utf8 { #expect(ShapefileCell.Kind(code: code) == nil) }
    }
}
