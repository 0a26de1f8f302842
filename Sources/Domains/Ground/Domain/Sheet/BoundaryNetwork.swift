internal import Geodesy

/// The boundaries of districts as arcs, each drawn once although two districts or many share it.
///
/// Drawn ring by ring, a shared boundary would be two lines that a tolerance could tear apart, and
/// whose dashes would fill each other's gaps.
struct BoundaryNetwork: Sendable {
    /// A stretch of boundary from one corner where more than two meet to the next.
    struct Arc: Sendable {
        let outline: Outline
        /// The bit of the type of district that it bounds. What bounds a district of the coarsest
        /// type is an arc of that type alone.
        let types: UInt64
    }

    /// A sort of district.
    struct DistrictType: Sendable {
        let name: String
        /// The median of the larger sides of its districts' boxes, on the plane.
        let extent: Double
    }

    /// The types with the largest districts first, 64 at most.
    let types: [DistrictType]
    let arcs: [Arc]

    /// - Complexity: O(n) for n corners, besides what ``Outline`` takes.
    init(_ districts: [GroundDistrict]) {
        types = Self.types(of: districts)
        let bitOfType = Dictionary(
            types.enumerated().map { ($1.name, UInt64(1) << UInt64($0)) },
            uniquingKeysWith: { first, _ in first }
        )
        var graph = Graph()
        for district in districts {
            guard let bit = bitOfType[district.type] else { continue }
            for polygon in district.area.polygons {
                for ring in [polygon.exterior] + polygon.holes { graph.add(ring, bit) }
            }
        }
        arcs = types.indices.flatMap { graph.arcs(ofType: $0) }
    }

    /// Which types to draw at a zoom level, as bits: the finest whose districts are large enough to
    /// be told apart, and the coarsest.
    func shownTypes(atZoom zoom: Int) -> UInt64 {
        let least = Self.leastExtentPixels * WebMercator.pixel(atZoom: zoom)
        guard let finest = types.lastIndex(where: { $0.extent >= least }) else { return 0 }
        return UInt64(1) << UInt64(finest) | 1
    }

    /// The coarsest of some types.
    func name(of types: UInt64) -> String {
        self.types.indices.contains(types.trailingZeroBitCount)
            ? self.types[types.trailingZeroBitCount].name : ""
    }

    private static let leastExtentPixels = 80.0

    private static func types(of districts: [GroundDistrict]) -> [DistrictType] {
        let all = Dictionary(grouping: districts, by: \.type).map { name, districts in
            let extents = districts.compactMap { $0.area.boundingBox }
                .map { PlaneBox($0).extent }.sorted()
            return DistrictType(
                name: name,
                extent: extents.isEmpty ? 0 : extents[extents.count / 2]
            )
        }
        return Array(all.sorted { ($1.extent, $0.name) < ($0.extent, $1.name) }.prefix(64))
    }

    /// Corners, and the edges between them.
    private struct Graph {
        private struct Edge: Hashable {
            let low: Int32
            let high: Int32

            init(_ one: Int32, _ other: Int32) {
                low = min(one, other)
                high = max(one, other)
            }
        }

        /// Corners that lie 0.1 m apart are one: files that were cut from one another differ so far.
        private struct Place: Hashable {
            let latitude: Int32
            let longitude: Int32

            init(_ place: Coordinate) {
                latitude = Int32((place.latitude * 1_000_000).rounded())
                longitude = Int32((place.longitude * 1_000_000).rounded())
            }
        }

        private var corners: [Place: Int32] = [:]
        private var places: [Coordinate] = []
        private var edges: [Edge: UInt64] = [:]
        /// In the order in which they were added, so that the arcs do not depend on hashes.
        private var order: [Edge] = []

        mutating func add(_ ring: [Coordinate], _ type: UInt64) {
            var before: Int32?
            for place in ring {
                let corner = corner(place)
                if let before, before != corner {
                    let edge = Edge(before, corner)
                    if edges[edge] == nil { order.append(edge) }
                    edges[edge, default: 0] |= type
                }
                before = corner
            }
        }

        private mutating func corner(_ place: Coordinate) -> Int32 {
            let key = Place(place)
            if let known = corners[key] { return known }
            let number = Int32(truncatingIfNeeded: places.count)
            corners[key] = number
            places.append(place)
            return number
        }

        /// The edges of one type of district strung together, from each corner where more than two
        /// meet to the next; without those of the coarsest type, which is drawn as well.
        func arcs(ofType type: Int) -> [Arc] {
            let bit = UInt64(1) << UInt64(type)
            let order = order.filter { edge in
                let types = edges[edge] ?? 0
                return types & bit != 0 && (type == 0 || types & 1 == 0)
            }
            var neighbors = [[Int32]](repeating: [], count: places.count)
            for edge in order {
                neighbors[Int(edge.low)].append(edge.high)
                neighbors[Int(edge.high)].append(edge.low)
            }
            var taken: Set<Edge> = []
            var arcs: [Arc] = []
            func isEnd(_ corner: Int32) -> Bool { neighbors[Int(corner)].count != 2 }
            func follow(_ start: Int32, _ second: Int32) {
                var line = [start, second]
                taken.insert(Edge(start, second))
                while let corner = line.last, corner != start, !isEnd(corner),
                    let next = neighbors[Int(corner)].first(where: {
                        !taken.contains(Edge(corner, $0))
                    })
                {
                    taken.insert(Edge(corner, next))
                    line.append(next)
                }
                arcs.append(
                    Arc(
                        outline: Outline(
                            line.map { PlanePoint(places[Int($0)]) },
                            isRing: line.first == line.last
                        ),
                        types: bit
                    )
                )
            }
            for corner in places.indices where isEnd(Int32(corner)) {
                for next in neighbors[corner] where !taken.contains(Edge(Int32(corner), next)) {
                    follow(Int32(corner), next)
                }
            }
            // What is left are rings without an end.
            for edge in order where !taken.contains(edge) { follow(edge.low, edge.high) }
            return arcs
        }
    }
}
