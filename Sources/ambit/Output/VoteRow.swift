import Geodesy
import Polling

/// An answer as a row.
enum VoteRow {
    static let columns = [
        "method", "district_type", "district", "station_id", "station", "address", "lat", "lon",
        "distance_m", "boundary_distance_m", "choices", "contests", "measures", "warnings",
        "matched_address", "station_type", "hours", "early_voting", "drop_off", "election",
        "election_date", "other_elections", "notes",
    ]

    /// The row of a question that has no answer: it says why among the warnings.
    static func row(_ error: VoteError) -> Row {
        var values = [Value](repeating: .missing, count: columns.count)
        for (index, column) in columns.enumerated() {
            switch column {
            case "choices", "contests", "measures": values[index] = .integer(0)
            case "warnings": values[index] = .text(error.code)
            default: continue
            }
        }
        return Row(values: values, geometry: nil, id: .missing)
    }

    /// Where else the voter may go, each with its hours, and how many there are besides.
    private static func sites(_ list: SiteList) -> Value {
        let lines = list.stations.map { VoterPage.line($0.station, $0.distance) }
        let more = list.count - lines.count
        return Value(
            list.count == 0
                ? nil : (lines + (more > 0 ? ["\(more) more"] : [])).joined(separator: " | ")
        )
    }

    private static func notes(_ station: Station?) -> Value {
        let notes = station?.notes ?? []
        return Value(notes.isEmpty ? nil : notes.joined(separator: " | "))
    }

    static func row(_ answer: VoterAnswer) -> Row {
        let assignment = answer.assignment
        let station = assignment?.station
        let place = station?.station.coordinate
        let election = answer.ballot.elections.first
        func count(_ number: Int) -> Value { .integer(Int64(number)) }
        return Row(
            values: [
                Value(assignment?.method.rawValue), Value(assignment?.district?.type),
                Value(assignment?.district?.code), Value(station?.station.id.rawValue),
                Value(station?.station.name), Value(station?.station.address),
                place.map { .number($0.latitude) } ?? .missing,
                place.map { .number($0.longitude) } ?? .missing,
                station?.distance.map(Value.meters) ?? .missing,
                assignment?.boundaryDistance.map(Value.meters) ?? .missing,
                count(answer.choices.count), count(answer.ballot.contests.count),
                count(answer.ballot.measures.count),
                Value(
                    answer.warnings.isEmpty
                        ? nil : answer.warnings.map(\.code.rawValue).joined(separator: " ")
                ),
                Value(answer.matchedAddresses.first), Value(station?.station.kind.rawValue),
                Value(station?.station.hours), sites(answer.earlyVoting), sites(answer.dropOff),
                Value(election?.key), Value(election?.date?.description),
                sites(answer.otherElections),
                notes(station?.station),
            ],
            coordinate: place,
            id: Value(station?.station.id.rawValue)
        )
    }
}
