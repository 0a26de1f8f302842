internal import Radar

/// The texts of a feed that hold a character which turns the direction of writing.
///
/// They are left out where the document is read, before anything is made of them: an element refers
/// to others, and what has no name in the end is refused as such.
struct TurnedTexts: Sendable {
    private var count = 0
    private var lines: [Int] = []
    private var example: (character: String, place: String)?

    /// The element without such texts, and without attributes that hold one.
    mutating func removed(from element: FeedElement) -> FeedElement {
        var element = element
        if let control = RadarLimits.directionControl(in: element.text) {
            note(control, in: element.name, element.line)
            element.text = ""
        }
        for (name, value) in element.attributes {
            guard let control = RadarLimits.directionControl(in: value) else { continue }
            note(control, in: "\(name) of \(element.name)", element.line)
            element.attributes[name] = nil
        }
        for index in element.children.indices {
            element.children[index] = removed(from: element.children[index])
        }
        return element
    }

    /// The row of a feed's text file without cells that hold one.
    mutating func removed(from record: FlatTable.Record, of file: String) -> FlatTable.Record {
        let controls = record.cells.map { RadarLimits.directionControl(in: $0.text) }
        guard controls.contains(where: { $0 != nil }) else { return record }
        for (cell, control) in zip(record.cells, controls) {
            if let control { note(control, in: "\(cell.column) of \(file)", record.line) }
        }
        return FlatTable.Record(
            line: record.line,
            cells: zip(record.cells, controls).filter { $1 == nil }.map(\.0)
        )
    }

    private mutating func note(_ control: Unicode.Scalar, in place: String, _ line: Int) {
        count += 1
        if lines.count < 5 { lines.append(line) }
        if example == nil { example = (RadarLimits.name(control), place) }
    }

    /// What there is to say of them; nil where there were none.
    var note: ImportNote? {
        guard let example else { return nil }
        return ImportNote(
            .warning,
            Finding(
                .turnedTexts,
                [
                    "texts": .count(count), "character": .text(example.character),
                    "place": .text(example.place),
                ]
            ),
            lines: lines
        )
    }
}
