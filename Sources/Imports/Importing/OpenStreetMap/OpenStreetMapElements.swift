internal import RowFiles

/// The three sorts of elements that a file of OpenStreetMap has.
struct OpenStreetMapKinds: OptionSet, Hashable {
    let rawValue: UInt8

    static let nodes = OpenStreetMapKinds(rawValue: 1)
    static let ways = OpenStreetMapKinds(rawValue: 2)
    static let relations = OpenStreetMapKinds(rawValue: 4)
}

/// A place, perhaps with something that stands there, such as a gate.
struct OpenStreetMapNode {
    let id: Int64
    let position: GeoJSONGeometry.Position
    let tags: [String: String]
}

/// A line through nodes.
struct OpenStreetMapWay {
    let id: Int64
    /// The ids of its nodes, in order.
    let nodes: [Int64]
    let tags: [String: String]
}

/// Elements that belong together, each with what it is therein.
struct OpenStreetMapRelation {
    struct Member {
        /// One of the three.
        let kind: OpenStreetMapKinds
        let id: Int64
        let role: String
    }

    let id: Int64
    let members: [Member]
    let tags: [String: String]
}

/// Takes the elements of a file of OpenStreetMap, in the order of the file.
///
/// What is not wanted is passed over without being put together, which is most of a file.
protocol OpenStreetMapVisitor: AnyObject {
    /// The sorts of elements that are handed on.
    var kinds: OpenStreetMapKinds { get }
    /// The keys of the tags that are handed on with elements of a sort; others are left out.
    func keys(of kind: OpenStreetMapKinds) -> Set<String>
    /// Whether a node is wanted; asked before its tags are read.
    func wants(node id: Int64) -> Bool
    /// Whether a way or a relation with tags is wanted; asked before its nodes or members are read.
    func wants(_ kind: OpenStreetMapKinds, tags: [String: String]) -> Bool

    func visit(_ node: OpenStreetMapNode) throws(ImportError)
    func visit(_ way: OpenStreetMapWay) throws(ImportError)
    func visit(_ relation: OpenStreetMapRelation) throws(ImportError)
}

/// What an element of OpenStreetMap may have, with room for files of other makers.
///
/// Source: OpenStreetMap wiki, "Elements" and "API v0.6": values of 255 characters, ways of 2,000
/// nodes, relations of 32,000 members.
enum OpenStreetMapLimits {
    static let textBytes = 4_096
    static let wayNodes = 100_000
    static let members = 1_000_000

    /// What is said of an element that has more.
    static func refusal(_ element: String, _ id: Int64, has what: String) -> String {
        "\(element) \(id) has \(what); the file is damaged or was made to do harm"
    }
}
