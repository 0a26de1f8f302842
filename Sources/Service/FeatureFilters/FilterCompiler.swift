internal import FeatureCollections
internal import Geodesy

/// Makes a condition of a filter as it was written, and finds what makes no sense in it.
struct FilterCompiler {
    let fields: [FeatureField]
    let placing: FeatureFilter.Placing

    /// What the geometry of a feature is called.
    static let geometry = "geometry"
    /// What many call it.
    private static let shortGeometry = "geom"

    // MARK: Conditions

    func condition(_ node: FilterNode) throws(FilterFault) -> FeatureCondition {
        switch node.content {
        case .boolean(let flag): return .constant(flag)
        case .property:
            let (scalar, kind) = try scalar(node)
            guard kind == .boolean else {
                throw FilterFault(
                    node.place,
                    "\(node.kind) is \(kind.rawValue), which is no condition; compare it"
                )
            }
            return .flag(scalar)
        case .operation(let name, let arguments):
            return try operation(name, arguments, node)
        default:
            throw FilterFault(node.place, "\(node.kind) is no condition; compare it")
        }
    }

    private func operation(
        _ name: String,
        _ arguments: [FilterNode],
        _ node: FilterNode
    ) throws(FilterFault) -> FeatureCondition {
        if let comparison = Comparison(rawValue: name) {
            return try compares(comparison, arguments, node)
        }
        if let relation = TimeRelation(rawValue: name) {
            try check(arguments, 2, node)
            return .time(relation, try period(arguments[0]), try period(arguments[1]))
        }
        switch name {
        case "and", "or":
            guard arguments.count > 1 else {
                throw FilterFault(node.place, "\(name) takes two conditions or more")
            }
            var parts: [FeatureCondition] = []
            for argument in arguments { parts.append(try condition(argument)) }
            return name == "and" ? .all(parts) : .any(parts)
        case "not":
            try check(arguments, 1, node)
            return .not(try condition(arguments[0]))
        case "between": return try between(arguments, node)
        case "in": return try oneOf(arguments, node)
        case "like": return try like(arguments, node)
        case "isnull": return try isNull(arguments, node)
        case "s_intersects", "s_disjoint":
            try check(arguments, 2, node)
            let test = FeatureCondition.isAt(try place(arguments, node))
            return name == "s_intersects" ? test : .not(test)
        case "s_dwithin": return try near(arguments, node)
        default: throw FilterFault(node.place, Self.unknown(name))
        }
    }

    private static func unknown(_ name: String) -> String {
        let known =
            [
                "and", "or", "not", "=", "<>", "<", "<=", ">", ">=", "between", "in", "like",
                "isNull", "casei", "S_INTERSECTS", "S_DISJOINT", "S_DWITHIN",
            ] + TimeRelation.allCases.map { $0.rawValue.uppercased() }
        return "there is no \(name) here; there are \(known.joined(separator: ", "))"
    }

    private func check(
        _ arguments: [FilterNode],
        _ count: Int,
        _ node: FilterNode
    ) throws(FilterFault) {
        guard arguments.count == count else {
            throw FilterFault(
                node.place,
                "\(node.kind) takes \(count) arguments and has \(arguments.count)"
            )
        }
    }

    private func compares(
        _ comparison: Comparison,
        _ arguments: [FilterNode],
        _ node: FilterNode
    ) throws(FilterFault) -> FeatureCondition {
        try check(arguments, 2, node)
        let (one, kind, other) = try pair(arguments[0], arguments[1])
        guard kind != .day else { return try times(comparison, arguments[0], arguments[1]) }
        return .compares(one, comparison, other)
    }

    /// A comparison of two days or moments: a moment equals the day that it lies in.
    private func times(
        _ comparison: Comparison,
        _ one: FilterNode,
        _ other: FilterNode
    ) throws(FilterFault) -> FeatureCondition {
        let (left, right) = (try period(Self.time(one)), try period(Self.time(other)))
        return switch comparison {
        case .equal: .time(.intersects, left, right)
        case .unequal: .time(.disjoint, left, right)
        case .less: .time(.before, left, right)
        case .lessOrEqual: .not(.time(.after, left, right))
        case .greater: .time(.after, left, right)
        case .greaterOrEqual: .not(.time(.before, left, right))
        }
    }

    /// A time that is written as a text, as one.
    private static func time(_ node: FilterNode) -> FilterNode {
        guard case .text(let text) = node.content else { return node }
        let content: FilterNode.Content =
            Instant(day: text) == nil ? .timestamp(text) : .date(text)
        return FilterNode(content: content, place: node.place)
    }

    private func between(
        _ arguments: [FilterNode],
        _ node: FilterNode
    ) throws(FilterFault) -> FeatureCondition {
        try check(arguments, 3, node)
        let (value, kind, low) = try pair(arguments[0], arguments[1])
        guard kind == .number || kind == .day else {
            throw FilterFault(node.place, "BETWEEN takes numbers or days, not \(kind.rawValue)")
        }
        let high = try pair(arguments[0], arguments[2]).other
        guard kind != .day else {
            return .all([
                try times(.greaterOrEqual, arguments[0], arguments[1]),
                try times(.lessOrEqual, arguments[0], arguments[2]),
            ])
        }
        return .isBetween(value, low, high)
    }

    private func oneOf(
        _ arguments: [FilterNode],
        _ node: FilterNode
    ) throws(FilterFault) -> FeatureCondition {
        try check(arguments, 2, node)
        guard case .list(let values) = arguments[1].content, let first = values.first else {
            throw FilterFault(arguments[1].place, "IN takes a list of one value or more")
        }
        let (value, kind, _) = try pair(arguments[0], first)
        guard kind != .day else {
            var days: [FeatureCondition] = []
            for item in values {
                _ = try pair(arguments[0], item)
                days.append(try times(.equal, arguments[0], item))
            }
            return .any(days)
        }
        var all: [Scalar] = []
        for item in values { all.append(try pair(arguments[0], item).other) }
        return .isOneOf(value, all)
    }

    private func like(
        _ arguments: [FilterNode],
        _ node: FilterNode
    ) throws(FilterFault) -> FeatureCondition {
        try check(arguments, 2, node)
        let (scalar, kind) = try scalar(arguments[0])
        guard kind == .text else {
            throw FilterFault(
                arguments[0].place,
                "LIKE takes a text, and \(arguments[0].kind) is \(kind.rawValue)"
            )
        }
        switch arguments[1].content {
        case .text(let pattern): return .isLike(scalar, LikePattern(pattern))
        case .operation("casei", let inner):
            guard inner.count == 1, case .text(let pattern) = inner[0].content else { fallthrough }
            return .isLike(scalar, LikePattern(pattern.lowercased()))
        default:
            throw FilterFault(
                arguments[1].place,
                "the pattern of LIKE is a text, perhaps in CASEI, and not \(arguments[1].kind)"
            )
        }
    }

    private func isNull(
        _ arguments: [FilterNode],
        _ node: FilterNode
    ) throws(FilterFault) -> FeatureCondition {
        try check(arguments, 1, node)
        if isGeometry(arguments[0]) { return .hasNoPlace }
        return .isNull(try scalar(arguments[0]).scalar)
    }

    // MARK: Values

    /// Two values that can be compared.
    private func pair(
        _ one: FilterNode,
        _ other: FilterNode
    ) throws(FilterFault) -> (one: Scalar, kind: Scalar.Kind, other: Scalar) {
        let (left, leftKind) = try scalar(one)
        let (right, rightKind) = try scalar(other)
        if leftKind == rightKind { return (left, leftKind, right) }
        // A time may be written as a text.
        for (node, kind, wanted) in [(one, leftKind, rightKind), (other, rightKind, leftKind)]
        where kind == .text && wanted == .day {
            if case .text(let text) = node.content,
                Instant(day: text) != nil || Instant(moment: text) != nil
            {
                return (left, .day, right)
            }
        }
        throw FilterFault(
            other.place,
            "\(other.kind) is \(rightKind.rawValue) and cannot be compared with \(one.kind), which is "
                + leftKind.rawValue
        )
    }

    private func scalar(
        _ node: FilterNode
    ) throws(FilterFault) -> (scalar: Scalar, kind: Scalar.Kind) {
        switch node.content {
        case .text(let text): return (.literal(.text(text)), .text)
        case .number(let number): return (.literal(.number(number)), .number)
        case .boolean(let flag): return (.literal(.boolean(flag)), .boolean)
        case .date(let text):
            guard Instant(day: text) != nil else { throw Self.noDay(text, node) }
            return (.literal(.text(text)), .day)
        case .timestamp(let text):
            guard Instant(moment: text) != nil else { throw Self.noMoment(text, node) }
            return (.literal(.text(text)), .day)
        case .property(let name):
            guard let index = fields.firstIndex(where: { $0.name == name }) else {
                throw unknownProperty(name, node)
            }
            return (.field(index), fields[index].kind.scalarKind)
        case .operation("casei", let arguments):
            try check(arguments, 1, node)
            let (scalar, kind) = try scalar(arguments[0])
            guard kind == .text else {
                throw FilterFault(
                    arguments[0].place,
                    "CASEI takes a text, and \(arguments[0].kind) is \(kind.rawValue)"
                )
            }
            return (.folded(scalar), .text)
        case .operation(let name, _): throw FilterFault(node.place, Self.unknown(name))
        default:
            throw FilterFault(node.place, "\(node.kind) cannot be compared with =, < and the like")
        }
    }

    private func unknownProperty(_ name: String, _ node: FilterNode) -> FilterFault {
        let known = fields.map(\.name) + [Self.geometry]
        return FilterFault(
            node.place,
            name == Self.geometry
                ? "the geometry is compared by S_INTERSECTS, S_DISJOINT, S_DWITHIN or IS NULL"
                : "there is no property \"\(name)\"; there are \(known.joined(separator: ", "))"
        )
    }

    private static func noDay(_ text: String, _ node: FilterNode) -> FilterFault {
        FilterFault(node.place, "\"\(text)\" is no day; write it as 2026-11-03")
    }

    private static func noMoment(_ text: String, _ node: FilterNode) -> FilterFault {
        FilterFault(node.place, "\"\(text)\" is no moment; write it as 2026-11-03T07:00:00Z")
    }

    // MARK: Times

    private func period(_ node: FilterNode) throws(FilterFault) -> PeriodSource {
        if case .interval(let first, let last) = node.content {
            let (start, end) = (try end(first, open: .past), try end(last, open: .future))
            if case .fixed(let from) = start, case .fixed(let to) = end, to.isBefore(from) {
                throw FilterFault(node.place, "the interval ends before it begins")
            }
            return PeriodSource(start: start, end: end)
        }
        let end = try end(node, open: nil)
        return PeriodSource(start: end, end: end)
    }

    /// - Parameter open: What `..` stands for; nil where it cannot stand.
    private func end(
        _ node: FilterNode,
        open: Instant?
    ) throws(FilterFault) -> PeriodSource.End {
        switch node.content {
        case .openEnd:
            if let open { return .fixed(open) }
        case .date(let text):
            guard let day = Instant(day: text) else { throw Self.noDay(text, node) }
            return .fixed(day)
        case .timestamp(let text):
            guard let moment = Instant(moment: text) else {
                throw Self.noMoment(text, node)
            }
            return .fixed(moment)
        case .property(let name):
            guard let index = fields.firstIndex(where: { $0.name == name }) else {
                throw unknownProperty(name, node)
            }
            if fields[index].kind == .day { return .field(index) }
        default: break
        }
        throw FilterFault(
            node.place,
            "\(node.kind) is no time; a time is DATE('2026-11-03'), TIMESTAMP('2026-11-03T07:00:00Z'), "
                + "INTERVAL(..., ...) or a property with days"
        )
    }

    // MARK: Places

    private func isGeometry(_ node: FilterNode) -> Bool {
        guard case .property(let name) = node.content else { return false }
        return Self.isGeometry(name, fields)
    }

    /// Whether a name stands for a feature's geometry: `geom`, too, where nothing else is called so.
    static func isGeometry(_ name: String, _ fields: [FeatureField]) -> Bool {
        name == geometry || name == shortGeometry && !fields.contains { $0.name == shortGeometry }
    }

    /// The geometry that a filter names, of the two things that are set against each other.
    private func place(
        _ arguments: [FilterNode],
        _ node: FilterNode
    ) throws(FilterFault) -> FilterGeometry {
        guard let own = arguments[..<2].firstIndex(where: isGeometry) else {
            throw FilterFault(
                node.place,
                "\(node.kind) takes the property \(Self.geometry) and a geometry"
            )
        }
        let other = arguments[1 - own]
        switch other.content {
        case .geometry(let value):
            return try FilterGeometry(value, at: other.place, placing: placing)
        case .box(let numbers):
            return try FilterGeometry(box: numbers, at: other.place, placing: placing)
        default:
            throw FilterFault(
                other.place,
                "\(other.kind) is no geometry; write POINT(...), POLYGON((...)), BBOX(...) or, in JSON, a "
                    + "geometry of GeoJSON"
            )
        }
    }

    private func near(
        _ arguments: [FilterNode],
        _ node: FilterNode
    ) throws(FilterFault) -> FeatureCondition {
        try check(arguments, 3, node)
        let geometry = try place(arguments, node)
        guard let point = geometry.onlyPoint else {
            throw FilterFault(node.place, "S_DWITHIN measures from one point")
        }
        guard case .number(let meters) = arguments[2].content,
            let distance = try? Distance.meters(meters), meters <= NearPlace.mostMeters
        else {
            throw FilterFault(
                arguments[2].place,
                "the distance of S_DWITHIN is a number of metres from 0 to "
                    + "\(Int(NearPlace.mostMeters))"
            )
        }
        return .isNear(NearPlace(point: point, distance: distance))
    }
}

extension FeatureField.Kind {
    fileprivate var scalarKind: Scalar.Kind {
        switch self {
        case .text: .text
        case .integer, .number: .number
        case .boolean: .boolean
        case .day: .day
        }
    }
}
