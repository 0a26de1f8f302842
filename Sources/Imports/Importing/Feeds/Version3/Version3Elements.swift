internal import Polling

/// The elements of a feed of version 3, as they are read.
///
/// Source: Voting Information Project, XML specification 3.0 (`vip_spec_v3.0.xsd`).
struct Version3Elements {
    /// The elements by name, in the document's order.
    private(set) var elements: [String: [FeedElement]] = [:]
    /// Where an element lies, by its name and id: ids need not differ between names.
    private var slots: [String: [String: Int]] = [:]
    /// How many elements have the id of another of their name, and the first of these ids.
    private(set) var repeated: [String: (count: Int, example: String)] = [:]
    /// Links of files of their own whose owner the feed does not have.
    private(set) var ownerless: [(link: FeedLink, id: String)] = []
    /// Links of files of their own, until all owners are read.
    private var waiting: [(file: FlatFile, owner: String, child: FeedElement)] = []

    /// Elements that something is made of, but for street segments.
    static let names: Set<String> = [
        "ballot", "ballot_response", "candidate", "contest", "custom_ballot", "early_vote_site",
        "election", "electoral_district", "locality", "polling_location", "precinct",
        "precinct_split", "referendum", "state",
    ]
    static let segmentName = "street_segment"

    func all(_ name: String) -> [FeedElement] { elements[name] ?? [] }

    func element(_ name: String, _ id: String?) -> FeedElement? {
        guard let id, let index = slots[name]?[id] else { return nil }
        return elements[name]?[index]
    }

    /// Takes in an element; of several with one id the first is what links mean.
    mutating func add(_ element: FeedElement) {
        let index = elements[element.name, default: []].count
        elements[element.name, default: []].append(element)
        guard !element.id.isEmpty else { return }
        if slots[element.name]?[element.id] == nil {
            slots[element.name, default: [:]][element.id] = index
        } else {
            let known = repeated[element.name] ?? (0, element.id)
            repeated[element.name] = (known.count + 1, known.example)
        }
    }

    /// Takes in a link that stands in a file of its own.
    mutating func add(_ file: FlatFile, owner: String, _ child: FeedElement) {
        waiting.append((file, owner, child))
    }

    /// Gives the links of files of their own to the elements that have them.
    mutating func resolveLinks() {
        for (file, owner, child) in waiting {
            guard let name = file.ownerName, let column = file.owner else { continue }
            if let index = slots[name]?[owner] {
                elements[name]?[index].children.append(child)
            } else {
                ownerless.append(
                    (FeedLink(file.name, column, [name], .stations, .precincts), owner)
                )
            }
        }
        waiting = []
    }
}

extension FeedElement {
    /// An element that is made of others, at the line of one of them.
    init(_ name: String, id: String = "", like other: FeedElement, _ children: [FeedElement?]) {
        self.init(
            name: name,
            attributes: id.isEmpty ? [:] : ["id": id],
            line: other.line,
            children: children.compactMap { $0 }
        )
    }

    /// A child with a text; nil where there is none.
    static func text(_ name: String, _ text: String?, _ line: Int) -> FeedElement? {
        text.map { FeedElement(name: name, attributes: [:], line: line, text: $0) }
    }

    /// The text of a part of a group, such as `line1` of `address`: a child of a child in XML, and in a
    /// text file a column with the names of both.
    func part(_ group: String, _ name: String) -> String? {
        self[group]?.value(name) ?? value("\(group)_\(name)")
    }
}
