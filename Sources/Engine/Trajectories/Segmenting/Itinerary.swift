public import Geodesy
public import Timekeeping

/// What a track tells of its time: stays, trips with their legs, and gaps that nobody knows.
public struct Itinerary: Sendable {
    /// One thing after the other; they do not overlap.
    public enum Segment: Sendable {
        /// At one place.
        case stay(Stay)
        /// From one place to another.
        case trip(Trip)
        /// Unseen.
        case gap(Gap)
    }

    /// A time at one place.
    public struct Stay: Sendable, Hashable {
        /// The first fix of it.
        public let from: Timestamp
        /// The last fix of it.
        public let to: Timestamp
        /// The fix that is nearest to all others, each weighed by its time.
        public let place: Coordinate
        /// How far from there nine in ten of the fixes are at most.
        public let radius: Distance
        /// How many fixes there are.
        public let fixes: Int
    }

    /// A way from one stay or gap to the next.
    public struct Trip: Sendable {
        /// The last fix of where it began.
        public let from: Timestamp
        /// The first fix of where it ended.
        public let to: Timestamp
        /// One or more, each beginning where the last one ended.
        public let legs: [Leg]
        /// How long all legs are, in metres.
        public var meters: Double { legs.reduce(0) { $0 + $1.meters } }
    }

    /// What was gone in one mode.
    public struct Leg: Sendable {
        /// Its first fix.
        public let from: Timestamp
        /// Its last fix.
        public let to: Timestamp
        /// How one went; nil where the fixes are too few to tell.
        public let mode: TransportMode?
        /// How likely the mode is beside the others, 0 to 1.
        public let confidence: Double
        /// The likelihood of each mode, of which the greatest is ``confidence``; empty where none is told.
        public let likelihoods: [TransportMode: Double]
        /// How long its line is, in metres.
        public let meters: Double
        /// From its first place to its last, without the noise of single fixes.
        public let line: [Coordinate]
        /// How many fixes there are.
        public let fixes: Int
        /// For how many seconds no fix came for more than ``SegmentingRules/darkSeconds``: what was gone then
        /// is a straight line.
        public let unseenSeconds: Double
        /// The fixes it was told by, by their indices among those given, ends included.
        public let range: ClosedRange<Int>
    }

    /// A time of which nobody knows where it was spent: never movement, never a stay.
    public struct Gap: Sendable, Hashable {
        /// Why nothing is known.
        public enum Reason: String, Sendable, Hashable, CaseIterable {
            /// No fix came for longer than ``SegmentingRules/gapSeconds``.
            case dark
            /// The next fixes lie where nobody gets in the time between.
            case unreachable
        }

        /// The last fix before it.
        public let from: Timestamp
        /// The first fix after it.
        public let to: Timestamp
        /// Where it began.
        public let before: Coordinate
        /// Where it ended.
        public let after: Coordinate
        /// From where it began to where it ended, straight.
        public let distance: Distance
        /// Whether both are one place, within ``SegmentingRules/stayMeters``; that nobody left it meanwhile is
        /// not said.
        public let isSamePlace: Bool
        /// Why nothing is known.
        public let reason: Reason
    }

    /// In the order of time.
    public let segments: [Segment]
    /// The indices of fixes that were left out: where nobody gets in the time between.
    public let outliers: [Int]
    /// How many of those lie near the others once latitude and longitude are swapped.
    public let swappedOutliers: Int
    /// The rules by which all this was told.
    public let rules: SegmentingRules

    /// The trips alone.
    public var trips: [Trip] {
        segments.compactMap { if case .trip(let trip) = $0 { trip } else { nil } }
    }

    /// The stays alone.
    public var stays: [Stay] {
        segments.compactMap { if case .stay(let stay) = $0 { stay } else { nil } }
    }

    /// The gaps alone.
    public var gaps: [Gap] {
        segments.compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
    }
}

/// How one went, as far as speeds, turns and stops tell it.
public enum TransportMode: String, Sendable, Hashable, CaseIterable {
    /// On foot, running too.
    case walk
    /// By bicycle or scooter.
    case bike
    /// By car or bus.
    case drive
    /// By train, tram or underground, on tracks of its own.
    case rail
    /// By aeroplane.
    case plane
}

extension Itinerary {
    /// The itinerary with other legs.
    ///
    /// - Parameter change: Is given the index of a trip, and each of its legs in their order.
    public func mappingLegs<Failure: Error>(
        _ change: (_ trip: Int, Leg) throws(Failure) -> Leg
    ) throws(Failure) -> Itinerary {
        var trip = 0
        var mapped: [Segment] = []
        for segment in segments {
            guard case .trip(let old) = segment else {
                mapped.append(segment)
                continue
            }
            var legs: [Leg] = []
            for leg in old.legs { legs.append(try change(trip, leg)) }
            mapped.append(.trip(Trip(from: old.from, to: old.to, legs: legs)))
            trip += 1
        }
        return Itinerary(
            segments: mapped,
            outliers: outliers,
            swappedOutliers: swappedOutliers,
            rules: rules
        )
    }
}

extension Itinerary.Leg {
    /// The leg with its modes weighed by something else that was seen of it.
    ///
    /// - Parameter weights: How likely that is under each mode, beside the others; 1 for those that are not
    ///   there.
    public func weighed(by weights: [TransportMode: Double]) -> Itinerary.Leg {
        let products = likelihoods.map { ($0.key, $0.value * (weights[$0.key] ?? 1)) }
        let all = products.reduce(0) { $0 + $1.1 }
        guard all > 0 else { return self }
        let shares = Dictionary(uniqueKeysWithValues: products.map { ($0.0, $0.1 / all) })
        let best = TransportMode.allCases.max { (shares[$0] ?? 0) < (shares[$1] ?? 0) }
        return Itinerary.Leg(
            from: from,
            to: to,
            mode: best,
            confidence: best.flatMap { shares[$0] } ?? 0,
            likelihoods: shares,
            meters: meters,
            line: line,
            fixes: fixes,
            unseenSeconds: unseenSeconds,
            range: range
        )
    }
}
