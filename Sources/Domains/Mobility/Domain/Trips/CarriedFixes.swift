internal import Timekeeping
package import Trajectories

/// The fixes of the device that somebody has with them, of several that tell where they are.
///
/// Fixes of two devices are never mixed: a telephone at home beside one on the way would be a person who jumps to and
/// fro, which is nobody's trip. Each device's fixes are told apart by themselves. Whoever travels has the device
/// that travels: from the start of its trip on until a trip begins that another device tells. Of two trips of which
/// one lies in the other for the most part the longer one counts, so that two telephones in one pocket make one
/// trip; where they overlap less, the first is told to its end. Without any trip the device counts that tells most.
package enum CarriedFixes {
    /// - Parameters:
    ///   - tracks: The fixes of each device by the order of their times.
    ///   - segmenter: Tells trips.
    /// - Returns: Fixes by the order of their times.
    /// - Complexity: As of the segmenter, for all fixes.
    package static func fixes(of tracks: [[Fix]], by segmenter: Segmenter = Segmenter()) -> [Fix] {
        let tracks = tracks.filter { !$0.isEmpty }
        guard tracks.count > 1 else { return tracks.first ?? [] }
        let told = told(of: tracks, by: segmenter)
        guard let first = told.first else {
            // The first of those that tell as many.
            return tracks.enumerated().max {
                ($0.element.count, -$0.offset) < ($1.element.count, -$1.offset)
            }?
            .element ?? []
        }
        var carried: [Fix] = []
        var device = first.device
        var begin: Timestamp?
        func take(until end: Timestamp?) {
            carried += tracks[device].filter { fix in
                (begin.map { fix.at >= $0 } ?? true) && (end.map { fix.at < $0 } ?? true)
            }
        }
        for trip in told.dropFirst() where trip.device != device {
            take(until: trip.from)
            (device, begin) = (trip.device, trip.from)
        }
        take(until: nil)
        return carried
    }

    /// A trip of a device, or what of it lies behind that of another.
    private struct ToldTrip {
        let device: Int
        var from: Timestamp
        let to: Timestamp

        var milliseconds: Int64 { to.milliseconds(since: from) }
    }

    /// The trips of all devices, one after the other.
    private static func told(of tracks: [[Fix]], by segmenter: Segmenter) -> [ToldTrip] {
        var trips: [ToldTrip] = []
        for (device, track) in tracks.enumerated() {
            guard let itinerary = try? segmenter.itinerary(of: track) else { continue }
            trips += itinerary.trips.map { ToldTrip(device: device, from: $0.from, to: $0.to) }
        }
        // The longest first; each is kept unless it lies in one that is kept for the most part.
        trips.sort { ($1.milliseconds, $0.device) < ($0.milliseconds, $1.device) }
        var kept: [ToldTrip] = []
        for trip in trips {
            let isTold = kept.contains { other in
                let overlap = min(trip.to, other.to).milliseconds(since: max(trip.from, other.from))
                return 2 * overlap > trip.milliseconds
            }
            if !isTold { kept.append(trip) }
        }
        kept.sort { ($0.from, $0.device) < ($1.from, $1.device) }
        for index in kept.indices.dropFirst() {
            kept[index].from = max(kept[index].from, kept[index - 1].to)
        }
        return kept
    }
}
