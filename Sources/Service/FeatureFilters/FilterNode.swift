internal import GeoJSON

/// A part of a filter as it was written, before anybody asked whether it makes sense.
struct FilterNode {
    indirect enum Content {
        /// An operation or a function: its name in small letters, and what it is applied to.
        case operation(String, [FilterNode])
        case property(String)
        case text(String)
        case number(Double)
        case boolean(Bool)
        /// A day, such as `2026-11-03`.
        case date(String)
        /// A moment of RFC 3339.
        case timestamp(String)
        /// `..` for an open end.
        case interval(FilterNode, FilterNode)
        case openEnd
        /// A geometry of GeoJSON.
        case geometry(JSONValue)
        case box([Double])
        case list([FilterNode])
    }

    let content: Content
    let place: FilterFault.Place

    /// What it is, in words for the reason of a fault.
    var kind: String {
        switch content {
        case .operation(let name, _): "\(name.uppercased())(...)"
        case .property(let name): "the property \(name)"
        case .text: "a text"
        case .number: "a number"
        case .boolean: "true or false"
        case .date: "a day"
        case .timestamp: "a moment"
        case .interval: "an interval"
        case .openEnd: "an open end"
        case .geometry: "a geometry"
        case .box: "a box"
        case .list: "a list"
        }
    }
}

/// Counts the nodes of a filter, and how deep they are nested.
struct FilterBudget {
    private var nodes = 0
    private(set) var depth = 0

    mutating func makeNode(
        _ content: FilterNode.Content,
        _ place: FilterFault.Place
    ) throws(FilterFault) -> FilterNode {
        nodes += 1
        guard nodes <= FilterLimits.nodes else {
            throw FilterFault(place, "the filter has more than \(FilterLimits.nodes) parts")
        }
        return FilterNode(content: content, place: place)
    }

    mutating func enter(_ place: FilterFault.Place) throws(FilterFault) {
        depth += 1
        guard depth <= FilterLimits.depth else {
            throw FilterFault(
                place,
                "the filter is nested deeper than \(FilterLimits.depth) times"
            )
        }
    }

    mutating func leave() { depth -= 1 }
}
