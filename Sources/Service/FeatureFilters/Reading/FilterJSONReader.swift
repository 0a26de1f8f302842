internal import GeoJSON

/// Reads a filter in CQL2's JSON encoding (OGC 21-065r2, section 7.2).
struct FilterJSONReader {
    private var budget = FilterBudget()

    static func read(_ text: String) throws(FilterFault) -> FilterNode {
        guard text.utf8.count <= FilterLimits.bytes else {
            throw FilterFault(
                .member(""),
                "the filter has \(text.utf8.count) bytes; it may have \(FilterLimits.bytes)"
            )
        }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: Array(text.utf8), depthLimit: 3 * FilterLimits.depth)
        } catch {
            throw FilterFault(.byte(line: error.line, column: error.column), error.problem)
        }
        var reader = FilterJSONReader()
        return try reader.node(value, .member(""))
    }

    private mutating func node(
        _ value: JSONValue,
        _ place: FilterFault.Place
    ) throws(FilterFault) -> FilterNode {
        switch value {
        case .string(let text): return try budget.makeNode(.text(text), place)
        case .number(let number): return try budget.makeNode(.number(number), place)
        case .longInteger(let digits):
            // Not asked for here.
            return try budget.makeNode(.number(Double(digits) ?? 0), place)
        case .boolean(let flag): return try budget.makeNode(.boolean(flag), place)
        case .null: throw FilterFault(place, "null is no value; isNull asks for it")
        case .array(let values):
            var nodes: [FilterNode] = []
            for (index, value) in values.enumerated() {
                nodes.append(try node(value, place.below("[\(index)]")))
            }
            return try budget.makeNode(.list(nodes), place)
        case .object(let members): return try object(members, value, place)
        }
    }

    private mutating func object(
        _ members: [JSONValue.Member],
        _ value: JSONValue,
        _ place: FilterFault.Place
    ) throws(FilterFault) -> FilterNode {
        var byName: [String: JSONValue] = [:]
        for member in members {
            guard byName.updateValue(member.value, forKey: member.name) == nil else {
                throw FilterFault(place, "the member \"\(member.name)\" is there twice")
            }
        }
        if case .string(let name)? = byName["op"] { return try operation(name, byName, place) }
        if case .string(let name)? = byName["property"] {
            return try budget.makeNode(.property(name), place)
        }
        if case .string(let text)? = byName["date"] {
            return try budget.makeNode(.date(text), place)
        }
        if case .string(let text)? = byName["timestamp"] {
            return try budget.makeNode(.timestamp(text), place)
        }
        if case .array(let ends)? = byName["interval"], ends.count == 2 {
            return try budget.makeNode(
                .interval(
                    try end(ends[0], place.below("interval[0]")),
                    try end(ends[1], place.below("interval[1]"))
                ),
                place
            )
        }
        if case .array(let edges)? = byName["bbox"], byName["type"] == nil {
            var numbers: [Double] = []
            for edge in edges { if case .number(let number) = edge { numbers.append(number) } }
            guard numbers.count == edges.count else {
                throw FilterFault(place.below("bbox"), "a box is made of numbers")
            }
            return try budget.makeNode(.box(numbers), place)
        }
        if byName["type"] != nil { return try budget.makeNode(.geometry(value), place) }
        throw FilterFault(
            place,
            "expected an object with op and args, property, date, timestamp, interval of two, bbox, or "
                + "a geometry of GeoJSON"
        )
    }

    private mutating func operation(
        _ name: String,
        _ members: [String: JSONValue],
        _ place: FilterFault.Place
    ) throws(FilterFault) -> FilterNode {
        guard case .array(let values)? = members["args"] else {
            throw FilterFault(place, "the operation \(name) has no array args")
        }
        try budget.enter(place)
        var arguments: [FilterNode] = []
        for (index, value) in values.enumerated() {
            arguments.append(try node(value, place.below("args[\(index)]")))
        }
        budget.leave()
        return try budget.makeNode(.operation(name.lowercased(), arguments), place)
    }

    /// An end of an interval.
    private mutating func end(
        _ value: JSONValue,
        _ place: FilterFault.Place
    ) throws(FilterFault) -> FilterNode {
        guard case .string(let text) = value else { return try node(value, place) }
        if text == ".." { return try budget.makeNode(.openEnd, place) }
        return try budget.makeNode(text.utf8.count == 10 ? .date(text) : .timestamp(text), place)
    }
}
