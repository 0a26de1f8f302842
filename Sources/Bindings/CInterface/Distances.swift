internal import CAmbit
internal import Geodesy

/// The distances from places to others, number by number.
struct Distances {
    let starts: Places
    let ends: Places
    let threads: Int32

    /// - Parameter meters: Room for as many numbers as there are places.
    /// - Throws: What is wrong with a place.
    func write(to meters: UnsafeMutablePointer<Double>) throws(Refusal) {
        try starts.check()
        try ends.check()
        let parts = Parts(min(starts.count, ends.count), threads: threads)
        // Written to by number, each by one thread.
        nonisolated(unsafe) let meters = meters
        try parts.run { [starts, ends] part throws(Refusal) in
            guard starts.isOne else {
                for number in parts.range(part) {
                    let start = try starts.coordinate(number)
                    let end = try ends.coordinate(number)
                    meters[number] = Geodesic.distance(from: start, to: end).meters
                }
                return
            }
            let origin = GeodesicOrigin(try starts.coordinate(0))
            for number in parts.range(part) {
                meters[number] = origin.distance(to: try ends.coordinate(number)).meters
            }
        }
    }
}
