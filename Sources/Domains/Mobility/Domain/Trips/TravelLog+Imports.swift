package import Timekeeping

extension TravelLog {
    /// Takes out what was read from an import: trips, with their scores, and stays.
    ///
    /// - Parameters:
    ///   - number: The import.
    ///   - moments: The moments of its fixes, by which trips and stays are known that say nothing of where they are from.
    /// - Returns: How many trips there were.
    package mutating func undoImport(_ number: String, moments: Set<Timestamp>) -> Int {
        func isOfImport(_ own: String?, _ from: Timestamp, _ to: Timestamp?) -> Bool {
            if let own { return own == number }
            guard let to else { return false }
            return moments.contains(from) && moments.contains(to)
        }
        let gone = trips.values.filter { trip in
            trip.source == .imported
                && isOfImport(trip.importNumber, trip.startedAt, trip.endedAt)
        }
        for trip in gone { take(trip.id) }
        removeStays { isOfImport($0.importNumber, $0.from, $0.to) }
        return gone.count
    }
}
