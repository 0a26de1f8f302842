internal import Foundation

/// Codes on paper: a page for each sign, and a list by which somebody walks along them.
package struct CodePages: Sendable {
    /// What stands on one page.
    package struct Sign: Sendable {
        /// Whose it is, written large: codes were once hung up at each other's booths.
        package let name: String
        /// The booth; nil where there is none.
        package let booth: String?
        /// The code.
        package let code: String

        /// A sign with all its members.
        package init(name: String, booth: String?, code: String) {
            (self.name, self.booth, self.code) = (name, booth, code)
        }
    }

    /// The words on the pages.
    package struct Words: Sendable {
        /// Above the code.
        package let instruction: String
        /// Above the list.
        package let listTitle: String
        /// What whoever walks along it does.
        package let listHint: String

        /// Words with all their members.
        package init(instruction: String, listTitle: String, listHint: String) {
            self.instruction = instruction
            self.listTitle = listTitle
            self.listHint = listHint
        }
    }

    private let signs: [Sign]
    private let words: Words

    /// Pages of these signs, in their order.
    package init(_ signs: [Sign], words: Words) { (self.signs, self.words) = (signs, words) }

    // A4, in points.
    private static let width = 595.28
    private static let height = 841.89
    private static let margin = 50.0
    private static let black = Color(0x111111)
    private static let gray = Color(0x555555)
    private static let rowHeight = 26.0

    /// Writes the pages beside a file and takes its place when they are whole.
    ///
    /// - Throws: ``PictureError``.
    package func write(to path: String) throws(PictureError) {
        let partial = path + ".partial"
        do {
            let canvas = try Canvas(pdf: partial, width: Self.width, height: Self.height)
            for sign in signs {
                draw(sign, on: canvas)
                canvas.endPage()
            }
            drawList(on: canvas)
            try canvas.endPages(of: path)
        } catch {
            unlink(partial)
            throw error
        }
        guard rename(partial, path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(partial)
            throw .unwritable(path: path, reason: reason)
        }
    }

    private func draw(_ sign: Sign, on canvas: Canvas) {
        let room = Self.width - 2 * Self.margin
        var y = 150.0
        let lines = Self.lines(of: sign.name, within: room, size: 54, on: canvas)
        for line in lines {
            let size = Self.fitting(line, room, largest: 54, on: canvas)
            center(line, y: y, size: size, bold: true, Self.black, on: canvas)
            y += size * 1.2
        }
        if let booth = sign.booth {
            center(booth, y: y + 30, size: 36, bold: false, Self.gray, on: canvas)
        }
        let boxTop = 480.0
        canvas.rectangle(
            x: Self.margin,
            y: boxTop,
            width: room,
            height: 190,
            stroke: Self.black
        )
        center(words.instruction, y: boxTop + 40, size: 18, bold: false, Self.gray, on: canvas)
        let spaced = sign.code.map(String.init).joined(separator: " ")
        let size = Self.fitting(spaced, room - 40, largest: 78, on: canvas)
        center(spaced, y: boxTop + 135, size: size, bold: true, Self.black, on: canvas)
    }

    /// The signs in the order of the pages, with a box to tick for each.
    private func drawList(on canvas: Canvas) {
        var y = Self.height
        for (number, sign) in signs.enumerated() {
            if y > Self.height - Self.margin {
                if number > 0 { canvas.endPage() }
                y = Self.margin + 20
                canvas.text(
                    words.listTitle,
                    x: Self.margin,
                    y: y,
                    size: 20,
                    bold: true,
                    color: Self.black
                )
                canvas.text(words.listHint, x: Self.margin, y: y + 22, size: 11, color: Self.gray)
                y += 56
            }
            canvas.rectangle(
                x: Self.margin,
                y: y - 11,
                width: 12,
                height: 12,
                stroke: Self.black
            )
            let booth = sign.booth ?? ""
            canvas.text(booth, x: Self.margin + 24, y: y, size: 12, bold: true, color: Self.black)
            let name = Self.cut(sign.name, within: 280, size: 12, on: canvas)
            canvas.text(name, x: Self.margin + 100, y: y, size: 12, color: Self.black)
            canvas.text(
                sign.code,
                x: Self.width - Self.margin - 90,
                y: y,
                size: 12,
                bold: true,
                color: Self.black
            )
            y += Self.rowHeight
        }
        canvas.endPage()
    }

    private func center(
        _ text: String,
        y: Double,
        size: Double,
        bold: Bool,
        _ color: Color,
        on canvas: Canvas
    ) {
        let width = canvas.textWidth(text, size: size, bold: bold)
        canvas.text(text, x: (Self.width - width) / 2, y: y, size: size, bold: bold, color: color)
    }

    /// The largest size at which a text fits.
    private static func fitting(
        _ text: String,
        _ room: Double,
        largest: Double,
        on canvas: Canvas
    ) -> Double {
        let width = canvas.textWidth(text, size: largest, bold: true)
        return width > room ? largest * room / width : largest
    }

    /// A name in lines of whole words, four at most.
    private static func lines(
        of text: String,
        within room: Double,
        size: Double,
        on canvas: Canvas
    ) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            let longer = (lines.last.map { $0 + " " } ?? "") + word
            if !lines.isEmpty,
                canvas.textWidth(longer, size: size, bold: true) <= room || lines.count == 4
            {
                lines[lines.count - 1] = longer
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    private static func cut(
        _ text: String,
        within room: Double,
        size: Double,
        on canvas: Canvas
    ) -> String {
        var text = text
        guard canvas.textWidth(text, size: size) > room else { return text }
        while !text.isEmpty, canvas.textWidth(text + "…", size: size) > room { text.removeLast() }
        return text + "…"
    }
}
