internal import Polling

/// The country that a file names: in a column of countries, at the ends of addresses, by its states, or in
/// a title.
struct NamedCountry {
    let country: Country
    /// What in the file names it.
    let evidence: String

    /// The first of these that names a country, in this order; nil where none does, or where a column of
    /// countries names several.
    ///
    /// - Parameter isDoubtful: Whether something else in the file speaks against a country that addresses or
    ///   titles alone end with: towns are called Norway and Peru, too.
    init?(_ sample: FileSample, isDoubtful: (Country) -> Bool) {
        for column in sample.columns where Field.countryHeaders.contains(column.key.text) {
            // A column "Land" may have Germany's own: BE is Berlin's, and BY Bavaria's.
            let hasCodes = !["land", "staat"].contains(column.key.text)
            func country(_ cell: String) -> Country? {
                hasCodes || cell.count > 3 ? Country(cell: cell) : nil
            }
            guard column.firstValues.contains(where: { country($0) != nil }) else { continue }
            let found = Self.majority(of: column.firstValues, country)
            guard let (country, value) = found else { return nil }
            self.init(country, "the column \"\(column.name)\" says \"\(value)\"")
            return
        }
        for column in sample.columns where Self.isOfAddresses(column) {
            let found = Self.majority(of: column.firstValues, Self.ending)
            guard let (country, value) = found, !isDoubtful(country) else { continue }
            self.init(country, "\"\(column.name)\" has texts such as \"\(value)\"")
            return
        }
        for column in sample.columns where Field.state.headers.contains(column.key.text) {
            let found = Self.majority(of: column.firstValues) { value in
                NationalGrids.states[Country.normal(value)].flatMap { Country(cell: $0) }
            }
            guard let (country, value) = found else { continue }
            self.init(country, "the column \"\(column.name)\" says \"\(value)\"")
            return
        }
        for title in sample.titles {
            guard let country = Self.ending(title), !isDoubtful(country) else { continue }
            self.init(country, "the title is \"\(title)\"")
            return
        }
        return nil
    }

    private init(_ country: Country, _ evidence: String) {
        self.country = country
        self.evidence = evidence
    }

    /// The country that more than half of some texts name, and nearly all of those that name one, with the
    /// first of these texts.
    private static func majority(
        of texts: [String],
        _ country: (String) -> Country?
    ) -> (Country, String)? {
        let named = texts.compactMap { text in country(text).map { (country: $0, text: text) } }
        let counts = named.reduce(into: [String: Int]()) { $0[$1.country.code, default: 0] += 1 }
        guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
            most.value * 10 >= named.count * 9, named.count * 2 > texts.count
        else { return nil }
        return named.first { $0.country.code == most.key }.map { ($0.country, $0.text) }
    }

    private static func isOfAddresses(_ column: ColumnSample) -> Bool {
        let key = column.key.text
        return [Field.address, .city, .state, .postcode].contains { $0.headers.contains(key) }
            || key.hasPrefix("address") || key.hasPrefix("adress")
    }

    /// The country that a text ends with, behind a comma or other words: a cell that is `Lebanon` alone may
    /// be a town.
    private static func ending(_ text: String) -> Country? {
        let tail = text.split(separator: ",").last.map(String.init) ?? text
        let words = Country.normal(tail).split(separator: " ")
            .filter { word in !word.contains(where: \.isNumber) }
        let joined = words.joined(separator: " ")
        guard !otherEndings.contains(where: { joined == $0 || joined.hasSuffix(" " + $0) }),
            let country = Country(endOf: tail)
        else { return nil }
        guard text.contains(",") || Country(cell: joined) == nil else { return nil }
        return country
    }

    /// States and parts of countries that end with another country's name, or have it.
    private static let otherEndings = [
        "georgia", "new mexico", "new jersey", "northern ireland", "new england", "new wales",
        "south wales",
    ]
}
