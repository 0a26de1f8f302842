internal import Expo

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
    /// Which codes are taken.
    var codes: String = BoothCodes.Rule.any.rawValue

    /// What deeds earn.
    var rule: PointRule {
        var rule = PointRule()
        for deed in PointRule.Deed.allCases {
            if let set = points[deed.rawValue] { rule[deed] = set }
        }
        return rule
    }

    /// Which codes are taken.
    var codeRule: BoothCodes.Rule { BoothCodes.Rule(rawValue: codes) ?? .any }
}
