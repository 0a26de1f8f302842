import Geodesy
import Polling
import Timekeeping

/// An answer as a page for people.
struct VoterPage {
    private let answer: VoterAnswer
    private let languages: [String]
    private let moment: Timestamp

    /// How many addresses of a choice are shown.
    private static let shownAddresses = 5

    /// - Parameter moment: When it is asked whether elections are over.
    init(_ answer: VoterAnswer, languages: [String], at moment: Timestamp) {
        self.answer = answer
        self.languages = languages
        self.moment = moment
    }

    var text: String {
        let parts: [[String]] = [
            assigned,
            answer.warnings.map { "! \($0.message)" },
            choices,
            sites("Also, to vote early:", answer.earlyVoting),
            sites("Also, to drop off a ballot:", answer.dropOff),
            voteCenters,
            apart,
            districts,
            ballot,
        ]
        return parts.joined().joined(separator: "\n")
    }

    /// Where the voter votes.
    private var assigned: [String] {
        guard let assignment = answer.assignment else { return ["No station is assigned."] }
        let district = assignment.district.map { ": \($0.type) \($0.code)" } ?? ""
        var lines = ["Assigned by \(assignment.method.rawValue)\(district)"]
        lines += addresses(answer.matchedAddresses, answer.matchedAddresses.count).map {
            "  for \($0)"
        }
        if let distance = assignment.boundaryDistance {
            lines.append("  its boundary is \(Self.length(distance)) away")
        }
        for found in assignment.stations {
            lines.append("  " + Self.line(found.station, found.distance))
            lines += Self.notes(found.station, indent: 4)
        }
        return lines
    }

    /// What the voter may choose from. Beside an assignment these are its own district and, should the place
    /// be a little off, those next to it.
    private var choices: [String] {
        guard !answer.choices.isEmpty else { return [] }
        var lines = [
            answer.assignment == nil
                ? "Choices, none of which is assigned:"
                : "Choices, of which the first is assigned:"
        ]
        for choice in answer.choices {
            lines.append("  \(choice.district.type) \(choice.district.code)" + Self.why(choice))
            lines += addresses(choice.addresses, choice.addressCount).map { "    for \($0)" }
            for found in choice.stations {
                lines.append("    " + Self.line(found.station, found.distance))
                lines += Self.notes(found.station, indent: 6)
            }
            lines += choice.also.map { "    also: " + Self.line($0.station, $0.distance) }
            lines += choice.otherElections.map {
                "    not in this election: " + apartLine($0.station, $0.distance)
            }
        }
        return lines
    }

    private var voteCenters: [String] {
        guard answer.voteCenterCount > 0 else { return [] }
        let (count, shown) = (answer.voteCenterCount, answer.voteCenters.count)
        let which = answer.voteCenters.first?.distance == nil ? "the first" : "the nearest"
        let title =
            "Vote centers for anybody of the county"
            + (shown < count
                ? ", \(which) \(shown) of \(count) (--vote-centers \(count) lists all):"
                : ":")
        return [title] + answer.voteCenters.map { "  " + Self.line($0.station, $0.distance) }
    }

    /// Stations where the voter does not vote, or not in this election.
    private var apart: [String] {
        var lines: [String] = []
        if answer.otherElections.count > 0 {
            let list = answer.otherElections
            lines.append("Not in this election, though they serve this place:")
            lines += list.stations.map { "  " + apartLine($0.station, $0.distance) }
            lines += more(list)
        }
        if !answer.nearby.stations.isEmpty {
            lines.append("Nearby, which does not make them yours:")
            lines += answer.nearby.stations.map { "  " + apartLine($0.station, $0.distance) }
        }
        return lines
    }

    private var districts: [String] {
        guard !answer.districts.isEmpty else { return [] }
        return ["Districts:"]
            + answer.districts.map { "  \($0.reference.type) \($0.reference.code)" }
    }

    private var ballot: [String] {
        var lines: [String] = []
        for election in answer.ballot.elections {
            let name = election.name.text(in: languages)
            var line = "On the ballot: \(name)"
            if let date = election.date, election.isPast(at: moment) == true {
                line += ", held on \(date) (it is over)"
            } else if let date = election.date, !name.contains("\(date)") {
                // An election that no file names is called by its day.
                line += ", \(date)"
            }
            lines.append(line)
        }
        for contest in answer.ballot.contests {
            let names = contest.candidates.map { $0.name.text(in: languages) }
            lines.append(
                "  \(contest.title.text(in: languages)): \(names.joined(separator: ", "))"
            )
        }
        for measure in answer.ballot.measures {
            lines.append("  \(measure.title.text(in: languages))")
        }
        return lines
    }

    /// Where else the voter may go.
    private func sites(_ title: String, _ list: SiteList) -> [String] {
        guard list.count > 0 else { return [] }
        return [title] + list.stations.map { "  " + Self.line($0.station, $0.distance) }
            + more(list)
    }

    private func more(_ list: SiteList) -> [String] {
        let more = list.count - list.stations.count
        return more > 0 ? ["  and \(more) more (--vote-centers \(list.count) lists all)"] : []
    }

    /// A station in a line that says so where it is not open in the election that is shown.
    private func apartLine(_ station: Station, _ distance: Distance?) -> String {
        let line = Self.line(station, distance)
        switch answer.shown.part(of: station) {
        case .ended:
            let day = answer.shown.lastDay(of: station).map { " on \($0)" } ?? ""
            return line + ": its voting ended\(day)"
        case .other:
            let day = answer.shown.nextDay(of: station).map { ", on \($0)" } ?? ""
            return line + ": open in another election\(day)"
        case .onTheDay, .before, .unknown: return line
        }
    }

    /// The first few addresses, and how many more there are.
    private func addresses(_ listed: [String], _ count: Int) -> [String] {
        let shown = listed.prefix(Self.shownAddresses)
        let more = count - shown.count
        guard more > 0 else { return Array(shown) }
        return shown + [shown.isEmpty ? "\(count) addresses" : "\(more) more"]
    }

    /// What makes a district a choice.
    private static func why(_ choice: AssignmentChoice) -> String {
        var words: [String] = []
        if let share = choice.share {
            let percent = share.fraction * 100
            let text = percent < 1 ? "less than 1 %" : "\(Int(percent.rounded())) %"
            words.append("\(text) of the postcode's \(share.whole.rawValue)")
        }
        switch (choice.holdsPlace, choice.boundaryDistance) {
        case (true?, let distance?):
            words.append("holds the place, its boundary is \(length(distance)) away")
        case (false?, let distance?): words.append("\(length(distance)) away")
        default: break
        }
        return words.isEmpty ? "" : " (" + words.joined(separator: ", ") + ")"
    }

    /// A station in a line: what it is, where it is no polling place, and when it is open.
    static func line(_ station: Station, _ distance: Distance?) -> String {
        let kinds = station.kinds.filter { $0 != .pollingPlace }
            .map { $0.rawValue.replacing("_", with: " ") }
        let kind = kinds.isEmpty ? nil : kinds.joined(separator: " and ")
        let parts = [station.name, station.address, distance.map(length), kind, station.hours]
        return parts.compactMap { $0 }.joined(separator: ", ") + " [\(station.id)]"
    }

    /// What its file says to those who come, a line each.
    private static func notes(_ station: Station, indent: Int) -> [String] {
        station.notes.map { String(repeating: " ", count: indent) + "Note: " + $0 }
    }

    private static func length(_ distance: Distance) -> String {
        distance.meters < 1000
            ? "\(Int(distance.meters.rounded())) m"
            : "\((distance.meters / 100).rounded() / 10) km"
    }
}
