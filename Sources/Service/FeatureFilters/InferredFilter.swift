package import FeatureCollections

/// A filter over features of which nobody has told what their properties are: each is what it is compared
/// with.
///
/// `floors > 2 AND name LIKE 'L%'` asks for a number `floors` and a text `name`.
package struct InferredFilter: Sendable {
    /// What it asks for besides the geometry, each once, in the order in which it is named. A feature's
    /// values have to be these.
    package let fields: [FeatureField]
    /// The filter over features that tell ``fields``.
    package let filter: FeatureFilter

    /// What a filter that was read says at least.
    package enum Content: Sendable {
        /// One comparison of a property with a word or a number, as simpler languages write it, too.
        case bareComparison
        /// A list of conditions of which one is a word by itself.
        case bareWords
        /// What only this language says.
        case filter
    }

    /// Reads a filter.
    ///
    /// - Throws: ``FilterFault``, also where a property is compared as two sorts of things, or with another
    ///   property.
    /// - Complexity: O(n).
    package init(_ text: String, in encoding: FeatureFilter.Encoding) throws(FilterFault) {
        let node = try FeatureFilter.node(text, in: encoding)
        var kinds = FieldKinds()
        try kinds.read(condition: node)
        fields = kinds.fields
        filter = try FeatureFilter(node, over: fields)
    }

    /// What a text says that is a filter, as far as its grammar goes; nil for one that is none.
    package static func content(of text: String) -> Content? {
        guard let node = try? FeatureFilter.node(text, in: .text) else { return nil }
        guard case .operation(let name, let arguments) = node.content else { return .bareWords }
        if name == "and" || name == "or" {
            return arguments.contains { $0.content.isProperty } ? .bareWords : .filter
        }
        guard Comparison(rawValue: name) != nil else { return .filter }
        // Texts in single quotes, days and functions stand in this language alone.
        // Simpler languages name the property first.
        return arguments.first?.content.isProperty == true && arguments.allSatisfy(\.content.isBare)
            ? .bareComparison : .filter
    }
}

/// What the comparisons of a filter tell of its properties.
private struct FieldKinds {
    private(set) var fields: [FeatureField] = []
    /// Whether a property was compared, or only asked whether it is there.
    private var isCompared: [Bool] = []

    mutating func read(condition node: FilterNode) throws(FilterFault) {
        guard case .operation(let name, let arguments) = node.content else {
            return try note(node, .boolean)
        }
        switch name {
        case "and", "or", "not":
            for argument in arguments { try read(condition: argument) }
        case "like": for argument in arguments { try note(argument, .text) }
        case "isnull": for argument in arguments { try note(argument, nil) }
        case "in":
            guard arguments.count == 2, case .list(let values) = arguments[1].content else {
                return
            }
            for value in values { try compare([arguments[0], value]) }
        case "between": try compare(arguments)
        default:
            if TimeRelation(rawValue: name) != nil {
                for argument in arguments { try noteTimes(argument) }
            } else if Comparison(rawValue: name) != nil {
                try compare(arguments)
            }
        }
    }

    /// Values that are set against each other are of one kind.
    private mutating func compare(_ arguments: [FilterNode]) throws(FilterFault) {
        guard let kind = arguments.lazy.compactMap(\.content.literalKind).first else {
            guard let property = arguments.first(where: { $0.content.isProperty }) else { return }
            throw FilterFault(
                property.place,
                "\(property.kind) is compared with another property; compare it with a value (texts stand "
                    + "in single quotes)"
            )
        }
        for argument in arguments { try note(argument, kind) }
    }

    private mutating func noteTimes(_ node: FilterNode) throws(FilterFault) {
        if case .interval(let first, let last) = node.content {
            try note(first, .day)
            try note(last, .day)
        } else {
            try note(node, .day)
        }
    }

    /// - Parameter kind: nil where any will do.
    private mutating func note(
        _ node: FilterNode,
        _ kind: FeatureField.Kind?
    ) throws(FilterFault) {
        if case .operation("casei", let inner) = node.content {
            for part in inner { try note(part, .text) }
            return
        }
        guard case .property(let name) = node.content, !FilterCompiler.isGeometry(name, [])
        else { return }
        guard let index = fields.firstIndex(where: { $0.name == name }) else {
            fields.append(FeatureField(name, kind ?? .text, ""))
            return isCompared.append(kind != nil)
        }
        guard let kind, fields[index].kind != kind else { return }
        guard !isCompared[index] else {
            throw FilterFault(
                node.place,
                "\(node.kind) is compared as \(fields[index].kind.words) and as \(kind.words)"
            )
        }
        fields[index] = FeatureField(name, kind, "")
        isCompared[index] = true
    }
}

extension FilterNode.Content {
    fileprivate var isProperty: Bool {
        if case .property = self { true } else { false }
    }

    /// Whether it is written without quotes and brackets.
    fileprivate var isBare: Bool {
        switch self {
        case .property, .number, .boolean: true
        default: false
        }
    }

    /// What a property is that is compared with it; nil for what tells nothing.
    fileprivate var literalKind: FeatureField.Kind? {
        switch self {
        case .text: .text
        case .number: .number
        case .boolean: .boolean
        case .date, .timestamp: .day
        case .operation("casei", _): .text
        default: nil
        }
    }
}

extension FeatureField.Kind {
    fileprivate var words: String {
        switch self {
        case .text: "a text"
        case .integer, .number: "a number"
        case .boolean: "true or false"
        case .day: "a day"
        }
    }
}
