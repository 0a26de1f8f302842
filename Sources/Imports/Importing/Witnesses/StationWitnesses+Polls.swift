internal import Polling
internal import Synchronization

/// The hours of polling places, held against those of the polls of the elections to come.
extension StationWitnesses {
    /// When the polls are open on a day, in minutes since midnight.
    private struct Polls: Hashable {
        let day: CalendarDate
        let opens: Int
        let closes: Int

        /// nil where an election does not say, or in a way that is no stretch of its day.
        init?(_ election: Election) {
            guard let day = election.date, let opens = Self.minutes(election.pollsOpen),
                let closes = Self.minutes(election.pollsClose), opens < closes
            else { return nil }
            (self.day, self.opens, self.closes) = (day, opens, closes)
        }

        private static func minutes(_ time: String?) -> Int? {
            let parts = (time ?? "").split(separator: ":").map { Int($0) }
            guard parts.count == 2, let hour = parts[0], let minute = parts[1],
                0...24 ~= hour, 0..<60 ~= minute
            else { return nil }
            return hour * 60 + minute
        }
    }

    /// So many are named.
    private static let shownHours = 3

    /// Tells of polling places that open or close on the day of an election to come at another time than its
    /// polls: voters come to a shut door, or too late.
    ///
    /// - Throws: What the store throws.
    /// - Complexity: O(n d) for n stations and d days of elections.
    func judgePolls(_ stations: [Station], _ judgment: inout Judgment) async throws {
        let found = Mutex<Set<Polls>>([])
        try await elections?.forEachElection { [today] batch in
            let polls = batch.compactMap(Polls.init).filter { $0.day >= today }
            found.withLock { $0.formUnion(polls) }
        }
        let polls = found.withLock { $0.sorted { ($0.day, $0.opens) < ($1.day, $1.opens) } }
        guard let next = polls.first else { return }
        let places = stations.filter { $0.kind == .pollingPlace }
        var timed = 0
        var others: [Station] = []
        for (station, open) in zip(places, OpenDays.of(places)) {
            let days = polls.compactMap { polls in
                open.times(onElectionDay: polls.day).map { (polls, $0) }
            }
            guard !days.isEmpty else { continue }
            timed += 1
            // Hours without a day are those of whichever election they fit.
            let fits = days.contains { polls, times in
                times.lowerBound == polls.opens && times.upperBound == polls.closes
            }
            if !fits { others.append(station) }
        }
        guard !others.isEmpty else { return }
        let shown = others.prefix(Self.shownHours).map { "\($0.name) (\($0.hours ?? ""))" }
        judgment.notes.append(
            ImportNote(
                .warning,
                Finding(
                    .otherPollHours,
                    [
                        "count": .count(others.count), "timed": .count(timed),
                        "day": .text("\(next.day)"),
                        "opens": .text(Self.clock(next.opens)),
                        "closes": .text(Self.clock(next.closes)),
                        "examples": Finding.list(shown, more: others.count - shown.count),
                    ]
                )
            )
        )
    }

    private static func clock(_ minutes: Int) -> String {
        let (hour, minute) = (minutes / 60, minutes % 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
