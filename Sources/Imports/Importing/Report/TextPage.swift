internal import RowFiles

/// Lines of text that never grow wider than a terminal.
struct TextPage {
    let width: Int
    private(set) var text = ""

    init(width: Int) { self.width = width }

    mutating func blank() { text += "\n" }

    /// Adds a paragraph, broken between words; its further lines are indented by two more.
    mutating func add(_ paragraph: String, indent: Int = 0) {
        let paragraph = paragraph.withVisibleControls
        var line = String(repeating: " ", count: indent)
        var length = indent
        var isStart = true
        for word in paragraph.split(separator: " ") {
            if !isStart, length + 1 + word.count > width {
                text += line + "\n"
                line = String(repeating: " ", count: indent + 2)
                length = indent + 2
                isStart = true
            }
            if !isStart {
                line += " "
                length += 1
            }
            line += word
            length += word.count
            isStart = false
        }
        text += line + "\n"
    }

    /// Adds rows in columns that are as wide as they need to be; the last one is broken where it
    /// reaches the margin, under itself.
    mutating func table(
        _ rows: [[String]],
        header: [String]? = nil,
        rightAligned: Set<Int> = [],
        indent: Int = 0
    ) {
        let all = (header.map { [$0] } ?? []) + rows.map { $0.map(\.withVisibleControls) }
        guard let count = all.first?.count else { return }
        let widths = (0..<count - 1).map { column in
            min(30, all.map { $0[column].count }.max() ?? 0)
        }
        for row in all {
            var line = String(repeating: " ", count: indent)
            for column in 0..<count - 1 {
                line +=
                    Self.padded(
                        row[column],
                        to: widths[column],
                        right: rightAligned.contains(column)
                    ) + "  "
            }
            let lastWidth = max(20, width - line.count)
            let margin = String(repeating: " ", count: line.count)
            let isRight = rightAligned.contains(count - 1)
            let widest = isRight ? all.map { $0[count - 1].count }.max() ?? 0 : 0
            for (index, part) in Self.broken(row[count - 1], at: lastWidth).enumerated() {
                let shown = isRight ? Self.padded(part, to: widest, right: true) : part
                text += Self.withoutTrailingSpace((index == 0 ? line : margin) + shown) + "\n"
            }
        }
    }

    private static func padded(_ text: String, to width: Int, right: Bool) -> String {
        let text = text.count > width ? text.prefix(width - 1) + "…" : text[...]
        let space = String(repeating: " ", count: width - text.count)
        return right ? space + text : text + space
    }

    private static func broken(_ text: String, at width: Int) -> [String] {
        var lines: [String] = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width {
                lines[lines.count - 1] = line + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    private static func withoutTrailingSpace(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }
}
