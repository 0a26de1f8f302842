import Foundation
import FoundationXML

/// An element of a document, as Foundation reads it.
final class FeedNode {
    let name: String
    let attributes: [String: String]
    private(set) var children: [FeedNode] = []
    private(set) var content = ""

    private init(_ name: String, _ attributes: [String: String]) {
        (self.name, self.attributes) = (name, attributes)
    }

    struct Malformed: Error {}

    /// Reads a document.
    static func parse(_ bytes: [UInt8]) throws -> FeedNode {
        let reader = Reader()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = reader
        guard parser.parse(), let root = reader.root else { throw Malformed() }
        return root
    }

    func all(_ name: String) -> [FeedNode] { children.filter { $0.name == name } }
    func child(_ name: String) -> FeedNode? { children.first { $0.name == name } }
    /// The text of a child; empty where there is none.
    func text(_ name: String) -> String { child(name)?.content ?? "" }

    private final class Reader: NSObject, XMLParserDelegate {
        var root: FeedNode?
        private var open: [FeedNode] = []

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            let node = FeedNode(name, attributes)
            open.last?.children.append(node)
            if root == nil { root = node }
            open.append(node)
        }

        func parser(
            _ parser: XMLParser,
            didEndElement name: String,
            namespaceURI: String?,
            qualifiedName: String?
        ) {
            open.removeLast()
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            open.last?.content += text
        }
    }
}
