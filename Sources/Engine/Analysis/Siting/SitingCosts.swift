public import Geodesy

/// How far people live from the places where a station could open: a distance for each pair, and how
/// many people live at each place.
///
/// People at one place are put together. The search compares distances as 32-bit floats, which are
/// true to 0.06 mm at a kilometre; what is told of a plan is measured anew, to the millimetre.
public struct SitingCosts: Sendable {
    /// The most pairs of places that are held, 4 bytes each.
    public static let mostPairs = 120_000_000

    /// What stands for a distance where there is no way: more than any distance on the Earth.
    static let unreachable: Float = 21_000_000

    /// The places where people live, each once, in the order in which they first come.
    public let homes: [Coordinate]
    /// How many people live at each.
    public let people: [Double]
    /// The home of each person as they were given; nil where no way leads from it to any candidate.
    public let homeOfPerson: [Int?]
    /// Where a station could open.
    public let candidates: [Coordinate]

    /// Metres by candidate, then by home.
    let columns: [[Float]]
    /// Whether the distances are geodesics, which can be measured anew.
    private let isGeodesic: Bool

    /// Measures all pairs by geodesics, on all cores.
    ///
    /// - Parameters:
    ///   - places: Where each person, or each household, lives.
    ///   - weights: How many people each stands for, 0 or more and finite; empty for one each.
    ///   - candidates: Where a station could open.
    /// - Throws: ``AnalysisError/badSiting(reason:)`` without people or candidates, for weights that
    ///   are no numbers of people, and for more than ``mostPairs``.
    /// - Complexity: O(homes * candidates), some nanoseconds a pair.
    public init(
        people places: [Coordinate],
        weights: [Double] = [],
        candidates: [Coordinate]
    ) async throws(AnalysisError) {
        let joined = try Self.join(places, weights, candidates)
        homes = joined.homes
        people = joined.people
        homeOfPerson = joined.homeOfPerson
        self.candidates = candidates
        columns = await Self.measure(from: candidates, to: joined.homes)
        isGeodesic = true
    }

    /// Takes distances that are measured otherwise, such as along roads.
    ///
    /// - Parameter measure: The distances in metres from homes to the candidate of an index, in the
    ///   order of the homes; infinite where there is no way. It is called for all candidates at once,
    ///   on all cores, with ``homes`` as they stand before those without any way are left out.
    public init(
        people places: [Coordinate],
        weights: [Double] = [],
        candidates: [Coordinate],
        by measure: @Sendable ([Coordinate]) async -> @Sendable (Int) -> [Float]
    ) async throws(AnalysisError) {
        let joined = try Self.join(places, weights, candidates)
        let column = await measure(joined.homes)
        let measured = await Self.columns(count: candidates.count) { candidate in
            column(candidate).map { $0 < Self.unreachable ? $0 : Self.unreachable }
        }
        let reached = joined.homes.indices.filter { home in
            measured.contains { $0[home] < Self.unreachable }
        }
        guard reached.contains(where: { joined.people[$0] > 0 }) else {
            throw .badSiting(reason: "no way leads from any home to any candidate")
        }
        var numbers = [Int?](repeating: nil, count: joined.homes.count)
        for (number, home) in reached.enumerated() { numbers[home] = number }
        homes = reached.map { joined.homes[$0] }
        people = reached.map { joined.people[$0] }
        homeOfPerson = joined.homeOfPerson.map { home in home.flatMap { numbers[$0] } }
        self.candidates = candidates
        columns =
            reached.count == joined.homes.count
            ? measured : measured.map { column in reached.map { column[$0] } }
        isGeodesic = false
    }

    /// People at one place together.
    private static func join(
        _ places: [Coordinate],
        _ weights: [Double],
        _ candidates: [Coordinate]
    ) throws(AnalysisError) -> (homes: [Coordinate], people: [Double], homeOfPerson: [Int?]) {
        try check(weights, count: places.count)
        guard !candidates.isEmpty else { throw .badSiting(reason: "there are no candidates") }
        var homes: [Coordinate] = []
        var people: [Double] = []
        var homeOfPerson: [Int?] = []
        var known: [Coordinate: Int] = [:]
        homeOfPerson.reserveCapacity(places.count)
        for (index, place) in places.enumerated() {
            let weight = weights.isEmpty ? 1 : weights[index]
            if let home = known[place] {
                people[home] += weight
                homeOfPerson.append(home)
            } else {
                known[place] = homes.count
                homeOfPerson.append(homes.count)
                homes.append(place)
                people.append(weight)
            }
        }
        let (pairs, overflows) = homes.count.multipliedReportingOverflow(by: candidates.count)
        guard !overflows, pairs <= mostPairs else {
            throw .badSiting(
                reason: "\(homes.count) homes and \(candidates.count) candidates make more than "
                    + "\(mostPairs) pairs; leave out candidates, or put homes together"
            )
        }
        return (homes, people, homeOfPerson)
    }

    private static func check(_ weights: [Double], count: Int) throws(AnalysisError) {
        guard count > 0 else { throw .badSiting(reason: "there are no people") }
        guard !weights.isEmpty else { return }
        guard weights.count == count else {
            throw .badSiting(reason: "there are \(weights.count) weights for \(count) places")
        }
        if let index = weights.firstIndex(where: { !($0 >= 0 && $0 <= 1e12) }) {
            throw .badSiting(
                reason: "weight \(index + 1) is \(weights[index]); a weight is 0 to 1e12"
            )
        }
        guard weights.contains(where: { $0 > 0 }) else {
            throw .badSiting(reason: "all weights are 0: nobody lives anywhere")
        }
    }

    private static func measure(
        from candidates: [Coordinate],
        to homes: [Coordinate]
    ) async -> [[Float]] {
        await columns(count: candidates.count) { index in
            let origin = GeodesicOrigin(candidates[index])
            return homes.map { Float(origin.distance(to: $0).meters) }
        }
    }

    /// A column for each candidate, some at once.
    private static func columns(
        count: Int,
        _ column: @escaping @Sendable (Int) -> [Float]
    ) async -> [[Float]] {
        var columns = [[Float]](repeating: [], count: count)
        await withTaskGroup(of: (Int, [Float]).self) { group in
            for index in 0..<count { group.addTask { (index, column(index)) } }
            for await (index, column) in group { columns[index] = column }
        }
        return columns
    }

    /// The distance of a home from a candidate, as exactly as it is known; infinite without a way.
    func meters(home: Int, candidate: Int) -> Double {
        guard !isGeodesic else {
            return Geodesic.distance(from: candidates[candidate], to: homes[home]).meters
        }
        let meters = columns[candidate][home]
        return meters < Self.unreachable ? Double(meters) : .infinity
    }

    /// The same with a penalty for all that is farther than a limit, so that a search for the least
    /// sum goes beyond it only where nothing else is left.
    func penalized(beyond limit: Float) -> SitingCosts {
        SitingCosts(
            self,
            columns: columns.map { column in
                column.map { $0 > limit ? $0 + Self.unreachable : $0 }
            }
        )
    }

    private init(_ other: SitingCosts, columns: [[Float]]) {
        homes = other.homes
        people = other.people
        homeOfPerson = other.homeOfPerson
        candidates = other.candidates
        isGeodesic = other.isGeodesic
        self.columns = columns
    }
}
