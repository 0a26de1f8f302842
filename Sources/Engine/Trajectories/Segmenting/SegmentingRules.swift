/// What counts as a stay, a gap, a leg and an outlier.
public struct SegmentingRules: Sendable, Hashable {
    /// A stay lasts at least so many seconds ...
    public var staySeconds = 300.0
    /// ... within so many metres of its middle.
    public var stayMeters = 100.0
    /// No fix for longer than this, in seconds, is a gap.
    public var gapSeconds = 1_800.0
    /// No fix for longer than this, in seconds, is a part of a leg that nobody saw.
    public var darkSeconds = 120.0
    /// A walking stretch of so many seconds parts two legs.
    public var walkSeconds = 60.0
    /// What is faster, in metres a second, is an outlier, unless it goes on like an aeroplane.
    public var greatestMetersPerSecond = 70.0
    /// What is faster, in metres a second, is an outlier.
    public var greatestFlightMetersPerSecond = 340.0

    /// The rules as they are unless something else is asked for.
    public init() {}

    /// What a duration may be set to, in seconds: a minute to a day.
    public static let seconds = 60.0...86_400
    /// What ``stayMeters`` may be set to.
    public static let meters = 20.0...5_000
}

/// Why a track is told nothing of.
public enum SegmentingError: Error, Sendable, Hashable {
    /// A fix is earlier than the one before it; its index.
    case disorder(fix: Int)
    /// There are fewer than two fixes; how many.
    case tooFewFixes(Int)
    /// More fixes lie where nobody gets in the time between than do not: their number, that of all, and how
    /// many of them lie near the others once latitude and longitude are swapped.
    case mostlyOutliers(Int, of: Int, swapped: Int)
}

extension SegmentingError: CustomStringConvertible {
    /// What is wrong, and what is needed.
    public var description: String {
        switch self {
        case .disorder(let fix):
            return
                "fix \(fix) is earlier than the one before it; fixes come in the order of their times"
        case .tooFewFixes(let count):
            return "there \(count == 1 ? "is 1 fix" : "are \(count) fixes"); a track is 2 or more"
        case .mostlyOutliers(let count, let all, let swapped):
            let start =
                "\(count) of \(all) fixes lie where nobody gets in the time between, at "
                + "\(Int(SegmentingRules().greatestFlightMetersPerSecond)) m/s"
            return swapped * 2 > count
                ? start + "; latitude and longitude look swapped in \(swapped) of them"
                : start + "; look whether their times or their places are right"
        }
    }
}
