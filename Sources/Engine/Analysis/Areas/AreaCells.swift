public import Geodesy

/// Which areas hold a place, for many more places than there are areas: a map in cells.
///
/// Of a cell that no edge comes near, one look tells for all of its places which areas hold them. In
/// the others the areas themselves decide, so that the answers are those of ``AreaIndex`` with a radius
/// of 0, edges included.
public struct AreaCells: Sendable {
    /// A row of cells of which the same is known about an area.
    struct Run: Sendable {
        let area: Int
        let cells: Range<Int>
        /// Whether an edge comes near, so that the area has to be asked.
        let isNearEdge: Bool
    }

    private let index: AreaIndex
    private let grid: AreaCellGrid
    /// For each cell 0 where no area is; one more than the number of the only area, where it holds all
    /// of the cell; else more than there are areas: by how much tells where its list begins.
    private var contents: [UInt32]
    /// Lists of areas by number, each behind its length. The lowest bit of an entry is set where the
    /// area has to be asked; the others are the area's number.
    private var lists: [UInt32] = []

    /// How many cells there are.
    public var count: Int { contents.count }

    /// Nearer to a pole a cell is too narrow to keep edges away from its places.
    static let polarLatitude = 85.0
    /// Nearer to the antimeridian, which has two names, a place may lie on the edge of another side.
    static let seamLongitude = 179.99
    /// More entries are not kept: with larger cells there are fewer.
    private static let entryLimit = 1 << 24
    private static let leastCount = 1 << 12
    private static let mostCount = 1 << 22

    /// A map of areas.
    ///
    /// - Parameter placeCount: About how many places will be asked for. It decides how small the
    ///   cells are.
    /// - Returns: nil where no map pays: for no areas, and for so many on top of each other that they
    ///   would not fit.
    /// - Complexity: O(n log n + c) for n edges and c cells, c at most four million, on all cores.
    public init?(_ index: AreaIndex, placeCount: Int) async {
        var count = min(max(Self.leastCount, placeCount / 2), Self.mostCount)
        while count >= Self.leastCount {
            guard let grid = AreaCellGrid(of: index.boundingBoxes, cellCount: count) else {
                return nil
            }
            let runs = await Self.runs(of: index, grid)
            if runs.reduce(0, { $0 + $1.cells.count }) <= Self.entryLimit {
                self.init(index, grid, runs)
                return
            }
            count /= 4
        }
        return nil
    }

    private init(_ index: AreaIndex, _ grid: AreaCellGrid, _ runs: [Run]) {
        self.index = index
        self.grid = grid
        contents = [UInt32](repeating: 0, count: grid.count)
        let (mark, areaCount) = (UInt32(1) << 31, UInt32(truncatingIfNeeded: index.count))
        // How many entries a cell has, and whether one of them has to be asked.
        for run in runs {
            for cell in run.cells {
                contents[cell] = (contents[cell] + 1) | (run.isNearEdge ? mark : 0)
            }
        }
        var size = 0
        for cell in contents.indices {
            let count = contents[cell]
            // One that holds all of the cell needs no list.
            guard count > 1 else {
                contents[cell] = 0
                continue
            }
            contents[cell] = areaCount + 1 + UInt32(truncatingIfNeeded: size)
            size += 1 + Int(count & ~mark)
        }
        lists = [UInt32](repeating: 0, count: size)
        for run in runs {
            let number = UInt32(truncatingIfNeeded: run.area)
            for cell in run.cells {
                guard contents[cell] > areaCount else {
                    contents[cell] = number + 1
                    continue
                }
                let start = Int(contents[cell] - areaCount - 1)
                lists[start] += 1
                lists[start + Int(lists[start])] = number << 1 | (run.isNearEdge ? 1 : 0)
            }
        }
    }

    /// Calls a closure with the number of each area that holds a place or has it on its edge,
    /// ascending.
    ///
    /// - Complexity: O(found), and near an edge O(log n) for its n edges.
    @inline(__always)
    public func forEach(holding place: Coordinate, _ body: (Int) -> Void) {
        guard place.latitude.magnitude < Self.polarLatitude,
            place.longitude.magnitude < Self.seamLongitude
        else {
            for neighbor in index.within(.zero, of: place) { body(neighbor.index) }
            return
        }
        guard let cell = grid.cell(of: place) else { return }
        let content = Int(contents[cell])
        guard content > 0 else { return }
        guard content > index.count else { return body(content - 1) }
        let start = content - index.count - 1
        for position in start + 1...start + Int(lists[start]) {
            let (area, isNearEdge) = (Int(lists[position] >> 1), lists[position] & 1 != 0)
            if !isNearEdge || index[area].distance(from: place, limit: .zero) != nil {
                body(area)
            }
        }
    }

    /// What is known of each area, those of a lower number first.
    private static func runs(of index: AreaIndex, _ grid: AreaCellGrid) async -> [Run] {
        let size = 32
        return await withTaskGroup(of: (Int, [Run]).self) { group in
            for start in stride(from: 0, to: index.count, by: size) {
                group.addTask {
                    let areas = start..<min(start + size, index.count)
                    return (start, areas.flatMap { grid.runs(of: index[$0], number: $0) })
                }
            }
            var parts: [(Int, [Run])] = []
            for await part in group { parts.append(part) }
            return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
        }
    }
}
