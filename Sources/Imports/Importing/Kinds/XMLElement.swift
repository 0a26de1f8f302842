internal import RowFiles

/// An element of a small XML document that is read whole.
package struct XMLElement: Sendable {
    /// Its name as it is written, with its prefix.
    package let name: String
    /// The line at which it begins, from 1.
    package let line: Int
    /// Its attributes by name.
    package let attributes: [String: String]
    /// Its own text, without that of its children.
    package private(set) var text = ""
    /// The elements in it, in their order.
    package private(set) var children: [XMLElement] = []

    private static let depthLimit = 64
    /// So many elements and attributes may stand in a document: each takes some hundred bytes of memory.
    private static let countLimit = 1_000_000

    /// Reads a document.
    ///
    /// - Parameter bytes: UTF-8.
    /// - Returns: The root.
    /// - Throws: ``FormatFault`` for a text that is not well formed, breaks off, or nests elements more than 64
    ///   deep, or has too many of them.
    /// - Complexity: O(n).
    package static func root(of bytes: [UInt8]) throws(FormatFault) -> XMLElement {
        do {
            var reader = XMLReader(ChunkStream(bytes) { () throws(RowFileError) in [] })
            guard case .start(let name)? = try reader.next() else {
                throw FormatFault("it has no element")
            }
            var left = countLimit
            let root = try element(name, &reader, depth: 0, &left)
            guard try reader.next() == nil else { throw FormatFault("something follows its end") }
            return root
        } catch let failure as XMLReader.Failure {
            switch failure {
            case .malformed(let reason, let line): throw FormatFault(reason, line: line)
            case .breaksOff: throw FormatFault("it ends before its first element does")
            case .stream(let error): throw FormatFault("\(error)")
            }
        } catch let fault as FormatFault {
            throw fault
        } catch {
            throw FormatFault("\(error)")
        }
    }

    private static func element(
        _ name: String,
        _ reader: inout XMLReader,
        depth: Int,
        _ left: inout Int
    ) throws -> XMLElement {
        let line = reader.line
        guard depth < depthLimit else {
            throw FormatFault("elements stand more than \(depthLimit) deep", line: line)
        }
        var element = XMLElement(name: name, line: line, attributes: try reader.attributes())
        left -= 1 + element.attributes.count
        guard left >= 0 else {
            throw FormatFault(
                "it has more than \(countLimit) elements and attributes, which is the most that is read",
                line: line
            )
        }
        var text: [UInt8] = []
        reading: while let event = try reader.next() {
            switch event {
            case .start(let child):
                element.children.append(try Self.element(child, &reader, depth: depth + 1, &left))
            case .text: text += reader.text
            case .end: break reading
            }
        }
        element.text = String(decoding: text, as: UTF8.self)
        return element
    }

    private init(name: String, line: Int, attributes: [String: String]) {
        (self.name, self.line, self.attributes) = (name, line, attributes)
    }

    /// The text of the first child of a name, without white space around it; nil where it says nothing.
    package func text(_ name: String) -> String? {
        guard let child = children.first(where: { $0.name == name }) else { return nil }
        let text = child.text.drop { $0.isWhitespace }
        guard let end = text.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(text[...end])
    }

    /// The children of a name.
    package func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
}
