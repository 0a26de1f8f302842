internal import GeoJSON

/// Reads a filter in CQL2's text encoding.
///
/// By descent: each method reads one rule of the grammar (OGC 21-065r2, annex B).
struct FilterTextReader {
    private let tokens: [FilterToken]
    private var index = 0
    private var budget = FilterBudget()

    private init(_ text: String) throws(FilterFault) { tokens = try FilterToken.all(of: text) }

    static func read(_ text: String) throws(FilterFault) -> FilterNode {
        guard text.utf8.count <= FilterLimits.bytes else {
            throw FilterFault(
                .character(1),
                "the filter has \(text.utf8.count) bytes; it may have \(FilterLimits.bytes)"
            )
        }
        var reader = try FilterTextReader(text)
        let node = try reader.disjunction()
        guard reader.token.kind == .end else {
            throw reader.fault("expected AND, OR or the end")
        }
        return node
    }

    // MARK: Tokens

    private var token: FilterToken { tokens[index] }

    private mutating func advance() { if index + 1 < tokens.count { index += 1 } }

    private func fault(_ expected: String) -> FilterFault {
        FilterFault(token.place, "found \(token.words); \(expected)")
    }

    private mutating func takes(_ keyword: String) -> Bool {
        guard token.keyword == keyword else { return false }
        advance()
        return true
    }

    private mutating func takesSign(_ sign: String) -> Bool {
        guard token.isSign(sign) else { return false }
        advance()
        return true
    }

    private mutating func need(_ sign: String) throws(FilterFault) {
        guard takesSign(sign) else { throw fault("expected \"\(sign)\"") }
    }

    private mutating func need(keyword: String) throws(FilterFault) {
        guard takes(keyword) else { throw fault("expected \(keyword)") }
    }

    private mutating func node(
        _ content: FilterNode.Content,
        _ token: FilterToken
    ) throws(FilterFault) -> FilterNode {
        try budget.makeNode(content, token.place)
    }

    // MARK: Logic

    private mutating func disjunction() throws(FilterFault) -> FilterNode {
        let start = token
        try budget.enter(start.place)
        var parts = [try conjunction()]
        while takes("OR") { parts.append(try conjunction()) }
        budget.leave()
        return parts.count == 1 ? parts[0] : try node(.operation("or", parts), start)
    }

    private mutating func conjunction() throws(FilterFault) -> FilterNode {
        let start = token
        var parts = [try factor()]
        while takes("AND") { parts.append(try factor()) }
        return parts.count == 1 ? parts[0] : try node(.operation("and", parts), start)
    }

    private mutating func factor() throws(FilterFault) -> FilterNode {
        let start = token
        guard takes("NOT") else { return try predicate() }
        try budget.enter(start.place)
        let operand = try factor()
        budget.leave()
        return try node(.operation("not", [operand]), start)
    }

    private mutating func predicate() throws(FilterFault) -> FilterNode {
        if token.isSign("(") {
            advance()
            let inside = try disjunction()
            try need(")")
            return inside
        }
        let start = token
        let left = try operand()
        let isNegated = takes("NOT")
        let found = try comparison(of: left, start, isNegated: isNegated)
        guard isNegated else { return found }
        return try node(.operation("not", [found]), start)
    }

    /// What stands behind the left side of a comparison; without anything, it is a condition by itself.
    private mutating func comparison(
        of left: FilterNode,
        _ start: FilterToken,
        isNegated: Bool
    ) throws(FilterFault) -> FilterNode {
        let sign = token
        if takes("LIKE") { return try node(.operation("like", [left, try operand()]), sign) }
        if takes("BETWEEN") {
            let low = try operand()
            try need(keyword: "AND")
            return try node(.operation("between", [left, low, try operand()]), sign)
        }
        if takes("IN") {
            try need("(")
            var values = [try operand()]
            while takesSign(",") { values.append(try operand()) }
            try need(")")
            return try node(.operation("in", [left, try node(.list(values), sign)]), sign)
        }
        if isNegated { throw fault("expected LIKE, BETWEEN or IN") }
        if takes("IS") {
            let isNot = takes("NOT")
            try need(keyword: "NULL")
            let test = try node(.operation("isnull", [left]), sign)
            return isNot ? try node(.operation("not", [test]), start) : test
        }
        if sign.kind == .sign, ["=", "<>", "<", "<=", ">", ">="].contains(sign.text) {
            advance()
            return try node(.operation(sign.text, [left, try operand()]), sign)
        }
        return left
    }

    // MARK: Values

    private mutating func operand() throws(FilterFault) -> FilterNode {
        let start = token
        switch start.kind {
        case .text:
            advance()
            return try node(.text(start.text), start)
        case .number(let number):
            advance()
            return try node(.number(number), start)
        case .quoted:
            advance()
            return try node(.property(start.text), start)
        case .word: return try word()
        case .sign, .end:
            throw fault("expected a property, a value or a function; texts stand in single quotes")
        }
    }

    private mutating func word() throws(FilterFault) -> FilterNode {
        let start = token
        if ["AND", "OR", "NOT", "IN", "LIKE", "BETWEEN", "IS", "NULL"].contains(start.keyword) {
            throw fault("expected a property, a value or a function")
        }
        advance()
        switch start.keyword {
        case "TRUE": return try node(.boolean(true), start)
        case "FALSE": return try node(.boolean(false), start)
        case "DATE" where token.isSign("("):
            return try node(.date(try quotedArgument()), start)
        case "TIMESTAMP" where token.isSign("("):
            return try node(.timestamp(try quotedArgument()), start)
        case "INTERVAL" where token.isSign("("):
            try need("(")
            let first = try end()
            try need(",")
            let last = try end()
            try need(")")
            return try node(.interval(first, last), start)
        case "BBOX" where token.isSign("("):
            return try node(.box(try numbers()), start)
        case "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON",
            "GEOMETRYCOLLECTION":
            guard token.isSign("(") || token.keyword == "Z" else { break }
            return try node(.geometry(try geometry(start.keyword)), start)
        default: break
        }
        guard token.isSign("(") else { return try node(.property(start.text), start) }
        advance()
        try budget.enter(start.place)
        var arguments: [FilterNode] = []
        if !takesSign(")") {
            arguments.append(try operand())
            while takesSign(",") { arguments.append(try operand()) }
            try need(")")
        }
        budget.leave()
        return try node(.operation(start.text.lowercased(), arguments), start)
    }

    private mutating func quotedArgument() throws(FilterFault) -> String {
        try need("(")
        let found = token
        guard found.kind == .text else { throw fault("expected a text in single quotes") }
        advance()
        try need(")")
        return found.text
    }

    /// An end of an interval.
    private mutating func end() throws(FilterFault) -> FilterNode {
        let start = token
        guard start.kind == .text else { return try operand() }
        advance()
        if start.text == ".." { return try node(.openEnd, start) }
        return try node(
            start.text.utf8.count == 10 ? .date(start.text) : .timestamp(start.text),
            start
        )
    }

    // MARK: Geometries

    private mutating func numbers() throws(FilterFault) -> [Double] {
        try need("(")
        var numbers = [try number()]
        while takesSign(",") { numbers.append(try number()) }
        try need(")")
        return numbers
    }

    private mutating func number() throws(FilterFault) -> Double {
        guard case .number(let number) = token.kind else { throw fault("expected a number") }
        advance()
        return number
    }

    private static let geometries: Set = [
        "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON",
    ]

    /// A geometry of Well-Known Text, as GeoJSON has it.
    private mutating func geometry(_ keyword: String) throws(FilterFault) -> JSONValue {
        _ = takes("Z")
        try budget.enter(token.place)
        let name: String
        let content: JSONValue
        switch keyword {
        case "POINT": (name, content) = ("Point", try item(.wrappedPosition))
        case "LINESTRING": (name, content) = ("LineString", try list(of: .position))
        case "POLYGON": (name, content) = ("Polygon", try list(of: .line))
        case "MULTIPOINT": (name, content) = ("MultiPoint", try list(of: .perhapsWrappedPosition))
        case "MULTILINESTRING": (name, content) = ("MultiLineString", try list(of: .line))
        case "MULTIPOLYGON": (name, content) = ("MultiPolygon", try list(of: .polygon))
        default: (name, content) = ("GeometryCollection", try list(of: .geometry))
        }
        budget.leave()
        return .object([
            .init(name: "type", value: .string(name)),
            .init(
                name: name == "GeometryCollection" ? "geometries" : "coordinates",
                value: content
            ),
        ])
    }

    /// What geometries are put together of.
    private enum Item {
        case position
        case wrappedPosition
        case perhapsWrappedPosition
        case line
        case polygon
        case geometry
    }

    private mutating func item(_ item: Item) throws(FilterFault) -> JSONValue {
        switch item {
        case .position: return try position()
        case .perhapsWrappedPosition where !token.isSign("("): return try position()
        case .wrappedPosition, .perhapsWrappedPosition:
            try need("(")
            let position = try position()
            try need(")")
            return position
        case .line: return try list(of: .position)
        case .polygon: return try list(of: .line)
        case .geometry:
            let keyword = token.keyword
            guard Self.geometries.contains(keyword) else {
                throw fault("expected a geometry that is no collection")
            }
            advance()
            return try geometry(keyword)
        }
    }

    private mutating func list(of item: Item) throws(FilterFault) -> JSONValue {
        try need("(")
        var values = [try self.item(item)]
        while takesSign(",") { values.append(try self.item(item)) }
        try need(")")
        return .array(values)
    }

    private mutating func position() throws(FilterFault) -> JSONValue {
        var numbers = [try number(), try number()]
        while case .number = token.kind, numbers.count < 4 { numbers.append(try number()) }
        return .array(numbers.map(JSONValue.number))
    }
}
