import ArgumentParser
import Foundation
import Geodesy
import Radar
import Wording

/// What messages may hold and how they are moderated, where that is not as usual.
struct MessageLimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A list of words and phrases that no message may hold, one a line; word* stands for "
                + "all that begin so.",
            valueName: "file"
        ),
        completion: .file()
    )
    var refusedWords: String?

    @Option(
        help: ArgumentHelp(
            "What messages may be about, such as news,help, instead of the usual six.",
            valueName: "list"
        )
    )
    var categories: String?

    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp(
            "A limit that GET /v1/categories tells, such as text_characters=1-280 or "
                + "reports_until_hidden=5. May be repeated.",
            valueName: "name=value"
        )
    )
    var settings: [String] = []

    func validate() throws {
        var limits = RadarLimits.standard
        try apply(to: &limits)
    }

    /// The usual limits, but for what is given.
    ///
    /// - Parameter isCapped: Whether only so many messages may live where nothing is given.
    /// - Throws: `ValidationError` when the list of words cannot be read.
    func limits(isCapped: Bool) throws -> RadarLimits {
        var limits = RadarLimits.standard
        if isCapped {
            limits.liveMessages = 20_000_000
            limits.liveMessagesPerDevice = 1000
        }
        try apply(to: &limits)
        if let refusedWords {
            do {
                let list = try String(contentsOfFile: refusedWords, encoding: .utf8)
                limits.refusedWords = WordFilter(parsing: list)
            } catch {
                throw ValidationError(
                    "--refused-words: \(refusedWords) cannot be read as UTF-8 text"
                )
            }
        }
        return limits
    }

    private func apply(to limits: inout RadarLimits) throws {
        if let categories { limits.categories = try Self.categories(categories) }
        for setting in settings {
            let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw ValidationError("--limit is \(setting); write NAME=VALUE")
            }
            try Self.set(parts[0], to: parts[1], in: &limits)
        }
        guard limits.scanRadiusMeters.upperBound <= limits.longestRadiusMeters else {
            throw ValidationError(
                "--limit radius_m is \(Int(limits.longestRadiusMeters)), but scan_radius_m lets "
                    + "devices look as far as \(Int(limits.scanRadiusMeters.upperBound)) metres; "
                    + "lower that, too"
            )
        }
    }

    private static func categories(_ list: String) throws -> [Radar.Category] {
        let words = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard Set(words).count == words.count,
            words.allSatisfy({ $0.wholeMatch(of: /[a-z][a-z0-9_-]{0,39}/) != nil })
        else {
            throw ValidationError(
                "--categories is \(list); write each once, in small letters, with commas between"
            )
        }
        return words.map(Radar.Category.init(rawValue:))
    }

    /// What each limit may at most be: what indexes and clocks are made for.
    private static func set(
        _ name: String,
        to text: String,
        in limits: inout RadarLimits
    ) throws {
        switch name {
        case "text_characters":
            limits.textCharacters = try range(name, text, within: 1...5000)
        case "visible_radius_m":
            // Shards look no farther for what reaches their ground.
            let farthest = Int(TerritoryMap.farthestReach.meters)
            let range = try range(name, text, within: 1...farthest)
            limits.visibleRadiusMeters = Double(range.lowerBound)...Double(range.upperBound)
        case "ttl_s":
            let range = try range(name, text, within: 1...31_622_400)
            limits.timeToLiveSeconds = Int64(range.lowerBound)...Int64(range.upperBound)
        case "scan_radius_m":
            let range = try range(name, text, within: 1...50_000)
            limits.scanRadiusMeters = Double(range.lowerBound)...Double(range.upperBound)
        case "radius_m":
            let most = try number(name, text, within: 1...Int(RadarLimits.halfTheEarthMeters))
            limits.longestRadiusMeters = Double(most)
        case "messages": limits.liveMessages = try number(name, text, within: 1...1_000_000_000)
        case "messages_per_device":
            limits.liveMessagesPerDevice = try number(name, text, within: 1...1_000_000_000)
        case "bookmarks": limits.bookmarksPerDevice = try number(name, text, within: 1...100_000)
        case "reports_until_hidden":
            limits.reportsUntilHidden = try number(name, text, within: 1...100_000)
        case "idempotency_key_s":
            limits.postKeySeconds = Int64(try number(name, text, within: 1...31_622_400))
        default:
            throw ValidationError(
                "--limit \(name) is not known; known are text_characters, visible_radius_m, "
                    + "ttl_s, scan_radius_m, radius_m, messages, messages_per_device, bookmarks, "
                    + "reports_until_hidden, idempotency_key_s"
            )
        }
    }

    private static func range(
        _ name: String,
        _ text: String,
        within bounds: ClosedRange<Int>
    ) throws -> ClosedRange<Int> {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let least = parts[0], let most = parts[1], least <= most,
            bounds.contains(least), bounds.contains(most)
        else {
            throw ValidationError(
                "--limit \(name) is \(text); write LEAST-MOST, whole numbers from "
                    + "\(bounds.lowerBound) to \(bounds.upperBound)"
            )
        }
        return least...most
    }

    private static func number(
        _ name: String,
        _ text: String,
        within bounds: ClosedRange<Int>
    ) throws -> Int {
        guard let number = Int(text), bounds.contains(number) else {
            throw ValidationError(
                "--limit \(name) is \(text); write a whole number from \(bounds.lowerBound) to "
                    + "\(bounds.upperBound)"
            )
        }
        return number
    }
}
