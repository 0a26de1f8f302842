import Analysis
import Geodesy
import Polling
import SpatiaLiteStore

/// Sees to it that areas out of a file can be measured: a ring that crosses itself or another has no
/// size that everybody would agree on, and is mended as an import of districts would.
struct SoundAreas {
    private let mender: any AreaMender

    /// What an area is.
    struct Verdict {
        /// The area, mended where it had to be; nil where nothing is left of it.
        let area: Area?
        /// What was wrong with it, where that changes its size.
        let fault: String?
    }

    init() { mender = FencedMender(isCancelled: { Task.isCancelled }) }

    func judge(_ area: Area) -> Verdict {
        let (outline, degrees) = area.turned
        let outcome: MendedArea
        do {
            outcome = try mender.mend(outline)
        } catch let failure as AreaWorkFailure {
            return Verdict(area: nil, fault: failure.description)
        } catch {
            // Of corners that numbers can hardly tell apart nothing can be made.
            return Verdict(area: nil, fault: "no valid polygon, and it cannot be mended")
        }
        switch outcome {
        case .sound: return Verdict(area: area, fault: nil)
        case .hopeless(let fault): return Verdict(area: nil, fault: fault)
        case .mended(let better, let fault):
            // Parts that merely share a boundary lose nothing when they become one.
            let change = (better.squareMeters - outline.squareMeters).magnitude
            return Verdict(
                area: Area(better, turnedBy: degrees),
                fault: change < Self.sameSquareMeters ? nil : fault
            )
        }
    }

    /// Areas are the same when they differ by less: what rounding leaves along boundaries.
    private static let sameSquareMeters = 1.0
}
