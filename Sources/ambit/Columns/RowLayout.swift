/// What stands in a row of output, cell by cell, where rows are written straight from columns.
struct RowLayout: Sendable {
    /// A cell, or several.
    enum Piece: Sendable {
        /// A part of the place, by its number among ``placeParts``.
        case place(Int)
        /// A property of the row, by its number among ``properties``.
        case row(Int)
        case distance
    }

    let pieces: [Piece]
    /// What is written of a place.
    let placeParts: [PlaceTable.Part]
    /// What is read of the rows.
    let properties: [Property]

    /// - Parameters:
    ///   - projection: With the places' columns.
    ///   - columns: The rows' columns, without their distance.
    init(_ projection: Projection, columns: [String]) {
        var pieces: [Piece] = []
        var placeParts: [PlaceTable.Part] = []
        var properties: [Property] = []
        for cell in projection.cells(rowColumnCount: columns.count + 1) {
            switch cell {
            case .wholePlace:
                pieces.append(.place(placeParts.count))
                placeParts.append(nil)
            case .place(let index):
                pieces.append(.place(placeParts.count))
                placeParts.append(index)
            case .row(.column(columns.count)): pieces.append(.distance)
            case .row(let property):
                pieces.append(.row(properties.count))
                properties.append(property)
            }
        }
        (self.pieces, self.placeParts, self.properties) = (pieces, placeParts, properties)
    }

    /// The layout of a place with a number behind it.
    static let counts = RowLayout(pieces: [.place(0)], placeParts: [nil], properties: [])

    private init(pieces: [Piece], placeParts: [PlaceTable.Part], properties: [Property]) {
        (self.pieces, self.placeParts, self.properties) = (pieces, placeParts, properties)
    }
}
