extension MultiPolygon {
    /// Whether the area is surely sound: no ring touches itself or another, each hole lies right
    /// within its own polygon, and no polygon within another.
    ///
    /// An area whose rings merely touch may be sound as well (OGC Simple Features, 6.1.11.1); that is
    /// not found out here.
    ///
    /// - Complexity: O(n log n) expected for n corners, whatever their course.
    package var isSurelySound: Bool {
        var rings: [[Coordinate]] = []
        /// Of each ring, the outer ring of its polygon; itself for an outer ring.
        var owners: [Int] = []
        for polygon in polygons {
            let owner = rings.count
            for ring in [polygon.exterior] + polygon.holes {
                rings.append(ring)
                owners.append(owner)
            }
        }
        guard !rings.isEmpty, let parents = RingSweep.parents(of: rings) else { return false }
        return rings.indices.allSatisfy { ring in
            let isHole = owners[ring] != ring
            guard let parent = parents[ring] else { return !isHole }
            return isHole ? parent == owners[ring] : owners[parent] != parent
        }
    }

    /// How many places its rings have, the first of each counted twice.
    package var cornerCount: Int {
        polygons.reduce(0) { sum, polygon in
            polygon.holes.reduce(sum + polygon.exterior.count) { $0 + $1.count }
        }
    }
}
