import ArgumentParser
import FeatureFiles

/// What stands before the names of columns where two sides are written side by side: the places that
/// a question is asked from, and the rows that answer it.
struct Prefixes: Sendable {
    var place = "at_"
    var row = ""
}

/// What is written of a row and of the place that it answers.
struct Projection: Sendable {
    /// What the columns are called.
    private(set) var columns: [String]
    /// Nil for all: the place's columns first, then the row's.
    private var parts: [Part]?
    private let prefixes: Prefixes?

    private enum Part: Sendable {
        case row(Property)
        /// A column of the place, by name until the columns are known.
        case named(String)
        case place(Int)
        /// All columns of the place.
        case wholePlace
    }

    /// All columns.
    init(all shape: RowShape, _ prefixes: Prefixes?) {
        columns = shape.columns.map { Self.title($0, prefixes) }
        parts = nil
        self.prefixes = prefixes
    }

    /// Those that `--fields` names, as they are written or as the layer calls them.
    ///
    /// - Throws: `ValidationError` that names what is no column.
    init(_ text: String, _ shape: RowShape, _ prefixes: Prefixes?) throws {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        self.prefixes = prefixes
        var parts: [Part] = []
        columns = []
        for name in names {
            // With a prefix on either side a name that has the places' is theirs.
            let isPlaces = prefixes.map { name.hasPrefix($0.place) } ?? false
            if isPlaces, let prefixes, !prefixes.row.isEmpty || !shape.columns.contains(name) {
                parts.append(.named(String(name.dropFirst(prefixes.place.count))))
                columns.append(name)
                continue
            }
            parts.append(.row(try shape.property(name, of: "--fields")))
            let isWritten = prefixes.map { !$0.row.isEmpty && name.hasPrefix($0.row) } ?? false
            columns.append(isWritten ? name : Self.title(name, prefixes))
        }
        self.parts = parts
    }

    private static func title(_ name: String, _ prefixes: Prefixes?) -> String {
        guard let prefixes, name != "distance_m" else { return name }
        return prefixes.row + name
    }

    /// The projection for places with some columns.
    ///
    /// - Throws: `ValidationError` that names a column that the places don't have.
    func with(placeColumns: [String]) throws -> Projection {
        guard let prefixes else { return self }
        let titles = placeColumns.map { prefixes.place + $0 }
        var projection = self
        guard let parts else {
            projection.columns = titles + columns
            return projection
        }
        var namesPlace = false
        projection.parts = try zip(parts, columns).map { part, title in
            guard case .named(let name) = part else { return part }
            namesPlace = true
            guard let index = placeColumns.firstIndex(of: name) else {
                let hint = Suggestion.text(for: title, among: titles)
                throw ValidationError(
                    "--fields: there is no column \"\(title)\"\(hint)"
                        + (hint.isEmpty ? "; the file's columns are " : " The file's columns are ")
                        + titles.joined(separator: ", ")
                )
            }
            return .place(index)
        }
        if !namesPlace {
            projection.parts = [.wholePlace] + parts
            projection.columns = titles + columns
        }
        return projection
    }

    /// A part of what is written, once the places' columns are known.
    enum Cell {
        case row(Property)
        case place(Int)
        /// All columns of the place.
        case wholePlace
    }

    /// What is written, in its order.
    ///
    /// - Parameter rowColumnCount: How many columns a row has, its distance among them.
    func cells(rowColumnCount: Int) -> [Cell] {
        guard let parts else {
            return [.wholePlace] + (0..<rowColumnCount).map { .row(.column($0)) }
        }
        return parts.compactMap { part in
            switch part {
            case .row(let property): .row(property)
            case .place(let index): .place(index)
            case .wholePlace: .wholePlace
            case .named: nil
            }
        }
    }

    /// What the columns are called and hold.
    ///
    /// - Parameters:
    ///   - places: What each column of the places holds, where they are rows of a file.
    ///   - rows: The same of a row, its distance among them.
    func outputColumns(
        places: [SpatialTable.Kind?] = [],
        rows: [SpatialTable.Kind?]
    ) -> [OutputColumn] {
        var kinds: [SpatialTable.Kind?] = []
        for cell in cells(rowColumnCount: rows.count) {
            switch cell {
            case .wholePlace: kinds += places
            case .place(let index): kinds.append(places[index])
            case .row(.column(let index)): kinds.append(rows[index])
            case .row(.extra): kinds.append(.text)
            }
        }
        return OutputColumn.all(columns, kinds)
    }

    /// What is written of a row.
    ///
    /// - Parameter place: The values of the place; none where that is no row of a file.
    func callAsFunction(_ row: Row, place: [Value]) -> [Value] {
        values(place) { $0.value(in: row) } ?? place + row.values
    }

    /// What is written for a place without an answer.
    func unanswered(place: [Value]) -> [Value] {
        values(place) { _ in .missing }
            ?? place + Array(repeating: .missing, count: max(0, columns.count - place.count))
    }

    private func values(_ place: [Value], _ value: (Property) -> Value) -> [Value]? {
        guard let parts else { return nil }
        var values: [Value] = []
        values.reserveCapacity(columns.count)
        for part in parts {
            switch part {
            case .row(let property): values.append(value(property))
            case .place(let index): values.append(place[index])
            case .wholePlace: values += place
            case .named: values.append(.missing)
            }
        }
        return values
    }
}
