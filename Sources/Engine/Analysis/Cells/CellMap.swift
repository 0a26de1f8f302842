public import Geodesy

/// The cells about a part of the Earth: which of them holds a place, and where each lies.
///
/// Not to be shared between threads.
public struct CellMap {
    private enum Layout {
        case equalArea(CellGrid, EqualAreaMap)
        case h3(H3Grid)
    }

    private let layout: Layout

    /// - Parameter box: The part of the Earth that is looked at; cells of one area are laid out about its
    ///   middle.
    /// - Throws: ``AnalysisError/badCell(reason:)`` when PROJ cannot make the map.
    public init(_ system: CellSystem, about box: BoundingBox) throws(AnalysisError) {
        switch system {
        case .equalArea(let grid): layout = .equalArea(grid, try EqualAreaMap(center: box.middle))
        case .h3(let grid): layout = .h3(grid)
        }
    }

    /// The cell that holds a place; nil where there is none, opposite the middle of a flat map.
    public func cell(at place: Coordinate) -> CellID? {
        switch layout {
        case .equalArea(let grid, let map):
            map.point(place).map { .equalArea(grid.cell(at: $0)) }
        case .h3(let grid):
            grid.cell(at: place).map(CellID.h3)
        }
    }

    /// Where a cell lies; nil for one that reaches out of a flat map.
    func outline(of id: CellID) -> CellOutline? {
        switch (layout, id) {
        case (.equalArea(let grid, let map), .equalArea(let id)):
            guard let center = map.place(grid.center(of: id)) else { return nil }
            let outline = map.outline(grid.corners(of: id))
            return CellOutline(center: center, corners: outline.corners, all: outline.all)
        case (.h3(let grid), .h3(let number)):
            return grid.outline(of: number)
        default:
            return nil
        }
    }

    /// The area of a cell in square metres; nil for one that has no outline.
    func squareMeters(of outline: CellOutline) -> Double? {
        switch layout {
        case .equalArea(let grid, _): grid.cellSquareMeters
        case .h3: outline.area?.squareMeters
        }
    }
}
