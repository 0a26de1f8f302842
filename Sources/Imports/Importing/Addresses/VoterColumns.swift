/// The columns of a list of voters that say where they live.
package struct VoterColumns: Sendable {
    /// What voters ask by.
    package enum Question: Sendable {
        case address
        case postcode
    }

    /// What a header tells.
    package enum Finding: Sendable {
        case found(VoterColumns)
        /// Several columns may be meant.
        case ambiguous([String])
    }

    /// The columns that make the text: those of one part stand beside each other, parts behind commas.
    private let parts: [[Int]]

    /// One column that holds the whole text.
    package init(column: Int) { parts = [[column]] }

    private init(parts: [[Int]]) { self.parts = parts }

    /// Reads a header: by the names that lists of addresses have for their columns, also behind a word
    /// such as `voter` or `residential`.
    ///
    /// - Returns: nil where no column's name is known.
    package static func find(_ question: Question, in header: [String]) -> Finding? {
        let keys = header.map { name in
            let key = HeaderKey(name)
            return [key.text, key.split(after: prefixes)?.rest].compactMap { $0 }
        }
        func columns(_ names: [String]) -> [Int] {
            let places = keys.indices.compactMap { index in
                keys[index].compactMap(names.firstIndex).min().map { (rank: $0, column: index) }
            }
            return places.sorted { ($0.rank, $0.column) < ($1.rank, $1.column) }.map(\.column)
        }
        func one(_ names: [String]) -> [Int] { Array(columns(names).prefix(1)) }
        func named(_ columns: [Int]) -> [String] { columns.map { header[$0] } }

        let postcodes = columns(Field.addressPostcode.headers)
        if question == .postcode {
            guard let only = postcodes.first else { return nil }
            return postcodes.count > 1
                ? .ambiguous(named(postcodes)) : .found(VoterColumns(column: only))
        }
        let town =
            one(Field.addressTown.headers + Field.addressLocality.headers)
            + Array(postcodes.prefix(1))
        let whole = columns(Field.addressLine.headers + wholeAddresses)
        if whole.count > 1 { return .ambiguous(named(whole)) }
        if whole.count == 1 { return .found(VoterColumns(parts: [whole, town])) }
        let street = columns(Field.addressStreet.headers + ["strassenname", "streetaddressname"])
        guard !street.isEmpty else { return nil }
        if street.count > 1 { return .ambiguous(named(street)) }
        let house = one(Field.addressHouse.headers + ["housenum", "streetnum", "streetno"])
        let line =
            house + (house.isEmpty ? [] : one(houseSuffixes))
            + one(["streetdirection"] + directions)
            + street + one(streetKinds) + one(sides)
        return .found(VoterColumns(parts: [line, town]))
    }

    /// The text of a row, without what is blank in it.
    package func text(of cells: [String]) -> String {
        parts.map { part in
            part.flatMap { cells[$0].split(whereSeparator: \.isWhitespace) }.joined(separator: " ")
        }.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static let prefixes = [
        "voter", "elector", "res", "residence", "residential", "home", "registered",
        "registration", "property", "dwelling",
    ]
    private static let wholeAddresses = [
        "anschrift", "wohnanschrift", "meldeadresse", "addr", "strassehausnummer",
        "strasseundhausnummer", "strassehausnr",
    ]
    private static let houseSuffixes = [
        "housenumbersuffix", "housesuffix", "housenumsuffix", "streetnumbersuffix",
        "hausnummerzusatz", "hausnummernzusatz", "hausnrzusatz", "hnrzusatz", "zusatz",
    ]
    private static let directions = [
        "streetdir", "streetpredir", "streetpredirection", "predir", "predirection",
    ]
    private static let streetKinds = ["streettype", "streetsuffix", "sttype"]
    private static let sides = [
        "streetpostdir", "streetpostdirection", "postdir", "postdirection", "addressdirection",
    ]
}
