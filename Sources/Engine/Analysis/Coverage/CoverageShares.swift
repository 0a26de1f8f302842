internal import Geodesy
internal import HeapModule

/// How much of some pieces lies within each of the limits.
struct CoverageShares {
    private let measure: CoverageMeasure
    private let limits: [Double]
    /// What is settled for each limit.
    private var settled: [Parts]
    /// What is not settled for some limit, the largest last.
    private var open = Heap<Open>()
    /// The sum of their squared sizes.
    private var squares = 0.0
    /// Those that are too small to be halved, which numbers could no longer tell apart.
    private var specks: [Open] = []
    private static let speckMeters = 0.001

    /// How much lies within a limit, and how much beyond, in square metres.
    private struct Parts {
        var within = 0.0
        var beyond = 0.0

        mutating func add(_ squareMeters: Double, share: Double) {
            within += share * squareMeters
            beyond += (1 - share) * squareMeters
        }

        /// What lies beyond is counted for itself, so that all is exactly all.
        var share: Double { within / (within + beyond) }
    }

    /// A piece, and how far its middle is from the nearest station.
    private struct Open: Comparable {
        let piece: AreaPiece
        let meters: Double

        static func < (left: Open, right: Open) -> Bool {
            left.piece.squareMeters < right.piece.squareMeters
        }

        static func == (left: Open, right: Open) -> Bool {
            left.piece.squareMeters == right.piece.squareMeters
        }
    }

    init(measure: CoverageMeasure, pieces: [AreaPiece]) {
        self.measure = measure
        limits = measure.limits.map(\.meters)
        settled = limits.map { _ in Parts() }
        for piece in pieces { add(piece) }
    }

    /// Halves what is open, the largest first, until chance leaves an error of a quarter of a size or
    /// less: four places tell what share of an open piece is within a limit, and may be wrong by so
    /// much of it, one way or the other; the errors of many make up the root of the sum of their
    /// squares.
    mutating func settle(untilBelow squareMeters: Double) {
        while squares > squareMeters * squareMeters, let largest = open.popMax() {
            squares -= largest.piece.squareMeters * largest.piece.squareMeters
            for half in largest.piece.halves { add(half) }
        }
    }

    private mutating func add(_ piece: AreaPiece) {
        guard piece.squareMeters > 0, let meters = measure.distance(from: piece.middle)?.meters
        else { return }
        let radius = piece.radiusMeters
        if limits.allSatisfy({ (meters - $0).magnitude > radius }) {
            for (index, limit) in limits.enumerated() {
                settled[index].add(piece.squareMeters, share: meters <= limit ? 1 : 0)
            }
            return
        }
        guard radius > Self.speckMeters else {
            specks.append(Open(piece: piece, meters: meters))
            return
        }
        squares += piece.squareMeters * piece.squareMeters
        open.insert(Open(piece: piece, meters: meters))
    }

    /// What share lies within each limit, in the order of the limits.
    var shares: [Double] {
        var sums = settled
        var random = Dice()
        for open in open.unordered + specks {
            // A place in each quarter, the same for all limits, so that a longer one never holds less.
            for (east, north) in [(0.0, 0.0), (0.5, 0), (0, 0.5), (0.5, 0.5)] {
                let place = random.place(in: open.piece, from: (east, north))
                let meters = measure.distance(from: place)?.meters ?? open.meters
                for (index, limit) in limits.enumerated() {
                    sums[index].add(open.piece.squareMeters / 4, share: meters <= limit ? 1 : 0)
                }
            }
        }
        return sums.map(\.share)
    }

    /// Places that follow no pattern, the same in each run (SplitMix64).
    private struct Dice: RandomNumberGenerator {
        private var state: UInt64 = 0

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }

        /// A place in the quarter of a box that begins at two shares of the way across it.
        mutating func place(
            in piece: AreaPiece,
            from corner: (east: Double, north: Double)
        ) -> Coordinate {
            piece.place(
                across: corner.east + .random(in: 0...0.5, using: &self),
                up: corner.north + .random(in: 0...0.5, using: &self)
            )
        }
    }
}
