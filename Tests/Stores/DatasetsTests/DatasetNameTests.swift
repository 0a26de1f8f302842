import Datasets
import Testing

@Suite struct DatasetNameTests {
    @Test(
        "small letters, digits, dashes and underscores make a name",
        arguments: ["a", "7", "dc", "harris-2026", "0_x-", String(repeating: "a", count: 64)]
    )
    func accepts(text: String) throws {
        let name = try DatasetName(text)
        #expect(name.text == text)
        #expect(name.description == text)
    }

    @Test(
        "anything else is refused, and the error shows it",
        arguments: [
            "", "-dc", "_dc", "DC", "d c", " dc", "dc\n", "d.c", "d/c", "é", "ｄc", "d\0c",
            String(repeating: "a", count: 65),
        ]
    )
    func refuses(text: String) {
        #expect(throws: DatasetError.invalidName(text)) { try DatasetName(text) }
        #expect(DatasetError.invalidName(text).description.contains("\"\(text)\""))
    }

    @Test("names are in alphabetical order")
    func order() throws {
        let names = try ["b", "a", "a-b", "10", "9"].map { try DatasetName($0) }
        #expect(names.sorted().map(\.text) == ["10", "9", "a", "a-b", "b"])
    }
}
