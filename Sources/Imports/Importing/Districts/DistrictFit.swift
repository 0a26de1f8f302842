internal import Geodesy
internal import Polling

/// How well the districts of one type fit together: what two of them both claim, and what lies
/// between them and is nobody's.
///
/// Found by laying the polygons over each other. Pieces of less than a square metre are what rounding
/// leaves, and do not count. A gap is enclosed by districts on all sides; one that is open to the
/// outside is no gap but the edge of the map.
public struct DistrictFit: Sendable, Hashable, Encodable {
    /// The type of district, such as `precinct`.
    public let type: String
    /// How many pairs of districts claim ground twice.
    public let overlapCount: Int
    /// How much they claim twice, in square metres.
    public let overlapM2: Double
    /// The largest overlaps, at most ``listLimit``.
    public let overlaps: [Overlap]
    /// How many gaps there are.
    public let gapCount: Int
    /// How much lies in them, in square metres.
    public let gapM2: Double
    /// The largest gaps, at most ``listLimit``.
    public let gaps: [Gap]
    /// Why nothing was looked for; nil when something was.
    public let skippedBecause: String?

    /// What two districts both claim.
    public struct Overlap: Sendable, Hashable, Encodable {
        /// The codes of the two.
        public let districts: [String]
        /// How much ground it is, in square metres.
        public let areaM2: Double
        /// A place in it or at its edge, in degrees.
        public let latitude: Double
        /// A place in it or at its edge, in degrees.
        public let longitude: Double
    }

    /// What lies between districts and is nobody's.
    public struct Gap: Sendable, Hashable, Encodable {
        /// How much ground it is, in square metres.
        public let areaM2: Double
        /// A place at its edge, in degrees.
        public let latitude: Double
        /// A place at its edge, in degrees.
        public let longitude: Double
        /// The codes of districts around it, at most five.
        public let between: [String]
    }

    /// How many overlaps and gaps are listed; all are counted.
    public static let listLimit = 100
    /// Smaller pieces do not count, in square metres.
    public static let leastSquareMeters = 1.0
    /// So many overlaps more than there are districts are none that drawing leaves: what follows is not
    /// looked for.
    private static let mostOverlapsBesides = 10_000
    /// With more corners than this, in all, nothing is looked for: it would take minutes.
    public static let cornerLimit = 3_000_000

    // MARK: Finding

    /// How well districts fit together, by type.
    ///
    /// - Throws: ``ImportError/cancelled``, or what the overlay throws for another reason than the
    ///   size of a question: that is told by ``skippedBecause``.
    /// - Complexity: O(n log n + k) for n corners and the k pairs whose boxes touch, which are bounded
    ///   by ``FitWork``; some seconds for a thousand precincts.
    static func fits(
        of districts: [District],
        _ overlay: any AreaOverlay
    ) throws -> [DistrictFit] {
        try Dictionary(grouping: districts, by: \.reference.type).sorted { $0.key < $1.key }
            .filter { $0.value.count > 1 }
            .map { type, districts in
                let corners = districts.reduce(0) { $0 + $1.area.cornerCount }
                guard corners <= cornerLimit else {
                    return skipped(type, "the boundaries have \(grouped(corners)) corners")
                }
                var work = FitWork(corners: corners, districts: districts.count)
                do {
                    return DistrictFit(
                        type: type,
                        overlaps: try overlaps(of: districts, overlay, &work),
                        gaps: try gaps(between: districts, overlay, &work),
                        skippedBecause: nil
                    )
                } catch let failure as AreaWorkFailure where failure != .cancelled {
                    return skipped(type, "\(failure)")
                } catch is FitWork.Exhausted {
                    return skipped(
                        type,
                        "too many of the \(grouped(districts.count)) districts lie over each other"
                    )
                } catch AreaWorkFailure.cancelled {
                    throw ImportError.cancelled
                }
            }
    }

    private static func skipped(_ type: String, _ reason: String) -> DistrictFit {
        DistrictFit(type: type, overlaps: [], gaps: [], skippedBecause: reason)
    }

    private init(type: String, overlaps: [Overlap], gaps: [Gap], skippedBecause: String?) {
        self.type = type
        overlapCount = overlaps.count
        overlapM2 = overlaps.reduce(0) { $0 + $1.areaM2 }.roundedToTenths
        self.overlaps = Array(
            overlaps.sorted { ($1.areaM2, $0.districts[0]) < ($0.areaM2, $1.districts[0]) }
                .prefix(Self.listLimit)
        )
        gapCount = gaps.count
        gapM2 = gaps.reduce(0) { $0 + $1.areaM2 }.roundedToTenths
        self.gaps = Array(gaps.sorted { $1.areaM2 < $0.areaM2 }.prefix(Self.listLimit))
        self.skippedBecause = skippedBecause
    }

    private static func overlaps(
        of districts: [District],
        _ overlay: any AreaOverlay,
        _ work: inout FitWork
    ) throws -> [Overlap] {
        let boxed = districts.compactMap { district in
            district.area.boundingBox.map { (district, $0) }
        }.sorted { $0.1.west < $1.1.west }
        var overlaps: [Overlap] = []
        for (index, (first, box)) in boxed.enumerated() {
            for (second, other) in boxed[(index + 1)...] {
                if other.west > box.east { break }
                try work.spend(1)
                guard other.south <= box.north, other.north >= box.south else { continue }
                try work.spend(
                    FitWork.overlayCost + first.area.cornerCount + second.area.cornerCount
                )
                guard let common = try overlay.common(first.area, second.area)
                else { continue }
                let area = common.squareMeters
                guard area >= leastSquareMeters,
                    let largest = common.polygons.max(by: { $0.squareMeters < $1.squareMeters }),
                    let place = largest.exterior.first
                else { continue }
                guard overlaps.count < districts.count + mostOverlapsBesides else {
                    throw FitWork.Exhausted()
                }
                overlaps.append(
                    Overlap(
                        districts: [first.reference.code, second.reference.code].sorted(),
                        areaM2: area.roundedToTenths,
                        latitude: place.latitude,
                        longitude: place.longitude
                    )
                )
            }
        }
        return overlaps
    }

    private static func gaps(
        between districts: [District],
        _ overlay: any AreaOverlay,
        _ work: inout FitWork
    ) throws -> [Gap] {
        let whole = try overlay.united(districts.map(\.area))
        return try whole.polygons.flatMap(\.holes).compactMap { hole in
            guard let gap = try? Polygon(exterior: hole), let place = hole.first else { return nil }
            try work.spend(districts.count + hole.count)
            let area = gap.squareMeters
            guard area >= leastSquareMeters else { return nil }
            let edges = Set(hole)
            let around = districts.filter { district in
                guard let box = district.area.boundingBox else { return false }
                let other = gap.boundingBox
                guard box.south <= other.north, other.south <= box.north, box.west <= other.east,
                    other.west <= box.east
                else { return false }
                return hole.contains { box.contains($0) }
            }
            try work.spend(around.reduce(0) { $0 + hole.count + $1.area.cornerCount })
            let between = around.filter { district in
                district.area.polygons.contains { polygon in
                    polygon.exterior.contains(where: edges.contains)
                        || polygon.holes.contains { $0.contains(where: edges.contains) }
                }
            }.map(\.reference.code)
            return Gap(
                areaM2: area.roundedToTenths,
                latitude: place.latitude,
                longitude: place.longitude,
                between: Array(Set(between).sorted().prefix(5))
            )
        }
    }
}

extension Double {
    fileprivate var roundedToTenths: Double { (self * 10).rounded() / 10 }
}

extension ImportReport {
    /// Overlaps and gaps, for the report on a terminal.
    func addDistrictFits(_ page: inout TextPage) {
        for fit in districtFits {
            page.blank()
            if let reason = fit.skippedBecause {
                page.add("Overlaps and gaps of \(fit.type) were not looked for: \(reason)")
                continue
            }
            page.add(
                "Fit of \(fit.type): "
                    + Self.found(fit.overlapCount, "overlap", of: fit.overlapM2) + ", "
                    + Self.found(fit.gapCount, "gap", of: fit.gapM2)
            )
            for overlap in fit.overlaps.prefix(10) {
                page.add(
                    "\(overlap.districts.joined(separator: " and ")) both claim "
                        + "\(Self.area(overlap.areaM2)) at "
                        + Self.place(overlap.latitude, overlap.longitude),
                    indent: 2
                )
            }
            if fit.overlapCount > 10 {
                page.add("... and \(counted(fit.overlapCount - 10, "more overlap"))", indent: 2)
            }
            for gap in fit.gaps.prefix(10) {
                let between =
                    gap.between.isEmpty ? "" : " between \(gap.between.joined(separator: ", "))"
                page.add(
                    "nobody has \(Self.area(gap.areaM2))\(between) at "
                        + Self.place(gap.latitude, gap.longitude),
                    indent: 2
                )
            }
            if fit.gapCount > 10 {
                page.add("... and \(counted(fit.gapCount - 10, "more gap"))", indent: 2)
            }
        }
    }

    private static func found(_ count: Int, _ noun: String, of squareMeters: Double) -> String {
        count == 0 ? "no \(noun)s" : "\(counted(count, noun)) of \(area(squareMeters))"
    }

    private static func area(_ squareMeters: Double) -> String {
        squareMeters < 100
            ? "\((squareMeters * 10).rounded() / 10) m²"
            : "\(grouped(Int(squareMeters.rounded()))) m²"
    }

    private static func place(_ latitude: Double, _ longitude: Double) -> String {
        func short(_ degrees: Double) -> String { String((degrees * 100_000).rounded() / 100_000) }
        return "\(short(latitude)), \(short(longitude))"
    }
}
