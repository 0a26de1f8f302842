/// A map of a plane to a plane that keeps lines straight: nine numbers, of which the last is 1.
///
/// Source: R. Hartley and A. Zisserman, "Multiple View Geometry in Computer Vision" (2003), 4.1 (the inhomogeneous
/// solution) and 4.4.4 (why both planes are scaled first).
struct Homography: Sendable, Hashable {
    /// By rows.
    private let m: [Double]

    private init(_ m: [Double]) { self.m = m }

    /// Fits a map to pairs of points by least squares.
    ///
    /// - Parameter isProjective: Whether parallels may meet; else the last row is 0, 0, 1.
    /// - Returns: nil where the pairs do not determine it.
    /// - Complexity: O(n).
    init?(fitting pairs: [(spot: PlanSpot, ground: PlanSpot)], isProjective: Bool) {
        guard let from = Scale(pairs.map(\.spot)), let to = Scale(pairs.map(\.ground)) else {
            return nil
        }
        let count = isProjective ? 8 : 6
        var normal = [Double](repeating: 0, count: count * count)
        var right = [Double](repeating: 0, count: count)
        func add(_ row: [Double], _ value: Double) {
            for i in 0..<count {
                for j in 0..<count { normal[i * count + j] += row[i] * row[j] }
                right[i] += row[i] * value
            }
        }
        for pair in pairs {
            let (p, q) = (from.applied(to: pair.spot), to.applied(to: pair.ground))
            let bent = isProjective ? [-p.x * q.x, -p.y * q.x] : []
            add([p.x, p.y, 1, 0, 0, 0] + bent, q.x)
            let bentToo = isProjective ? [-p.x * q.y, -p.y * q.y] : []
            add([0, 0, 0, p.x, p.y, 1] + bentToo, q.y)
        }
        guard let found = LinearEquations.solve(normal, right) else { return nil }
        let scaled = Homography(found + (isProjective ? [] : [0, 0]) + [1])
        // Back from the scaled planes: undo(to) * scaled * from.
        let whole = to.undoing.times(scaled).times(from.map)
        guard whole.m[8].magnitude > 1e-12, whole.m.allSatisfy(\.isFinite) else { return nil }
        self.init(whole.m.map { $0 / whole.m[8] })
        guard determinant.magnitude > 1e-12 else { return nil }
    }

    /// Where a point goes; nil on and beyond the horizon.
    func applied(to point: PlanSpot) -> PlanSpot? {
        let w = m[6] * point.x + m[7] * point.y + m[8]
        guard w > 1e-9 else { return nil }
        let x = (m[0] * point.x + m[1] * point.y + m[2]) / w
        let y = (m[3] * point.x + m[4] * point.y + m[5]) / w
        return x.isFinite && y.isFinite ? PlanSpot(x: x, y: y) : nil
    }

    /// The way back; nil where several points go to one.
    var inverse: Homography? {
        let determinant = determinant
        guard determinant.magnitude > 1e-12 else { return nil }
        func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { m[a] * m[d] - m[b] * m[c] }
        let adjugate = [
            minor(4, 5, 7, 8), -minor(1, 2, 7, 8), minor(1, 2, 4, 5),
            -minor(3, 5, 6, 8), minor(0, 2, 6, 8), -minor(0, 2, 3, 5),
            minor(3, 4, 6, 7), -minor(0, 1, 6, 7), minor(0, 1, 3, 4),
        ]
        guard adjugate[8].magnitude > 1e-12 else { return nil }
        return Homography(adjugate.map { $0 / adjugate[8] })
    }

    private var determinant: Double {
        m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6])
            + m[2] * (m[3] * m[7] - m[4] * m[6])
    }

    private func times(_ other: Homography) -> Homography {
        var product = [Double](repeating: 0, count: 9)
        for row in 0..<3 {
            for column in 0..<3 {
                for inner in 0..<3 {
                    product[row * 3 + column] += m[row * 3 + inner] * other.m[inner * 3 + column]
                }
            }
        }
        return Homography(product)
    }

    /// Moves points around 0 and makes them about 1 in size, so that the equations are well conditioned.
    private struct Scale {
        let center: PlanSpot
        let factor: Double

        /// - Returns: nil for points that lie on one another.
        init?(_ points: [PlanSpot]) {
            let count = Double(points.count)
            center = PlanSpot(
                x: points.reduce(0) { $0 + $1.x } / count,
                y: points.reduce(0) { $0 + $1.y } / count
            )
            var mean = 0.0
            for point in points {
                let (x, y) = (point.x - center.x, point.y - center.y)
                mean += (x * x + y * y).squareRoot() / count
            }
            guard mean.isFinite, mean > 1e-6 else { return nil }
            factor = 1 / mean
        }

        func applied(to point: PlanSpot) -> PlanSpot {
            PlanSpot(x: (point.x - center.x) * factor, y: (point.y - center.y) * factor)
        }

        var map: Homography {
            Homography([factor, 0, -center.x * factor, 0, factor, -center.y * factor, 0, 0, 1])
        }

        var undoing: Homography {
            Homography([1 / factor, 0, center.x, 0, 1 / factor, center.y, 0, 0, 1])
        }
    }
}

/// Few linear equations with as many unknowns.
enum LinearEquations {
    /// Solves them by elimination, the largest pivot first.
    ///
    /// - Parameters:
    ///   - matrix: By rows, `right.count` squared numbers.
    ///   - right: What each row gives.
    /// - Returns: nil where they have no single solution.
    /// - Complexity: O(n^3).
    static func solve(_ matrix: [Double], _ right: [Double]) -> [Double]? {
        let count = right.count
        var (a, b) = (matrix, right)
        let size = a.reduce(0) { max($0, $1.magnitude) }
        for column in 0..<count {
            let pivot =
                (column..<count).max {
                    a[$0 * count + column].magnitude < a[$1 * count + column].magnitude
                } ?? column
            guard a[pivot * count + column].magnitude > size * 1e-10 else { return nil }
            if pivot != column {
                for index in 0..<count { a.swapAt(pivot * count + index, column * count + index) }
                b.swapAt(pivot, column)
            }
            for row in (column + 1)..<max(count, column + 1) {
                let factor = a[row * count + column] / a[column * count + column]
                guard factor != 0 else { continue }
                for index in column..<count {
                    a[row * count + index] -= factor * a[column * count + index]
                }
                b[row] -= factor * b[column]
            }
        }
        for row in (0..<count).reversed() {
            for index in (row + 1)..<max(count, row + 1) {
                b[row] -= a[row * count + index] * b[index]
            }
            b[row] /= a[row * count + row]
        }
        return b.allSatisfy(\.isFinite) ? b : nil
    }
}
