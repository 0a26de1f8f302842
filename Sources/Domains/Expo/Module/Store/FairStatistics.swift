internal import Accounts
internal import Expo
internal import GeoJSON
internal import Timekeeping

/// How a fair goes, so that nobody is singled out.
struct FairStatistics: Sendable {
    private let fair: String
    private let roles: GuardedCounts
    private let ages: GuardedCounts
    private let both: GuardedCounts
    /// The hours; `ratings` are nil where too few visitors gave them, or where they would be what is left.
    private let hours: [(hour: Timestamp, ratings: Int?)]
    private let exhibitors: [(stand: FairSnapshot.Stand, tally: RatingTally)]

    init(
        _ fair: FairSnapshot.Fair,
        in snapshot: FairSnapshot,
        ratings: RatingStore,
        board: TallyBoard
    ) async throws {
        self.fair = fair.id
        let attendees = try await ratings.attendees(of: fair.id).map(\.attendee)
        func role(_ attendee: RatingStore.Attendee) -> String {
            attendee.role?.rawValue ?? Self.untold
        }
        func counts(
            _ cells: [String],
            groups: [(String) -> String] = [],
            _ cell: (RatingStore.Attendee) -> String
        ) -> GuardedCounts {
            let counted = Dictionary(grouping: attendees, by: cell).mapValues(\.count)
            return GuardedCounts(cells.map { ($0, counted[$0] ?? 0) }, groups: groups)
        }
        let roleCells = AttendeeRole.allCases.map(\.rawValue) + [Self.untold]
        let ageCells = AgeBand.allCases.map(\.rawValue)
        roles = counts(roleCells, role)
        ages = counts(ageCells, \.ageBand)
        // How many are of an age or have a role is told, too: their cells are no way to one of a few.
        func word(_ index: Int) -> (String) -> String {
            { String($0.split(separator: " ")[index]) }
        }
        let bothCells = ageCells.flatMap { age in roleCells.map { "\(age) \($0)" } }
        both = counts(bothCells, groups: [word(0), word(1)]) {
            "\($0.ageBand) \(role($0))"
        }
        let visits = try await ratings.visitsByHour(of: fair.id)
        let told = Set(
            GuardedCounts(visits.map { ($0.hour.rfc3339, $0.visitors) }).told.map(\.cell)
        )
        hours = visits.map { ($0.hour, told.contains($0.hour.rfc3339) ? $0.ratings : nil) }
        exhibitors = fair.stands.map { number in
            let stand = snapshot.stands[number]
            return (stand, board.tally(of: stand.exhibitor.id))
        }
        .sorted { left, right in
            let (own, its) = (left.tally.interval?.lowerBound, right.tally.interval?.lowerBound)
            if own != its { return (own ?? 0) > (its ?? 0) }
            return left.stand.sortName < right.stand.sortName
        }
    }

    /// Who has not said why they are there.
    private static let untold = "not_told"

    func json() -> [UInt8] {
        var json = JSONWriter(capacity: 4096)
        json.object { json in
            json.member("event", fair)
            json.member("least_count", GuardedCounts.leastCount)
            json.member("attendees", roles.total)
            json.counts("by_role", roles, cells: ["role"])
            json.counts("by_age_band", ages, cells: ["age_band"])
            json.counts("by_age_band_and_role", both, cells: ["age_band", "role"])
            json.member(
                "by_hour",
                array: { list in
                    for (hour, ratings) in hours {
                        list.object { json in
                            json.member("hour", hour.rfc3339)
                            json.member("ratings", ratings)
                        }
                    }
                }
            )
            json.member(
                "exhibitors",
                array: { list in
                    for (stand, tally) in exhibitors {
                        list.object { json in
                            json.member("exhibitor", stand.exhibitor.id)
                            json.member("name", stand.exhibitor.name)
                            json.member("booth", stand.exhibitor.booth)
                            json.member("ratings", tally.count.ifEnough)
                            json.tally(tally)
                        }
                    }
                }
            )
        }
        return json.takeBytes()
    }
}

extension Int {
    /// The number where it is 0, or enough people; else nil.
    fileprivate var ifEnough: Int? { self == 0 || self >= GuardedCounts.leastCount ? self : nil }
}

extension JSONWriter {
    fileprivate mutating func counts(_ name: String, _ counts: GuardedCounts, cells: [String]) {
        member(
            name,
            object: { json in
                json.member(
                    "cells",
                    array: { list in
                        for (cell, count) in counts.told {
                            list.object { json in
                                for (key, value) in zip(cells, cell.split(separator: " ")) {
                                    json.member(key, String(value))
                                }
                                json.member("attendees", count)
                            }
                        }
                    }
                )
                json.member("others", counts.others)
            }
        )
    }
}
