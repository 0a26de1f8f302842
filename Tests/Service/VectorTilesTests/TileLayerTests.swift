import FeatureCollections
import Testing

@testable import VectorTiles

/// Layers, read back by the reader of the tests.
@Suite struct TileLayerTests {
    @Test("a value is written once, and is another where its type or its bytes are")
    func values() throws {
        // The bytes of the first two texts are those of a boolean's and of an integer's field.
        let texts = ["8\u{1}", " \u{1}", "", "1"]
        let values =
            texts.map(FieldValue.text)
            + [
                .integer(1), .integer(-1), .number(1), .number(0.5), .boolean(true),
                .boolean(false),
            ]
        var layer = TileLayer("things", keyNames: ["value", "none"], expected: 1)
        for round in 0..<3 {
            for (index, value) in values.enumerated() {
                layer.note(1, .null)
                layer.note(0, value)
                layer.add(id: UInt64(round * values.count + index), .point([1, 2]))
            }
        }
        let bytes = layer.tile()
        let read = try ReadTile(bytes)
        #expect(read.features.count == 3 * values.count)
        for (index, feature) in read.features.enumerated() {
            #expect(feature.id == UInt64(index))
            #expect(feature.properties == ["value": values[index % values.count]])
        }
        // Three rounds differ from one by the features alone, each of which is no longer than 16 bytes.
        var once = TileLayer("things", keyNames: ["value", "none"], expected: 1)
        for value in values {
            once.note(0, value)
            once.add(id: 0, .point([1, 2]))
        }
        #expect(bytes.count - once.tile().count < 2 * values.count * 16 + 8)
    }

    @Test("more values than were expected are all there, and lengths of several bytes")
    func growth() throws {
        var layer = TileLayer("things", keyNames: ["number", "text"], expected: 0)
        let long = String(repeating: "long ", count: 100)
        for number in 0..<5000 {
            layer.note(0, .integer(Int64(number % 1700)))
            layer.note(1, .text(number % 900 == 0 ? long : "\(number % 2000)"))
            layer.add(id: UInt64(number) << 30, .points([[0, 0], [Int32(number), -4160]]))
        }
        let read = try ReadTile(layer.tile())
        #expect(read.features.count == 5000)
        for (number, feature) in read.features.enumerated() {
            #expect(feature.id == UInt64(number) << 30)
            #expect(feature.properties["number"] == .integer(Int64(number % 1700)))
            let text = number % 900 == 0 ? long : "\(number % 2000)"
            #expect(feature.properties["text"] == .text(text))
            #expect(feature.parts.map(\.count) == [1, 1])
        }
    }

    @Test("a layer without a feature is no tile")
    func empty() {
        var layer = TileLayer("things", keyNames: ["a"], expected: 3)
        layer.note(0, .integer(1))
        #expect(layer.tile().isEmpty)
    }
}
