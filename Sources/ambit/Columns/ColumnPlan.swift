import Analysis
import Geodesy

/// How a batch is answered from columns.
struct ColumnPlan: Sendable {
    let layout: RowLayout
    let answers: ColumnAnswers
    let countsOnly: Bool
    /// What answers where the layer is of areas.
    private(set) var areas: ColumnEngine?
    /// The areas that a map in cells may answer for: of which only those are asked for that hold a
    /// place.
    private var mappable: AreaSource?

    /// So many places for each area, and so many in all, make a map of the areas pay.
    private static let placesPerArea = 8
    private static let leastPlaces = 10_000

    init(
        layout: RowLayout,
        answers: ColumnAnswers,
        countsOnly: Bool,
        areas: AreaSource?
    ) {
        (self.layout, self.answers, self.countsOnly) = (layout, answers, countsOnly)
        self.areas = areas.map { ColumnEngine($0, properties: layout.properties) }
        if case .within(.zero) = answers.question { mappable = areas }
    }

    /// Makes a map of the areas once so many places are asked from that it pays.
    ///
    /// - Parameter placeCount: How many places there are, as far as is known.
    /// - Returns: How many cells the map has, where one was made.
    mutating func mapAreas(for placeCount: Int, _ timings: Timings) async -> Int? {
        guard let source = mappable, let engine = areas,
            placeCount >= max(Self.leastPlaces, Self.placesPerArea * source.count)
        else { return nil }
        mappable = nil
        let cells = await timings.measure("map the areas") {
            await AreaCells(source.index, placeCount: placeCount)
        }
        guard let cells else { return nil }
        areas = engine.asking(cells)
        return cells.count
    }

    /// What answers; nil where rows have to be fetched.
    ///
    /// - Parameter layer: The layer's points, where they were loaded.
    func source(_ layer: LoadedLayer?) -> ColumnAnswers.Source? {
        if let areas { return .rows(areas) }
        guard let layer else { return nil }
        // Who is counted need not be known, unless it is the place itself.
        if countsOnly { return answers.excludesSelf ? nil : .counts(layer) }
        return ColumnEngine(layer).map(ColumnAnswers.Source.rows)
    }
}
