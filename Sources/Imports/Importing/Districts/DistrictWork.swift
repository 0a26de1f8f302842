internal import Geodesy
internal import RowFiles

/// How much is done to find out how districts fit together: enough for any map on which they lie side
/// by side.
struct FitWork {
    struct Exhausted: Error {}

    /// What laying two areas over each other costs besides their corners.
    static let overlayCost = 200
    private static let least = 1_000_000
    private static let perCorner = 30
    private static let perDistrict = 1_000

    private var left: Int

    init(corners: Int, districts: Int) {
        left = Self.least + Self.perCorner * corners + Self.perDistrict * districts
    }

    /// - Throws: ``Exhausted`` when no more is left, ``ImportError/cancelled``.
    mutating func spend(_ work: Int) throws {
        left -= work
        guard left >= 0 else { throw Exhausted() }
        if work > 1 { try checkCancellation() }
    }
}

/// How much is done to make one district of several features: some minutes of work at most.
struct MergeWork {
    private var left = Self.limit

    private static let limit = 400_000_000
    /// What looking at a corner costs.
    private static let cornerCost = 8

    /// - Returns: Whether an area may be made part of another.
    mutating func spend(on one: MultiPolygon, _ other: MultiPolygon) -> Bool {
        left -= one.polygons.count + other.polygons.count
        left -= Self.cornerCost * (one.cornerCount + other.cornerCount)
        return left >= 0
    }
}
