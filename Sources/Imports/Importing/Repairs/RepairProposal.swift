internal import Geodesy

/// A way to mend the place of a station, or a text that rows have in a column, which Ambit proposes and the
/// sender of the file accepts or refuses.
public struct RepairProposal: Sendable, Hashable, Codable {
    /// What seems to be wrong.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Latitude and longitude stand in each other's place.
        case swappedAxes = "swapped_axes"
        /// A minus sign is missing, or there is one too many.
        case lostSign = "lost_sign"
        /// The numbers are Web Mercator metres where the others are degrees.
        case webMercator = "web_mercator"
        /// The numbers are degrees where the others are those of a map grid.
        case degreesOnGrid = "degrees_on_grid"
        /// A 0 that says nothing: it puts the place off the coast of Africa, or stands for one of
        /// the two coordinates.
        case zeroIsland = "zero_island"
        /// The place lies in water that is published as ground.
        case inWater = "in_water"
        /// The place lies outside every district, where nearly all others lie in one.
        case outsideDistricts = "outside_districts"
        /// The place lies far from all others, and nothing says why.
        case farFromNeighbours = "far_from_neighbours"
        /// The file gives no place, and what is published tells one.
        case missingPlace = "missing_place"
        /// A text stands for a time zone and is none of the IANA list.
        case unknownZone = "unknown_zone"

        /// Whether no station lies there: such a place is not published unless somebody says that it
        /// is right. What is merely far away may be.
        var isSurelyWrong: Bool {
            switch self {
            case .swappedAxes, .lostSign, .webMercator, .degreesOnGrid, .zeroIsland: true
            default: false
            }
        }

        /// What is wrong, in words for staff.
        var title: String {
            switch self {
            case .swappedAxes: "latitude and longitude look swapped"
            case .lostSign: "a minus sign looks lost"
            case .webMercator: "Web Mercator metres stand where the others are degrees"
            case .degreesOnGrid: "degrees stand where the others are metres or feet of a map grid"
            case .zeroIsland: "a 0 stands where a coordinate should"
            case .inWater: "the place lies in water"
            case .outsideDistricts: "the place lies outside every district"
            case .farFromNeighbours: "the place lies far from all others"
            case .missingPlace: "no coordinates, and what is published tells a place"
            case .unknownZone: "a time zone is none of the IANA list"
            }
        }
    }

    /// A place in decimal degrees, WGS84.
    public struct Position: Sendable, Hashable, Codable {
        /// -90 to 90.
        public var latitude: Double
        /// -180 to 180.
        public var longitude: Double

        /// A place; its ranges are checked when a file of decisions is read.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// A pair of numbers as the file gives them: longitude and latitude, or easting and northing.
    public struct Numbers: Sendable, Hashable, Codable {
        /// Longitude or easting.
        public var x: Double
        /// Latitude or northing.
        public var y: Double

        /// A pair of numbers.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// What rows have in a column, and what it is read as in all of them.
    public struct TextChange: Sendable, Hashable, Codable {
        /// The field that the column was taken for, such as `time_zone`.
        public let field: String
        /// What the rows say.
        public let was: String
        /// What they are read as.
        public var becomes: String

        /// A change of a text.
        public init(field: String, was: String, becomes: String) {
            (self.field, self.was, self.becomes) = (field, was, becomes)
        }

        /// What stands in ``RepairProposal/station``: the same in each file for one text of one field.
        var subject: String { TextNormal.digest([Array(field.utf8), Array(was.utf8)]) }
    }

    /// Whether it is to be mended: the sender's decision. nil while nobody has decided, and
    /// then nothing is done.
    public var accept: Bool?
    /// Whether Ambit is 90 % sure or more of what is meant, and a place that is amiss is the exception in
    /// its file: those that one word accepts together.
    public var likely: Bool
    /// What seems to be wrong.
    public let kind: Kind
    /// How sure it is, 0 to 1: one less the chance that a place without meaning would land among the
    /// others by this repair.
    public let confidence: Double
    /// The first line that it is about.
    public let line: Int
    /// How many rows give this station this place.
    public var rows: Int
    /// The station's name; of a repair of many rows, how many: `235 of the 551 rows`; of a text, the text.
    public var name: String
    /// What the file says of a place; nil for a text.
    public let was: Numbers?
    /// Where the station would lie; nil to keep it without a place, and for a text.
    public var becomes: Position?
    /// Why.
    public let reason: String
    /// The same as a value, for who words it in another language; nil in files of decisions from before
    /// there were such values.
    public var finding: Finding?
    /// Names what is repaired, so that the decision is found again in a later upload whatever the line: a
    /// station by a digest of its name and address, a text by one of its field and itself.
    public let station: String
    /// What was decided about the same in an earlier import into the dataset; nil where nothing was.
    public var earlier: EarlierDecision?

    /// What is to be done with every row that needs it; nil for a repair of one station.
    public var whole: Whole?
    /// What is done to a text; nil for a repair of places.
    public var text: TextChange?

    /// One repair for all of a file's rows that need it: those that lie outside a box as they stand, and
    /// in it when they are read otherwise.
    public struct Whole: Sendable, Hashable, Codable {
        /// How the numbers are read.
        public let reading: Reading
        /// Where the file's stations lie.
        public let within: Box

        /// One repair for all rows that need it.
        public init(reading: Reading, within: Box) {
            self.reading = reading
            self.within = within
        }

        /// What stands in ``RepairProposal/station``.
        var subject: String { "every:\(reading.rawValue)" }
    }

    /// A box in decimal degrees, WGS84; edges included.
    ///
    /// Where `west` is more than `east` it crosses the antimeridian, as RFC 7946 has it.
    public struct Box: Sendable, Hashable, Codable {
        /// The western edge, -180 to 180.
        public let west: Double
        /// The southern edge, -90 to 90.
        public let south: Double
        /// The eastern edge, -180 to 180.
        public let east: Double
        /// The northern edge, not less than `south`.
        public let north: Double

        init(_ box: BoundingBox) {
            (west, south, east, north) = (box.west, box.south, box.east, box.north)
        }

        /// How many degrees of longitude it spans.
        var width: Double { east - west + (west > east ? 360 : 0) }

        /// Whether a place lies in it.
        func contains(latitude: Double, longitude: Double) -> Bool {
            guard latitude >= south, latitude <= north else { return false }
            return west > east
                ? longitude >= west || longitude <= east
                : longitude >= west && longitude <= east
        }
    }

    /// How sure a proposal has to be that is likely.
    static let likelyConfidence = 0.9
}

extension RepairProposal {
    private enum CodingKeys: String, CodingKey {
        case accept, likely, kind, confidence, line, rows, name, was, becomes, reason, station
        case earlier, whole, text
    }

    /// Reads the members; `accept`, `likely`, `becomes`, `earlier` and `whole` may be absent, and so may
    /// `was` beside `text`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        accept = try members.decodeIfPresent(Bool.self, forKey: .accept)
        likely = try members.decodeIfPresent(Bool.self, forKey: .likely) ?? false
        kind = try members.decode(Kind.self, forKey: .kind)
        confidence = try members.decode(Double.self, forKey: .confidence)
        line = try members.decode(Int.self, forKey: .line)
        rows = try members.decode(Int.self, forKey: .rows)
        name = try members.decode(String.self, forKey: .name)
        was = try members.decodeIfPresent(Numbers.self, forKey: .was)
        becomes = try members.decodeIfPresent(Position.self, forKey: .becomes)
        reason = try members.decode(String.self, forKey: .reason)
        finding = try? Finding(from: decoder)
        station = try members.decode(String.self, forKey: .station)
        earlier = try members.decodeIfPresent(EarlierDecision.self, forKey: .earlier)
        whole = try members.decodeIfPresent(Whole.self, forKey: .whole)
        text = try members.decodeIfPresent(TextChange.self, forKey: .text)
    }

    /// Writes the members; `accept`, and of a place `becomes`, as null where they are nil, for a person to
    /// fill in.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(accept, forKey: .accept)
        try members.encode(likely, forKey: .likely)
        try members.encode(kind, forKey: .kind)
        try members.encode(confidence, forKey: .confidence)
        try members.encode(line, forKey: .line)
        try members.encode(rows, forKey: .rows)
        try members.encode(name, forKey: .name)
        try members.encodeIfPresent(was, forKey: .was)
        if text == nil { try members.encode(becomes, forKey: .becomes) }
        try members.encode(reason, forKey: .reason)
        try finding?.encode(to: encoder)
        try members.encode(station, forKey: .station)
        try members.encodeIfPresent(earlier, forKey: .earlier)
        try members.encodeIfPresent(whole, forKey: .whole)
        try members.encodeIfPresent(text, forKey: .text)
    }
}

/// What was decided about a repair in an earlier import into the same dataset.
public struct EarlierDecision: Sendable, Hashable, Codable {
    /// Whether the repair was accepted; false where the place was to stay as it is.
    public let accept: Bool
    /// Where the station was put; nil for no place, and for a text.
    public let becomes: RepairProposal.Position?
    /// What a text was read as; nil for a place.
    public private(set) var text: String?
    /// The version that was published with it; nil where the import changed nothing.
    public let version: Int?
    /// When, RFC 3339.
    public let at: String
    /// Who decided; nil where it is not known.
    public let by: String?

    /// `accepted before, in version 3, on 2026-11-03 by ann`.
    var words: String {
        (accept ? "accepted" : "refused") + " before,"
            + (version.map { " in version \($0)," } ?? "") + " on \(at.prefix(10))"
            + (by.map { " by \($0)" } ?? "")
    }
}

/// A decision that was given and does not fit the file any more.
public struct StaleRepair: Sendable, Hashable, Encodable {
    /// The station's name, or the text.
    public let name: String
    /// What the decision is about; nil for a text.
    public let was: RepairProposal.Numbers?
    /// Why it was not applied.
    public let reason: String
    /// The same as a value, for who words it in another language.
    public let finding: Finding

    init(name: String, was: RepairProposal.Numbers?, finding: Finding) {
        (self.name, self.was, self.finding) = (name, was, finding)
        reason = finding.text
    }

    private enum CodingKeys: String, CodingKey {
        case name, was, reason
    }

    /// Writes the members, and the finding's `code` and `values` beside them.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(name, forKey: .name)
        try object.encodeIfPresent(was, forKey: .was)
        try object.encode(reason, forKey: .reason)
        try finding.encode(to: encoder)
    }
}

/// What an import has to say of repairs.
public struct RepairReport: Sendable, Hashable, Encodable {
    /// What could be mended and was not, in the file's order; at most ``proposalLimit``.
    public var proposed: [RepairProposal] = []
    /// How many more proposals there are.
    public var furtherProposals = 0
    /// Decisions that were accepted and applied.
    public var applied: [RepairProposal] = []
    /// Decisions that were refused, and stay so.
    public var refused: [RepairProposal] = []
    /// Decisions that no longer fit the file, and were not applied.
    public var stale: [StaleRepair] = []

    /// How many stations are published without the place that the file gives, for it is surely wrong
    /// and nobody has accepted or refused a repair.
    public var withheld = 0

    /// How many stations stay at the place that is published, for that of the file is surely wrong and
    /// nobody has accepted or refused a repair.
    public var keptPlaces = 0

    /// How many proposals a report lists.
    public static let proposalLimit = 10_000

    /// Whether there is nothing to say.
    public var isEmpty: Bool {
        proposed.isEmpty && applied.isEmpty && refused.isEmpty && stale.isEmpty
    }
}
