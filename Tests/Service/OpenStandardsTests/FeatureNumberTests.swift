import FeatureCollections
import Testing

@Suite struct FeatureNumberTests {
    @Test("features are found by keys in any order, and no others", arguments: 0...9)
    func orderedKeys(count: Int) throws {
        let content = try ListedContent.points(count, seed: 1)
        // 30, 28, 26 and so on.
        let keyOf: (Int) -> Int = { 30 - 2 * $0 }
        for key in 0...31 {
            let expected = (0..<count).first { keyOf($0) == key }
            #expect(content.number(of: key, orderedBy: keyOf, by: >) == expected, "\(key)")
        }
    }

    @Test("features are found by ids in the order of their bytes")
    func orderedIDs() throws {
        let content = try ListedContent.points(4, seed: 1)
        let ids = ["B", "a", "z", "ä"]
        for (number, id) in ids.enumerated() {
            #expect(content.number(of: id, orderedBy: { ids[$0] }) == number)
        }
        #expect(content.number(of: "b", orderedBy: { ids[$0] }) == nil)
        #expect(content.number(of: "ö", orderedBy: { ids[$0] }) == nil)
    }
}
