/// A point of the plane in which longitude and latitude are straight axes.
struct PlanePoint: Equatable {
    let x: Double
    let y: Double

    /// From west to east, and from south to north where that is the same: the order of a sweep.
    static func < (one: PlanePoint, other: PlanePoint) -> Bool {
        one.x < other.x || one.x == other.x && one.y < other.y
    }

    /// On which side of the line from `start` through `end` a point lies: 1 left, -1 right, 0 on it.
    ///
    /// Exact for all numbers of degrees: where rounding could matter, the determinant is added up
    /// without any.
    /// Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
    /// Predicates", Discrete & Computational Geometry 18 (1997).
    static func side(_ start: PlanePoint, _ end: PlanePoint, of point: PlanePoint) -> Int {
        let left = (start.x - point.x) * (end.y - point.y)
        let right = (start.y - point.y) * (end.x - point.x)
        let determinant = left - right
        if determinant.magnitude > roundingBound * (left.magnitude + right.magnitude) {
            return determinant > 0 ? 1 : -1
        }
        return exactSide(start, end, of: point)
    }

    /// `ccwerrboundA` of the source, (3 + 16 u) u for the unit of rounding u = 2^-53.
    private static let roundingBound = 3.330_669_073_875_471_6e-16

    private static func exactSide(
        _ start: PlanePoint,
        _ end: PlanePoint,
        of point: PlanePoint
    ) -> Int {
        var sum = ExactSum()
        sum.add(product: start.x, end.y)
        sum.add(product: -start.x, point.y)
        sum.add(product: -point.x, end.y)
        sum.add(product: -start.y, end.x)
        sum.add(product: start.y, point.x)
        sum.add(product: point.y, end.x)
        return sum.sign
    }
}

/// A sum of products that nothing is rounded off.
///
/// Kept as numbers that do not overlap, the smallest first, so that the last one that is not zero has
/// the sum's sign ("Grow-Expansion" and "Two-Product" of the source above).
private struct ExactSum {
    private var parts: [Double] = []

    mutating func add(product one: Double, _ other: Double) {
        let product = one * other
        add((-product).addingProduct(one, other))
        add(product)
    }

    private mutating func add(_ number: Double) {
        var carry = number
        for index in parts.indices {
            let sum = carry + parts[index]
            let virtual = sum - carry
            parts[index] = (carry - (sum - virtual)) + (parts[index] - virtual)
            carry = sum
        }
        parts.append(carry)
    }

    var sign: Int {
        guard let last = parts.last(where: { $0 != 0 }) else { return 0 }
        return last > 0 ? 1 : -1
    }
}
