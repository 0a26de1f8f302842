internal import TextSearch

/// The parts of countries that are written behind a city without the country: `Los Angeles, CA`,
/// `London, Ontario`.
enum CountryParts {
    /// Every way to write a part: its name, the post's code, and the code of GeoNames where that is another.
    private static let written: [String: [[String]]] = [
        "US": [
            ["alabama", "al"], ["alaska", "ak"], ["arizona", "az"], ["arkansas", "ar"],
            ["california", "ca"], ["colorado", "co"], ["connecticut", "ct"], ["delaware", "de"],
            ["district of columbia", "dc", "d c"], ["florida", "fl"], ["georgia", "ga"],
            ["hawaii", "hi"], ["idaho", "id"], ["illinois", "il"], ["indiana", "in"],
            ["iowa", "ia"], ["kansas", "ks"], ["kentucky", "ky"], ["louisiana", "la"],
            ["maine", "me"], ["maryland", "md"], ["massachusetts", "ma"], ["michigan", "mi"],
            ["minnesota", "mn"], ["mississippi", "ms"], ["missouri", "mo"], ["montana", "mt"],
            ["nebraska", "ne"], ["nevada", "nv"], ["new hampshire", "nh"], ["new jersey", "nj"],
            ["new mexico", "nm"], ["new york", "ny"], ["north carolina", "nc"],
            ["north dakota", "nd"], ["ohio", "oh"], ["oklahoma", "ok"], ["oregon", "or"],
            ["pennsylvania", "pa"], ["rhode island", "ri"], ["south carolina", "sc"],
            ["south dakota", "sd"], ["tennessee", "tn"], ["texas", "tx"], ["utah", "ut"],
            ["vermont", "vt"], ["virginia", "va"], ["washington", "wa"],
            ["west virginia", "wv"], ["wisconsin", "wi"], ["wyoming", "wy"],
        ],
        "CA": [
            ["alberta", "ab", "01"], ["british columbia", "bc", "02"], ["manitoba", "mb", "03"],
            ["new brunswick", "nb", "04"],
            ["newfoundland and labrador", "newfoundland", "nl", "05"],
            ["nova scotia", "ns", "07"], ["ontario", "on", "08"],
            ["prince edward island", "pe", "pei", "09"], ["quebec", "qc", "10"],
            ["saskatchewan", "sk", "11"], ["yukon", "yt", "12"],
            ["northwest territories", "nt", "13"], ["nunavut", "nu", "14"],
        ],
        "AU": [
            ["australian capital territory", "act", "01"], ["new south wales", "nsw", "02"],
            ["northern territory", "nt", "03"], ["queensland", "qld", "04"],
            ["south australia", "sa", "05"], ["tasmania", "tas", "06"], ["victoria", "vic", "07"],
            ["western australia", "wa", "08"],
        ],
    ]

    /// The countries whose parts are known, the likeliest first.
    static let countries = ["US", "CA", "AU"]

    private static let forms: [String: [String: Set<String>]] = written.mapValues { parts in
        Dictionary(
            parts.flatMap { forms in
                let all = Set(forms.map(Gazetteer.key))
                return all.map { ($0, all) }
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// All ways to write the part that some words name; those words alone where it is not known.
    static func forms(of words: [String], in country: String) -> Set<String> {
        let key = key(words)
        return forms[country]?[key] ?? [key]
    }

    /// Whether words name a part of a country.
    static func isPart(_ words: [String], of country: String) -> Bool {
        forms[country]?[key(words)] != nil
    }

    /// Letters that had points between them are one code: `B.C.`
    private static func key(_ words: [String]) -> String {
        words.joined(separator: words.allSatisfy { $0.count == 1 } ? "" : " ")
    }
}
