/// Where a contest or a measure is on the ballot.
public struct BallotArea: Sendable, Hashable {
    /// The precincts of one county in which a file has a contest: their names repeat in the next county.
    public struct County: Sendable, Hashable {
        /// The county, in the file's words.
        public let name: String
        /// The codes of its precincts; none where the file has results of whole counties.
        public let precincts: [String]

        /// A county and its precincts.
        public init(name: String, precincts: [String]) {
            self.name = name
            self.precincts = precincts
        }
    }

    /// The district whose voters decide; nil where the file names none.
    public var district: DistrictReference?
    /// The precincts in which the file has it, by their codes, where the file is of one county. They
    /// decide where there is no district, as for an office that is elected at large, and where nothing
    /// else tells in which district of the type a voter lives.
    public var precincts: [String]
    /// The same of a file of several counties.
    public var counties: [County]

    /// An area by its district, its precincts or both.
    public init(
        district: DistrictReference? = nil,
        precincts: [String] = [],
        counties: [County] = []
    ) {
        self.district = district
        self.precincts = precincts
        self.counties = counties
    }

    /// The districts of which one must cover a voter's place: the district alone, or else the
    /// precincts, or else the counties.
    public var references: [DistrictReference] { district.map { [$0] } ?? places }

    /// The precincts, and the counties that are named without any.
    var places: [DistrictReference] {
        let all = precincts + counties.flatMap(\.precincts)
        var seen: Set<String> = []
        return all.filter { seen.insert($0).inserted }
            .map { DistrictReference(type: "precinct", code: $0) }
            + counties.filter(\.precincts.isEmpty)
            .map { DistrictReference(type: "county", code: $0.name) }
    }
}

/// A county's name or number without what files write it with in different ways, so that `ADAIR
/// COUNTY`, `County of Adair` and `Adair` are one.
public struct CountyKey: Sendable, Hashable {
    /// Small letters and digits, without the words for a county.
    public let text: String

    /// The key of a name or a number.
    public init(_ name: String) {
        let words = name.smallWords
        let rest = words.filter { !Self.spareWords.contains($0) }
        let joined = (rest.isEmpty ? words : rest).joined(separator: " ")
        // A county's number with its state's in front, as the Census Bureau writes it: 40001.
        guard joined.allSatisfy(\.isNumber), let number = Int(joined) else {
            text = joined
            return
        }
        text = String(joined.count == 5 ? number % 1_000 : number)
    }

    private static let spareWords: Set<String> = ["county", "parish", "borough", "of", "the", "co"]
}
