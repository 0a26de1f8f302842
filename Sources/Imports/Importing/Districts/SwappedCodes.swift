internal import Geodesy
internal import Polling

/// Districts that stand where another one is published: each has the boundary that another code has, or most
/// of it where boundaries were drawn anew, while the file has that code, too, elsewhere. Whoever names districts by their codes, stations and addresses
/// above all, would mean other ground from then on.
struct SwappedCodes {
    /// A boundary, as far as telling it from others takes.
    private struct Outline {
        let key: DistrictKey
        let code: String
        let box: BoundingBox
        let squareMeters: Double
        let area: MultiPolygon

        init?(_ district: District) {
            guard let box = district.area.boundingBox, box.west <= box.east else { return nil }
            key = DistrictKey(district.reference)
            code = district.reference.code
            area = district.area
            self.box = box
            squareMeters = district.area.squareMeters
        }

        /// How far edges of two boxes may lie apart, in degrees.
        var tolerance: Double {
            max(box.east - box.west, box.north - box.south) * SwappedCodes.sameShare
        }

        /// Whether another one is the same boundary, drawn again perhaps.
        func isAlike(_ other: Outline) -> Bool {
            let apart = [
                box.west - other.box.west, box.east - other.box.east,
                box.south - other.box.south, box.north - other.box.north,
            ]
            return apart.allSatisfy { $0.magnitude <= tolerance }
                && (squareMeters - other.squareMeters).magnitude
                    <= squareMeters * SwappedCodes.sameArea
        }

        /// Whether two boxes have a part in common.
        func touches(_ other: Outline) -> Bool {
            box.west < other.box.east && other.box.west < box.east
                && box.south < other.box.north && other.box.south < box.north
        }

        /// How much of it lies in any of others that are published, 0 to 1.
        func share(in others: [Outline]) -> Double {
            let others = others.filter(touches)
            guard !others.isEmpty, let share = AreaShare(area) else { return 0 }
            return others.reduce(0) { max($0, share.fraction(in: $1.area)) }
        }
    }

    /// A district whose boundary is published under another code.
    private struct Taker {
        let code: String
        let publishedCode: String
    }

    private var takers: [Taker] = []
    private let count: Int

    /// Edges that lie no further apart are the same, as a share of what the boundary spans.
    private static let sameShare = 0.01
    /// Areas that differ by no more are the same.
    private static let sameArea = 0.03
    /// What has so much of a boundary stands there.
    private static let mostShare = 0.5

    /// - Parameters:
    ///   - districts: Those of the file.
    ///   - published: What they take the place of.
    ///   - staying: The codes that stay beside the file's.
    /// - Complexity: O(n log n) for boundaries that lie beside one another; for those that were drawn anew,
    ///   O(n m) for m of them, and as ``AreaShare`` for those that touch.
    init(_ districts: [District], of published: [District], staying: Set<DistrictKey> = []) {
        count = districts.count
        let old = published.compactMap(Outline.init).sorted { $0.box.west < $1.box.west }
        let oldByKey = Dictionary(grouping: old, by: \.key)
        let kept = staying.union(districts.map { DistrictKey($0.reference) })
        let outlines = districts.compactMap(Outline.init)
        let newByKey = Dictionary(grouping: outlines, by: \.key)
        for outline in outlines {
            if oldByKey[outline.key]?.contains(where: outline.isAlike) == true { continue }
            let near = Self.around(outline, in: old)
            let other = near.first { other in
                other.key != outline.key && other.key.type == outline.key.type
                    && kept.contains(other.key) && outline.isAlike(other)
            }
            let taken =
                other
                ?? Self.covered(by: outline, in: old, own: oldByKey[outline.key] ?? []) { other in
                    kept.contains(other.key)
                        && !(newByKey[other.key] ?? []).contains {
                            $0.share(in: [other]) >= Self.mostShare
                        }
                }
            if let taken {
                takers.append(Taker(code: outline.code, publishedCode: taken.code))
            }
        }
    }

    /// The published boundary of another code that a boundary has most of, and which is most of it; nil
    /// where it lies in its own.
    ///
    /// - Parameters:
    ///   - own: What is published under its code.
    ///   - isElsewhere: Whether what has the other's code lies elsewhere now.
    private static func covered(
        by outline: Outline,
        in old: [Outline],
        own: [Outline],
        isElsewhere: (Outline) -> Bool
    ) -> Outline? {
        let near = old.filter { other in
            other.key != outline.key && other.key.type == outline.key.type
                && outline.touches(other)
                && outline.squareMeters >= other.squareMeters * mostShare
                && other.squareMeters >= outline.squareMeters * mostShare
        }
        guard !near.isEmpty, outline.share(in: own) < mostShare,
            let share = AreaShare(outline.area)
        else { return nil }
        return near.first { other in
            let common = share.fraction(in: other.area)
            return common > mostShare
                && common * outline.squareMeters > other.squareMeters * mostShare
                && isElsewhere(other)
        }
    }

    /// The boundaries whose western edges lie where that of another does.
    private static func around(_ outline: Outline, in old: [Outline]) -> ArraySlice<Outline> {
        let (west, east) = (
            outline.box.west - outline.tolerance, outline.box.west + outline.tolerance
        )
        var (low, high) = (0, old.count)
        while low < high {
            let middle = (low + high) / 2
            if old[middle].box.west < west { low = middle + 1 } else { high = middle }
        }
        return old[low...].prefix { $0.box.west <= east }
    }

    /// What takes consent; nil where fewer than two have the boundary of another.
    var consent: GuardFinding? {
        guard takers.count > 1 else { return nil }
        let examples = Finding.examples(
            takers.lazy.map { "\($0.code) (published as \($0.publishedCode))" }
        )
        return GuardFinding(
            limit: .swappedCodes,
            count: takers.count,
            allowed: 1,
            published: count,
            text:
                "\(grouped(takers.count)) of the file's \(counted(count, "district")) have the boundary "
                + "that is published under another code of the file: \(examples.text). Stations and addresses "
                + "that name these codes would mean other ground. Look whether the column of codes was "
                + "sorted, or slipped, without the others",
            values: ["examples": examples]
        )
    }
}
