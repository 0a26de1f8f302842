/// How much may still be done for an area, so that no area holds up the tile for long.
///
/// A step is about as much as looking at two edges. What it is spent on depends on the area alone, so that an
/// area comes to the same end each time.
struct TileWork {
    private var left: Int

    /// Steps for each edge: those of maps need some hundred.
    private static let perEdge = 1000
    private static let least = 1_000_000
    /// Half a second, about.
    private static let most = 100_000_000

    /// As much as it takes.
    static let unlimited = Self(left: .max)

    /// What an area of so many edges may take.
    init(edges: Int) { self.init(left: min(Self.least + edges * Self.perEdge, Self.most)) }

    private init(left: Int) { self.left = left }

    /// Does so many steps.
    ///
    /// - Returns: false when there are not so many left.
    mutating func spend(_ steps: Int) -> Bool {
        left -= steps
        return left >= 0
    }
}
