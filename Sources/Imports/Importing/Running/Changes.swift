public import Datasets
internal import Geodesy

/// How the records of a file differ from what is published.
public struct Changes: Sendable, Hashable, Encodable {
    /// Records that are new.
    public var added = 0
    /// Published records that the file does not have.
    public var removed = 0
    /// Published records that the file has in rows that were refused: they stay as they are published,
    /// until the rows are mended or taken out of the file.
    public var rowRefused = 0
    /// Records that differ, and of which the file has further rows that were refused: they lack what
    /// these say.
    public var partlyRefused = 0
    /// Records that differ; each is counted here once, and below in all that differs.
    public var changed = 0
    /// Records that are the same.
    public var unchanged = 0

    /// Of those that differ: by name.
    public var renamed = 0
    /// By place, however little.
    public var moved = 0
    /// By address or postcode.
    public var addressChanged = 0
    /// By opening hours.
    public var hoursChanged = 0
    /// By what is known of accessibility.
    public var accessibilityChanged = 0
    /// By the districts that belong to them.
    public var districtsChanged = 0
    /// By anything else.
    public var otherChanged = 0
    /// The longest way that any was moved, in metres, rounded to the millimetre.
    public var farthestMoveM = 0.0

    /// Of those that are the same: written differently in the file, such as `115.80` for `115.8`.
    /// There is nothing to change for them.
    public var formattingOnly = 0
    /// Of those that differ or are the same: known by their name, address and place, because the
    /// file has them under another id. They keep the id that is published.
    public var idChanged = 0

    /// The first records that are new, at most ``sampleLimit``.
    public var firstAdded: [ChangedRecord] = []
    /// The first records that are gone, by id, at most ``sampleLimit``.
    public var firstRemoved: [ChangedRecord] = []
    /// The first records whose rows were refused, by id, each with the row; at most ``sampleLimit``.
    public var firstRowRefused: [ChangedRecord] = []
    /// The first records that differ, and in what, at most ``sampleLimit``.
    public var firstChanged: [ChangedRecord] = []

    /// Whether nothing differs.
    public var isEmpty: Bool { added == 0 && removed == 0 && changed == 0 }

    /// Counts what the file does not have as unchanged, for an import that adds alone.
    mutating func keepRemoved() {
        unchanged += removed
        removed = 0
        firstRemoved = []
    }

    /// How many records of each sort are named.
    public static let sampleLimit = 1_000

    /// The counts that the ledger keeps.
    public var counts: ChangeCounts {
        ChangeCounts(
            added: added,
            removed: removed,
            changed: changed,
            unchanged: unchanged + rowRefused
        )
    }
}

/// A record that an import adds, removes or changes.
public struct ChangedRecord: Sendable, Hashable, Encodable {
    /// The record's id.
    public let id: String
    /// Its name, or the beginning of its text.
    public let name: String
    /// What changed, such as `moved 120 m`; empty for records that are new or gone.
    public let differences: [String]
    /// The same as values, for who words them in another language.
    public let differenceFindings: [Finding]
    /// Where it is; where it was, for a record that is gone; nil without a place.
    public let place: Place?
    /// Where it was before, for a record that was moved; nil for others.
    public let placeBefore: Place?
    /// The row that was refused, of a record that stays as it is published because of it, or that has
    /// changed and lacks what the row says; nil for others, and for rows beyond those that a report
    /// lists.
    public let refusedRow: RejectedRow?

    init(
        id: String,
        name: String,
        differences: [Finding] = [],
        at place: Coordinate?,
        before: Coordinate? = nil,
        refusedRow: RejectedRow? = nil
    ) {
        self.id = id
        self.name = name
        self.differences = differences.map(\.text)
        differenceFindings = differences
        self.place = place.map(Place.init)
        placeBefore = before == place ? nil : before.map(Place.init)
        self.refusedRow = refusedRow
    }

    /// A place as reports write it.
    public struct Place: Sendable, Hashable, Encodable {
        /// Degrees, WGS84.
        public let lat: Double
        /// Degrees, WGS84.
        public let lon: Double

        init(_ coordinate: Coordinate) {
            lat = coordinate.latitude
            lon = coordinate.longitude
        }
    }
}

/// A limit that an import goes beyond, or something in its file that takes consent: it is published with `--force` alone.
public struct GuardFinding: Sendable, Hashable, Encodable {
    /// What is limited.
    public enum Limit: String, Sendable, Hashable, Encodable, CaseIterable {
        /// How many of the published records an import may remove.
        case removed
        /// How many of them it may move far.
        case moved
        /// How many of them may stay as they are because their rows were refused.
        case rowRefused = "row_refused"
        /// How many of them may change and lack what refused rows say of them.
        case partlyRefused = "partly_refused"
        /// How many of them may go over to other districts.
        case districts
        /// How many of the file's districts may lie on ground that another dataset has districts of.
        case overlap
        /// How many contests may have candidates of several, as a column tells that was not taken.
        case mixedContests = "mixed_contests"
        /// How many rows of boundaries may become part of another district.
        case mergedDistricts = "merged_districts"
        /// How many of the published records may name districts by another column than the one that was
        /// taken: as many as name them by that.
        case otherCodes = "other_codes"
        /// How many of the file's districts may begin later than today while the dataset that they replace
        /// is withdrawn at once.
        case laterReplacement = "later_replacement"
        /// How many of the file's districts may lie where nothing else is published, though what is published
        /// would lie among them with another sign or with the axes swapped.
        case mirrored
        /// How many of the districts that a file replaces may lie where it has none of their type.
        case replaced
        /// How many elections the rows of a list of stations may be of.
        case severalElections = "several_elections"
        /// How many of the published records may be called otherwise.
        case renamed
        /// How many rows may lack a district that stands in a row above them, as below merged cells.
        case mergedCells = "merged_cells"
        /// How many rows of a list of stations may stand below a heading of another sort of place.
        case sections
        /// How many rows may be of persons, as those of a register of voters.
        case voterRegister = "voter_register"
        /// How many of them may have other times.
        case retimed
        /// How many of them may cost half as much again, or half.
        case repriced
        /// How many of them may lose their hours.
        case hoursLost = "hours_lost"
        /// How many records may lie outside the districts that they name.
        case outside
        /// How many codes of districts may be served by several stations that were served by one.
        case servedTwice = "served_twice"
        /// How many of the published records may name districts that are gone.
        case unmatched
        /// How many of the published records may give way to others that are added under their keys.
        case reusedKeys = "reused_keys"
        /// How many fairs may have the key of another dataset's event: what names one by its key would mean
        /// another from then on.
        case sameKey = "same_key"
        /// How many of a file's exhibitors may stand at a booth, or be called, as one that another dataset has
        /// of the same event.
        case sameExhibitor = "same_exhibitor"
        /// How many of the published records may take the name of another one while their places or addresses
        /// stay.
        case swappedNames = "swapped_names"
        /// How many of them may take the address of another one while their places or names stay.
        case swappedAddresses = "swapped_addresses"
        /// How many of them may take the districts of another one while they stay themselves.
        case swappedDistricts = "swapped_districts"
        /// How many of them may take the hours of another one while they stay themselves.
        case swappedHours = "swapped_hours"
        /// How many of them may be as accessible as another one was while they stay themselves.
        case swappedAccess = "swapped_access"
        /// How many of them may be of the types that another one was of while they stay themselves.
        case swappedTypes = "swapped_types"
        /// How many of them may take the name, the address and the place of another one under their keys.
        case swappedRecords = "swapped_records"
        /// How many districts may have the boundary that is published under another code of the file.
        case swappedCodes = "swapped_codes"
        /// How many published candidates may leave their contests while rows of these lack a candidate, or name
        /// them for a district that cannot be read.
        case lostCandidates = "lost_candidates"
        /// How many published candidates may stand in another contest than before.
        case swappedCandidates = "swapped_candidates"
        /// How many published candidates may stand in more contests than before.
        case addedCandidates = "added_candidates"
        /// How many published candidates may have the parties of others.
        case swappedParties = "swapped_parties"
        /// How many published contests may be in precincts of others, and no longer in all of their own.
        case otherPrecincts = "other_precincts"
        /// How many published contests or measures may be on nobody's ballot that are on somebody's.
        case lostBallots = "lost_ballots"
        /// How many rows may have in one column what other rows had, what stands above them, one more than that,
        /// or question marks for letters.
        case wrongColumn = "wrong_column"
    }

    /// What is limited.
    public let limit: Limit
    /// How many records the import would remove or move, or leave as they are; of what is wrong with the
    /// file itself, how many records or rows of it.
    public let count: Int
    /// How many it may without `--force`.
    public let allowed: Int
    /// How many are published; of what is wrong with the file itself, how many it has.
    public let published: Int
    /// The same in words, with the share.
    public private(set) var text: String
    /// What else the words speak of, by name: of an overlap the other dataset and two districts.
    public let values: [String: Finding.Value]

    package init(
        limit: Limit,
        count: Int,
        allowed: Int,
        published: Int,
        text: String,
        values: [String: Finding.Value] = [:]
    ) {
        (self.limit, self.count, self.allowed) = (limit, count, allowed)
        (self.published, self.text, self.values) = (published, text, values)
    }

    /// The same with the options that it advises called so.
    func worded(as wording: OptionWording) -> GuardFinding {
        var finding = self
        finding.text = wording.text(text)
        return finding
    }
}
