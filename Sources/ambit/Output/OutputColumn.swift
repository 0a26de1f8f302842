import FeatureFiles
import Geodesy
import SpatialFiles

/// A column of an answer, or of what is read for one.
struct OutputColumn: Sendable {
    let name: String
    /// What it holds, as far as that is known without its rows.
    let kind: SpatialTable.Kind?

    init(_ name: String, _ kind: SpatialTable.Kind? = nil) {
        (self.name, self.kind) = (name, kind)
    }

    /// The same under a name that begins otherwise.
    func prefixed(_ prefix: String) -> OutputColumn { OutputColumn(prefix + name, kind) }

    /// The names, none of which stands twice: programs that read objects keep one of several members of a name.
    static func distinct(_ names: [String]) -> [String] {
        var taken = Set(names)
        guard taken.count < names.count else { return names }
        var seen: Set<String> = []
        return names.map { name in
            guard !seen.insert(name).inserted else { return name }
            var number = 2
            while !taken.insert("\(name)_\(number)").inserted { number += 1 }
            seen.insert("\(name)_\(number)")
            return "\(name)_\(number)"
        }
    }

    /// Columns of names and kinds that stand in the same order; of fewer kinds the last are not known.
    static func all(_ names: [String], _ kinds: [SpatialTable.Kind?]) -> [OutputColumn] {
        names.enumerated().map { index, name in
            OutputColumn(name, kinds.indices.contains(index) ? kinds[index] : nil)
        }
    }
}

extension SpatialTable.Kind {
    /// What a column of a layer holds.
    init(_ kind: LayerSchema.ValueKind) {
        self =
            switch kind {
            case .text: .text
            case .integer: .integer
            case .real: .real
            case .boolean: .boolean
            case .date: .date
            case .moment: .moment
            case .localMoment: .localMoment
            }
    }

    /// What a value is; nil for one that is missing.
    init?(_ value: Value) {
        switch value {
        case .missing: return nil
        case .text: self = .text
        case .integer: self = .integer
        case .number, .meters: self = .real
        case .boolean: self = .boolean
        }
    }

    /// What holds values of both.
    func joined(with other: SpatialTable.Kind) -> SpatialTable.Kind {
        if self == other { return self }
        return [.integer, .real].contains(self) && [.integer, .real].contains(other) ? .real : .text
    }

    /// What the values of a column are; nil where all are missing.
    static func of(_ values: some Sequence<Value>) -> SpatialTable.Kind? {
        var kind: SpatialTable.Kind?
        for value in values {
            guard let own = SpatialTable.Kind(value) else { continue }
            kind = kind?.joined(with: own) ?? own
            if kind == .text { break }
        }
        return kind
    }

    /// What a column holds that was said to hold something, by its values.
    ///
    /// - Parameter told: What it was said to hold; nil where that is not known.
    static func of(
        _ values: some Sequence<Value>,
        told: SpatialTable.Kind?
    ) -> SpatialTable.Kind {
        guard let told else { return of(values) ?? .text }
        guard let seen = of(values), seen != told else { return told }
        switch (told, seen) {
        case (.real, .integer): return .real
        case (.real, .text):
            let isRead = values.allSatisfy { $0 == .missing || $0.plainNumber != nil }
            return isRead ? .real : .text
        case (.date, .text), (.moment, .text), (.localMoment, .text):
            return momentKind(values) ?? .text
        default: return told.joined(with: seen)
        }
    }

    /// What kind of moments some texts are; nil for others, and where some have zones and others none.
    private static func momentKind(_ values: some Sequence<Value>) -> SpatialTable.Kind? {
        var possible: [SpatialTable.Kind] = [.date, .moment, .localMoment]
        for value in values where value != .missing {
            guard case .text(let text) = value, let moment = CalendarMoment(text) else {
                return nil
            }
            possible.removeAll { !moment.fits($0) }
        }
        return possible.first
    }
}

extension Value {
    /// The value as a number, where it is one or its text is one as people write them.
    var plainNumber: Double? {
        guard case .text(let text) = self else { return number }
        return PlainNumber.readCell(text)
    }

    /// What the cell of a typed table says; what is not of its column's kind stays a text.
    init(cell text: String, _ kind: SpatialTable.Kind) {
        if text.isEmpty {
            self = .missing
            return
        }
        let value: Value? =
            switch kind {
            case .integer: Int64(text).map(Value.integer)
            case .real: PlainNumber.read(text).map(Value.number)
            case .boolean: text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
            case .text, .date, .moment, .localMoment: nil
            }
        self = value ?? .text(text)
    }
}
