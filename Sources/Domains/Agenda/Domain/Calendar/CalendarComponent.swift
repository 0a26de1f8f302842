/// A part of an iCalendar text: the calendar, or an event in it.
///
/// Source: RFC 5545, sections 3.1 and 3.2.
package struct CalendarComponent: Sendable {
    /// `VCALENDAR`, `VEVENT`.
    package let name: String
    /// The line at which it begins, from 1.
    package let line: Int
    /// What it says, in the order of the text.
    package fileprivate(set) var properties: [CalendarProperty] = []
    /// The components in it.
    package fileprivate(set) var children: [CalendarComponent] = []

    /// The first property of a name.
    package func property(_ name: String) -> CalendarProperty? {
        properties.first { $0.name == name }
    }

    /// The text of the first property of a name, bare of its escapes; nil where it says nothing.
    package func text(_ name: String) -> String? {
        property(name).map(\.text).flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
    }
}

/// One thing that a component says.
package struct CalendarProperty: Sendable {
    /// In capitals, such as `DTSTART`.
    package let name: String
    /// Its parameters, the names in capitals.
    package let parameters: [String: String]
    /// The value as it is written.
    package let value: String
    /// The line at which it begins, from 1.
    package let line: Int

    /// The value as a text, bare of its escapes.
    package var text: String {
        guard value.contains("\\") else { return value }
        var text = ""
        var isEscaped = false
        for character in value {
            if isEscaped {
                text.append(character == "n" || character == "N" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                text.append(character)
            }
        }
        return text
    }
}

/// Why a text is no calendar.
package struct CalendarFault: Error, Hashable {
    /// What is wrong.
    package let reason: String
    /// The line, from 1.
    package let line: Int
}

/// Reads iCalendar texts.
package enum CalendarText {
    private static let depthLimit = 8
    /// So many lines may stand in a text: each takes some hundred bytes of memory.
    private static let lineLimit = 2_000_000

    /// The calendars of a text.
    ///
    /// - Parameter bytes: UTF-8; lines may end with CRLF, as they should, or with LF.
    /// - Throws: ``CalendarFault`` for a line that is none of a calendar, and for a calendar that is not
    ///   closed.
    /// - Complexity: O(n).
    package static func calendars(in bytes: [UInt8]) throws(CalendarFault) -> [CalendarComponent] {
        var open: [CalendarComponent] = []
        var calendars: [CalendarComponent] = []
        guard bytes.count(where: { $0 == 0x0A }) < lineLimit else {
            throw CalendarFault(
                reason: "it has more than \(lineLimit) lines, which is the most that is read",
                line: lineLimit
            )
        }
        for (line, content) in unfolded(bytes) {
            guard let property = property(content, line: line) else {
                throw CalendarFault(
                    reason:
                        "\"\(String(decoding: content.prefix(40), as: UTF8.self))\" has no name and "
                        + "colon before it; a text that goes on begins with a space",
                    line: line
                )
            }
            switch property.name {
            case "BEGIN":
                guard open.count < depthLimit else {
                    throw CalendarFault(
                        reason: "components stand too deep in one another",
                        line: line
                    )
                }
                open.append(CalendarComponent(name: property.value.uppercased(), line: line))
            case "END":
                guard let done = open.popLast(), done.name == property.value.uppercased() else {
                    throw CalendarFault(
                        reason: "END:\(property.value) closes what was not begun",
                        line: line
                    )
                }
                if open.isEmpty {
                    calendars.append(done)
                } else {
                    open[open.count - 1].children.append(done)
                }
            default:
                guard !open.isEmpty else {
                    throw CalendarFault(
                        reason: "it does not begin with BEGIN:VCALENDAR",
                        line: line
                    )
                }
                open[open.count - 1].properties.append(property)
            }
        }
        if let first = open.first {
            throw CalendarFault(
                reason: "\(first.name) is begun and never ends; the file may be cut off",
                line: first.line
            )
        }
        return calendars
    }

    /// The lines of a text with those that go on put together, each with its number.
    private static func unfolded(_ bytes: [UInt8]) -> [(line: Int, content: [UInt8])] {
        var lines: [(line: Int, content: [UInt8])] = []
        var start = 0
        var number = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            var content = bytes[start..<end]
            if content.last == 0x0D { content.removeLast() }
            number += 1
            start = end + 1
            if let first = content.first, first == 0x20 || first == 0x09, !lines.isEmpty {
                lines[lines.count - 1].content += content.dropFirst()
            } else if !content.isEmpty {
                lines.append((number, Array(content)))
            }
        }
        return lines
    }

    /// `NAME;PARAMETER="value":value`; nil for anything else.
    private static func property(_ content: [UInt8], line: Int) -> CalendarProperty? {
        var isQuoted = false
        var cuts: [Int] = []
        var colon: Int?
        for (index, byte) in content.enumerated() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == UInt8(ascii: ";") { cuts.append(index) }
            if byte == UInt8(ascii: ":") {
                colon = index
                break
            }
        }
        guard let colon else { return nil }
        func text(_ range: Range<Int>) -> String {
            String(decoding: content[range], as: UTF8.self)
        }
        let ends = cuts.dropFirst() + [colon]
        let name = text(0..<(cuts.first ?? colon)).uppercased()
        guard !name.isEmpty,
            name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        else { return nil }
        var parameters: [String: String] = [:]
        for (cut, end) in zip(cuts, ends) {
            let parts = text(cut + 1..<end).split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            parameters[parts[0].uppercased()] = String(parts[1].filter { $0 != "\"" })
        }
        return CalendarProperty(
            name: name,
            parameters: parameters,
            value: text(colon + 1..<content.count),
            line: line
        )
    }
}
