internal import Synchronization

extension StationKind {
    /// What the words of a column of types say of a place.
    public struct Reading: Sendable, Hashable {
        /// In the order of ``StationKind``; none where the words say nothing that is known.
        public let kinds: [StationKind]
        /// Whether they say that nobody votes there: ballots are counted there, or come there by mail.
        public let isElsewhere: Bool
        /// Whether they say that it is closed.
        public let isClosed: Bool
    }

    /// Reads `Early Voting`, `Polling Place; Drop Box`, `Pre-poll Voting Centre`, `24-Hour Ballot Box`,
    /// `Bureau de vote par anticipation`, `Central Count`.
    ///
    /// A part that denies what it names, `Not an early voting site`, says nothing.
    ///
    /// A list says few different things of many stations, and answers ask of each: short texts that
    /// were read lately are kept.
    ///
    /// - Complexity: O(n) for n characters, with a search for each known word where it was not read lately.
    public static func reading(_ text: String) -> Reading {
        guard text.utf8.count <= longestKnown else { return read(text) }
        if let known = known.withLock({ $0[text] }) { return known }
        let reading = read(text)
        known.withLock { known in
            if known.count >= mostKnown { known.removeAll(keepingCapacity: true) }
            known[text] = reading
        }
        return reading
    }

    private static let known = Mutex<[String: Reading]>([:])
    private static let mostKnown = 1000
    private static let longestKnown = 100

    private static func read(_ text: String) -> Reading {
        let parts = parts(text.lowercased())
        let said = parts.map(Part.init).filter { !$0.isDenied }
        var kinds = said.reduce(into: Set<StationKind>()) { $0.formUnion($1.kinds) }
        let isOnTheDay = said.contains { $0.isOnTheDay }
        // "Vote center, early voting and election day" is a vote center on the day, too.
        if isOnTheDay, said.contains(where: \.namesCenter) { kinds.insert(.voteCenter) }
        return Reading(
            kinds: allCases.filter(kinds.contains),
            isElsewhere: kinds.isEmpty && said.contains { $0.isElsewhere },
            isClosed: parts.contains { Part($0).isClosed }
        )
    }

    private static func parts(_ text: String) -> [String] {
        var text = text
        for word in [" and ", " und ", " y ", " et ", " plus ", " - ", " – ", " — "]
        where text.contains(word) && !text.contains("voter service") {
            text = text.replacing(word, with: ";")
        }
        return text.split { ",;/|&+():\n".contains($0) }.map(String.init)
    }

    /// One of several things that a text says.
    private struct Part {
        private let letters: String
        private let words: Set<String>

        init(_ text: String) {
            letters = text.filter(\.isLetter)
            words = Set(text.split { !$0.isLetter && $0 != "'" }.map(String.init))
        }

        private func has(_ some: [String]) -> Bool { some.contains(where: letters.contains) }

        var isDenied: Bool { !words.isDisjoint(with: StationKind.denials) }
        var isClosed: Bool { !words.isDisjoint(with: StationKind.closedWords) }
        var isOnTheDay: Bool {
            has(["electionday", "pollingday", "wahltag"]) || words.contains("ed")
        }
        var namesCenter: Bool { has(StationKind.centers) || words.contains("vc") }

        var isElsewhere: Bool {
            !words.isDisjoint(with: StationKind.elsewhere)
                || has(["briefwahl", "auszähl", "auszaehl", "dépouillement", "escrutinio"])
        }

        var kinds: Set<StationKind> {
            var kinds: Set<StationKind> = []
            let isBeforeDay =
                has(StationKind.early) || !words.isDisjoint(with: StationKind.earlyWords)
            if isBeforeDay { kinds.insert(.earlyVoting) }
            if has(StationKind.drops) || !words.isDisjoint(with: StationKind.dropWords) {
                kinds.insert(.dropBox)
            }
            if !isBeforeDay, namesCenter { kinds.insert(.voteCenter) }
            let namesPlace = has(StationKind.places) || words.contains("pp")
            if isOnTheDay || !isBeforeDay && namesPlace && !has(["briefwahl"]) {
                kinds.insert(.pollingPlace)
            }
            return kinds
        }
    }

    private static let centers = [
        "votecenter", "votecentre", "votingcenter", "votingcentre", "voterservice", "vspc",
    ]
    private static let places = [
        "pollingplace", "pollingstation", "pollinglocation", "pollingsite", "votingplace",
        "votingstation", "wahllokal", "wahlraum", "urnenwahl", "bureaudevote", "lieudevote",
        "stembureau",
        "colegioelectoral", "centrodevotación", "centrodevotacion", "seggio",
    ]
    private static let early = [
        "earlyvot", "earlypoll", "earlyinperson", "advancevot", "advancedvot", "advancepoll",
        "advancedpoll", "prepoll", "inpersonabsentee", "absenteeinperson", "absenteevot",
        "satellitevot", "onestopvot", "anticip", "förtidsröst", "fortidsrost", "forhåndsstem",
        "forhandsstem", "ennakkoäänest", "vervroegd",
    ]
    private static let earlyWords: Set<String> = ["early", "advance", "ev", "ppvc", "prepoll"]
    private static let dropWords: Set<String> = ["drop", "db", "dbx"]
    private static let drops = [
        "dropbox", "dropoff", "dropsite", "ballotbox", "ballotdrop", "ballotreturn", "ballotintake",
        "ballotdeposit", "ballotcollection", "returnbox", "collectionbox", "buzón", "buzon",
        "briefkasten",
    ]
    /// Words of places where nobody votes in person.
    private static let elsewhere: Set<String> = [
        "count", "counting", "counted", "recount", "tally", "tabulation", "tabulating", "canvass",
        "canvassing", "registration", "warehouse", "storage", "training", "mail", "mailin",
        "postal", "scrutin", "scrutinio",
    ]
    private static let denials: Set<String> = [
        "not", "no", "non", "kein", "keine", "nicht", "never", "without", "ohne", "sin", "pas",
        "isn't",
    ]
    private static let closedWords: Set<String> = [
        "closed", "inactive", "cancelled", "canceled", "discontinued", "geschlossen", "cerrado",
        "fermé",
    ]
}
