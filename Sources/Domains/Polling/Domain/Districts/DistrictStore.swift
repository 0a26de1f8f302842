public import Geodesy

/// What Polling needs of a durable store to know which districts there are.
public protocol DistrictStore: Sendable {
    /// Hands over the districts of every published dataset in batches, in no stated order.
    func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws
}

/// Tells whether an area is sound, and mends one that is not.
///
/// An area is sound when its rings neither cross themselves nor each other, its holes lie within
/// it, and its parts share points at most (OGC Simple Features, 6.1.11.1): only then is "inside"
/// a question with one answer.
public protocol AreaMender: Sendable {
    /// Mends an area, if it needs that. Blocks; may be called from any thread.
    ///
    /// - Throws: Only when the question itself fails; ``AreaWorkFailure`` where that is for its size.
    func mend(_ area: MultiPolygon) throws -> MendedArea
}

/// What became of an area.
public enum MendedArea: Sendable, Hashable {
    /// It is sound as it is.
    case sound
    /// It was not, and this is what it must have meant; the fault in words.
    case mended(MultiPolygon, fault: String)
    /// Nothing with an inside is left of it; the fault in words.
    case hopeless(fault: String)
}

/// Lays areas over each other.
public protocol AreaOverlay: Sendable {
    /// What two sound areas both cover; nil where that has no inside. Blocks; may be called from any
    /// thread.
    func common(_ first: MultiPolygon, _ second: MultiPolygon) throws -> MultiPolygon?

    /// What sound areas cover together, as a sound area: parts that share a boundary become one. Blocks;
    /// may be called from any thread.
    func united(_ areas: [MultiPolygon]) throws -> MultiPolygon
}

/// Why an area was not judged, mended or laid over another, though there is nothing wrong with the
/// question.
public enum AreaWorkFailure: Error, Sendable, Hashable {
    /// Nobody wants the answer any more.
    case cancelled
    /// One question has taken as long as any may, in seconds of a core.
    case tooLong(seconds: Double)
    /// All questions about a file have.
    case fileTooLong(seconds: Double)
    /// The process that worked on it has ended, most likely for it may have no more memory.
    case ended(megabytes: Int)
    /// It could not work on it, for another reason.
    case unanswered(String)
}

extension AreaWorkFailure: CustomStringConvertible {
    /// What happened and what to do about it.
    public var description: String {
        func seconds(_ number: Double) -> String { "\(Int(number.rounded(.up))) seconds" }
        let remedy = "simplify or mend it before, in a geographic information system"
        return switch self {
        case .cancelled: "the work was cancelled"
        case .tooLong(let limit):
            "it meets itself in so many places that more than \(seconds(limit)) of work would be "
                + "needed, the most for one polygon; \(remedy)"
        case .fileTooLong(let limit):
            "the polygons of this file that meet themselves have taken \(seconds(limit)) of work, "
                + "the most for one file; \(remedy)"
        case .ended(let megabytes):
            "the work on it ended before its time, most likely for more than \(megabytes) MB of "
                + "memory would be needed, the most for one polygon; \(remedy)"
        case .unanswered(let reason): reason
        }
    }
}
