internal import Datasets
internal import Geodesy
internal import Polling

/// How a file's districts lie on ground for which another published dataset has districts of their type,
/// in force on the same days: voters there would be in two districts at once, and assigned nowhere.
///
/// Boundaries that were meant to be one differ by slivers, which do not count: what two districts share
/// counts from ``leastWidthMeters`` of mean width and from ``leastShare`` of the smaller of the two on.
public struct VintageOverlap: Sendable, Hashable, Encodable {
    /// The other dataset.
    public let dataset: String
    /// The type of district, such as `ward`.
    public let type: String
    /// How many of the file's districts lie on its ground.
    public let count: Int
    /// How many districts of the type the file has.
    public let total: Int
    /// A district of the file, and one of the other dataset that it lies on.
    public let example: Example

    /// Two districts that share ground.
    public struct Example: Sendable, Hashable, Encodable {
        /// The code of the file's district.
        public let code: String
        /// The code of the published one.
        public let published: String
    }

    /// What two districts share is a sliver where it is narrower, in metres: a street is wider.
    static let leastWidthMeters = 20.0
    /// What two districts share is a sliver where it is less of the smaller one.
    static let leastShare = 0.01

    // MARK: Finding

    /// The overlaps of a file's districts with those of other datasets, by dataset and type.
    ///
    /// - Parameters:
    ///   - districts: Those of the file.
    ///   - published: Those of other datasets.
    /// - Complexity: O(n log n + k) for the k pairs of a type whose boxes touch.
    static func overlaps(
        of districts: [District],
        with published: [District],
        _ overlay: any AreaOverlay
    ) throws -> [VintageOverlap] {
        func type(_ district: District) -> String {
            DistrictKey.canonicalType(district.reference.type)
        }
        let byType = Dictionary(grouping: districts, by: type)
        return try Dictionary(grouping: published) { DatasetType($0.dataset, type($0)) }
            .compactMap { key, others -> VintageOverlap? in
                let own = byType[key.type] ?? []
                let met = try sharing(own, others, overlay)
                guard let first = met.min(by: { $0.code < $1.code }) else { return nil }
                return VintageOverlap(
                    dataset: key.dataset.text,
                    type: key.type,
                    count: met.count,
                    total: own.count,
                    example: first
                )
            }
            .sorted { ($0.dataset, $0.type) < ($1.dataset, $1.type) }
    }

    private struct DatasetType: Hashable {
        let dataset: DatasetName
        let type: String

        init(_ dataset: DatasetName, _ type: String) {
            (self.dataset, self.type) = (dataset, type)
        }
    }

    /// Those of some districts that share ground with one of others, each with the first found.
    private static func sharing(
        _ districts: [District],
        _ others: [District],
        _ overlay: any AreaOverlay
    ) throws -> [Example] {
        let boxed = others.flatMap { other in
            (other.area.boundingBox?.unwrapped ?? []).map { (other, $0) }
        }.sorted { $0.1.west < $1.1.west }
        // The widest box tells how far west of another one may begin that meets it.
        let widest = boxed.reduce(0) { max($0, $1.1.east - $1.1.west) }
        return try districts.compactMap { district in
            for box in district.area.boundingBox?.unwrapped ?? [] {
                let first = boxed.firstSlot { $0.1.west >= box.west - widest }
                for (other, otherBox) in boxed[first...] {
                    if otherBox.west > box.east { break }
                    guard otherBox.east >= box.west, otherBox.south <= box.north,
                        otherBox.north >= box.south,
                        district.validity.overlaps(other.validity),
                        try isShared(district.area, other.area, overlay)
                    else { continue }
                    return Example(
                        code: district.reference.code,
                        published: other.reference.code
                    )
                }
            }
            return nil
        }
    }

    private static func isShared(
        _ first: MultiPolygon,
        _ second: MultiPolygon,
        _ overlay: any AreaOverlay
    ) throws -> Bool {
        if first == second { return true }
        guard let common = try overlay.common(first, second) else { return false }
        let least = leastShare * min(first.squareMeters, second.squareMeters)
        return common.polygons.contains { polygon in
            let area = polygon.squareMeters
            return area >= least && 2 * area >= leastWidthMeters * perimeterMeters(polygon.exterior)
        }
    }

    private static func perimeterMeters(_ ring: [Coordinate]) -> Double {
        zip(ring, ring.dropFirst()).reduce(0) {
            $0 + Geodesic.distance(from: $1.0, to: $1.1).meters
        }
    }

    // MARK: Telling

    /// The limit that is passed, in words.
    ///
    /// - Parameter source: What has the districts.
    func finding(of source: DistrictSource) -> GuardFinding {
        let all =
            total == 1
            ? "\(source.owner) only district lies"
            : "\(grouped(count)) of \(source.owner) \(grouped(total)) districts of type \(type) "
                + (count == 1 ? "lies" : "lie")
        let remedy =
            switch source {
            case .file:
                "If the file takes their place, publish it with --replaces \(dataset); if "
                    + "each holds for its time, say when, "
                    + "with --set valid_from=FIRST-DAY here, where FIRST-DAY is the first on which "
                    + "these hold, and --set valid_to=DAY-BEFORE for \"\(dataset)\", both written as "
                    + "YYYY-MM-DD"
            case .version:
                "If they take the place of \"\(dataset)\", withdraw that as well; if each holds for "
                    + "its time, import both again and say when"
            }
        return GuardFinding(
            limit: .overlap,
            count: count,
            allowed: 0,
            published: total,
            text:
                "\(all) where \"\(dataset)\" has districts of that type (such as \(example.code) on its "
                + "\(example.published)): voters there would be in two at once and be assigned to "
                + "neither. \(remedy)",
            values: [
                "dataset": .text("\(dataset)"), "type": .text(type),
                "code": .text(example.code), "published_code": .text(example.published),
            ]
        )
    }
}

extension Array {
    /// The first slot of a sorted array whose element is so; the end where none is.
    fileprivate func firstSlot(where isSo: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isSo(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
