internal import Expo
internal import Timekeeping

/// What organizers set for a fair.
struct FairSettings: Sendable, Hashable, Codable {
    /// A link with its words.
    struct Link: Sendable, Hashable, Codable {
        /// Such as `Facebook`.
        let label: String
        /// `https://...`.
        let url: String
    }

    /// Where the fair is on networks.
    var links: [Link] = []
    /// Where visitors say what they thought.
    var survey: String?
    /// The points by deed; ten for a rating where nothing is set.
    var points: [String: Int] = [:]
    /// How many points one visitor may earn by a deed; nil, and no entry, for as many as there are.
    var most: [String: Int]?
    /// Which codes are taken.
    var codes: String = BoothCodes.Rule.any.rawValue

    /// How many days after the fair its visitors may be reached; nil for ``longestContactDays``.
    var contactDays: Int?

    /// How many days after a fair its visitors may be reached at most: what they agreed to. Fairs may set fewer.
    static let longestContactDays = 60

    /// Until when a fair's visitors may be reached; nil where nobody knows when it ends.
    func contactsUntil(_ fair: FairSnapshot.Fair) -> Timestamp? {
        let days = Int64(contactDays ?? Self.longestContactDays)
        return fair.window?.closesAt.adding(milliseconds: days * 86_400_000)
    }

    /// What deeds earn.
    var rule: PointRule {
        var rule = PointRule()
        for deed in PointRule.Deed.allCases {
            if let set = points[deed.rawValue] { rule[deed] = set }
            rule.most[deed] = most?[deed.rawValue]
        }
        return rule
    }

    /// What somebody changes of settings; nil for what stays.
    struct Change: Sendable {
        var links: [Link]?
        /// An empty text takes the survey away.
        var survey: String?
        var points: [String: Int] = [:]
        /// The most by deed; nil takes a limit away.
        var most: [String: Int?] = [:]
        var codes: String?
        var contactDays: Int?
    }

    /// Takes a change over.
    mutating func apply(_ change: Change) {
        if let links = change.links { self.links = links }
        if let survey = change.survey { self.survey = survey.isEmpty ? nil : survey }
        points.merge(change.points) { _, new in new }
        var limits = most ?? [:]
        for (deed, limit) in change.most { limits[deed] = limit }
        most = limits.isEmpty ? nil : limits
        if let codes = change.codes { self.codes = codes }
        if let days = change.contactDays { contactDays = days }
    }

    /// The links of a fair: those that came with a file, else those that are set here.
    func links(of fair: FairSnapshot.Fair) -> [Link] {
        let filed = fair.links.filter { $0.use == .link }
        return filed.isEmpty ? links : filed.map { Link(label: $0.label, url: $0.url) }
    }

    /// Which codes are taken.
    var codeRule: BoothCodes.Rule { BoothCodes.Rule(rawValue: codes) ?? .any }
}
