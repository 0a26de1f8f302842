/// A state, a province or a country.
struct WrittenRegion: Sendable, Hashable {
    /// The country's code of two small letters.
    let country: String
    /// The state's code in small letters; nil of a country.
    var state: String?

    /// Whether both may be where one address is.
    func fits(_ other: WrittenRegion) -> Bool {
        country == other.country
            && (state == nil || other.state == nil || state == other.state)
    }

    /// What words name, or abbreviate: several where states and countries share a name, as Georgia.
    static func readings(_ words: [String]) -> [WrittenRegion] { known[words] ?? [] }

    /// Of how many words a name is at most.
    static let longestName = known.keys.map(\.count).max() ?? 0

    private static let known: [[String]: [WrittenRegion]] = {
        var known: [[String]: [WrittenRegion]] = [:]
        func add(_ names: Substring, _ region: WrittenRegion) {
            for name in names.split(separator: "/") {
                known[AddressWords.words(String(name)), default: []].append(region)
            }
        }
        for (country, list) in states {
            for line in list.split(separator: ",") {
                let names = line.drop(while: \.isWhitespace)
                let code = String(names.prefix { $0 != "/" })
                add(names, WrittenRegion(country: country, state: code))
            }
        }
        for line in countries.split(separator: ",") {
            let names = line.drop(while: \.isWhitespace)
            add(names, WrittenRegion(country: String(names.prefix { $0 != "/" })))
        }
        return known
    }()

    /// States by their codes (ISO 3166-2) and names.
    private static let states: [(country: String, list: String)] = [
        (
            "us",
            """
            al/alabama, ak/alaska, az/arizona, ar/arkansas, ca/california, co/colorado, \
            ct/connecticut, de/delaware, dc/district of columbia, fl/florida, ga/georgia, hi/hawaii, \
            id/idaho, il/illinois, in/indiana, ia/iowa, ks/kansas, ky/kentucky, la/louisiana, \
            me/maine, md/maryland, ma/massachusetts, mi/michigan, mn/minnesota, ms/mississippi, \
            mo/missouri, mt/montana, ne/nebraska, nv/nevada, nh/new hampshire, nj/new jersey, \
            nm/new mexico, ny/new york, nc/north carolina, nd/north dakota, oh/ohio, ok/oklahoma, \
            or/oregon, pa/pennsylvania, ri/rhode island, sc/south carolina, sd/south dakota, \
            tn/tennessee, tx/texas, ut/utah, vt/vermont, va/virginia, wa/washington, \
            wv/west virginia, wi/wisconsin, wy/wyoming, pr/puerto rico, gu/guam, \
            vi/virgin islands, as/american samoa
            """
        ),
        (
            "ca",
            """
            ab/alberta, bc/british columbia, mb/manitoba, nb/new brunswick, \
            nl/newfoundland/newfoundland and labrador, ns/nova scotia, nt/northwest territories, \
            nu/nunavut, on/ontario, pe/prince edward island, qc/quebec, sk/saskatchewan, yt/yukon
            """
        ),
        (
            "au",
            """
            nsw/new south wales, vic/victoria, qld/queensland, tas/tasmania, act, \
            sa/south australia, wa/western australia, nt/northern territory
            """
        ),
        (
            "de",
            """
            bw/baden-württemberg, by/bayern/bavaria, be/land berlin, bb/brandenburg, \
            hb/land bremen, hh/land hamburg, he/hessen/hesse, mv/mecklenburg-vorpommern, \
            ni/niedersachsen/lower saxony, nw/nrw/nordrhein-westfalen/north rhine-westphalia, \
            rp/rheinland-pfalz/rhineland-palatinate, sl/saarland, sn/sachsen/saxony, \
            lsa/sachsen-anhalt/saxony-anhalt, sh/schleswig-holstein, th/thüringen/thuringia
            """
        ),
        (
            "mx",
            """
            mx-bcn/baja california, mx-chp/chiapas, mx-chh/chihuahua, mx-coa/coahuila, mx-dur/durango, \
            mx-gto/guanajuato, mx-gro/guerrero, mx-jal/jalisco, mx-mic/michoacán, mx-nle/nuevo león, mx-oax/oaxaca, \
            mx-pue/puebla, mx-roo/quintana roo, mx-sin/sinaloa, mx-son/sonora, mx-tab/tabasco, mx-tam/tamaulipas, \
            mx-ver/veracruz, mx-yuc/yucatán, mx-zac/zacatecas
            """
        ),
    ]

    /// Countries by their codes (ISO 3166-1) and their names in English, German and Spanish.
    private static let countries = """
        us/usa/u.s.a./u.s./united states/united states of america/estados unidos/ee uu/vereinigte staaten, \
        ca/can/canada/kanada/canadá, mx/mexico/méxico/mexiko, \
        gb/uk/united kingdom/great britain/england/scotland/wales/northern ireland/reino unido, \
        ie/ireland/irland/irlanda, de/ger/germany/deutschland/alemania, \
        at/austria/österreich, ch/switzerland/schweiz/suiza, fr/france/frankreich/francia, \
        es/spain/spanien/españa, it/italy/italien/italia, pt/portugal, nl/netherlands/niederlande/holland, \
        be/belgium/belgien/bélgica, lu/luxembourg/luxemburg, dk/denmark/dänemark/dinamarca, \
        se/sweden/schweden/suecia, nor/norway/norwegen/noruega, fi/finland/finnland, \
        pl/poland/polen/polonia, cz/czechia/czech republic/tschechien, hu/hungary/ungarn/hungría, \
        ro/romania/rumänien, gr/greece/griechenland/grecia, tr/turkey/türkei/turquía, \
        ua/ukraine/ucrania, ru/russia/russland/rusia, ge/georgia/georgien, \
        au/aus/australia/australien, nz/new zealand/neuseeland, in/india/indien, cn/china, \
        jp/japan/japón, kr/south korea/südkorea, ph/philippines/philippinen/filipinas, \
        za/south africa/südafrika, ng/nigeria, ke/kenya/kenia, gh/ghana, eg/egypt/ägypten, \
        br/brazil/brasil/brasilien, ar/argentina/argentinien, cl/chile, co/colombia/kolumbien, \
        pe/peru/perú, ve/venezuela, ec/ecuador, bo/bolivia/bolivien, cu/cuba/kuba, \
        gt/guatemala, hn/honduras, sv/el salvador, cr/costa rica, do/dominican republic, \
        fj/fiji/fidschi, il/israel
        """
}

/// The state and the country that an address ends with, beside its postcode: `TX` and `USA` of `Bluestem,
/// TX 69702, USA`.
struct WrittenEnding: Sendable {
    /// A name with what it may mean.
    struct Name: Sendable, Hashable {
        let words: [String]
        /// Which of the address's words these are.
        let place: Range<Int>
        let readings: [WrittenRegion]
        /// Whether it is abbreviated, as no town is.
        var isCode: Bool { words.count == 1 && words[0].utf8.count <= 3 }
    }

    /// The last first.
    private(set) var names: [Name] = []

    /// - Parameters:
    ///   - text: The address.
    ///   - own: Which of its words are the street and the house: what is named stands behind them.
    init(_ text: WrittenAddress, behind own: Range<Int>) {
        var end = text.words.count
        // A state, a country, and postcodes around them.
        while names.count < 2 {
            while end > own.upperBound, text.words[end - 1].contains(where: \.isNumber) { end -= 1 }
            guard let name = Self.name(text, behind: own.upperBound, upTo: end) else { return }
            names.append(name)
            end = name.place.lowerBound
            if !name.readings.contains(where: { $0.state == nil }) { return }
        }
    }

    /// The longest name that ends before a word. No comma is in it, and one or a town's name is in front of
    /// it: the `NE` of `5 Main St NE` is a side.
    private static func name(
        _ text: WrittenAddress,
        behind limit: Int,
        upTo end: Int
    ) -> Name? {
        for count in stride(from: WrittenRegion.longestName, through: 1, by: -1) {
            let start = end - count
            guard start >= limit, start > 0, !(start + 1..<end).contains(where: text.isApart),
                text.isApart(start) || start > limit && isTownWord(text, start - 1)
            else { continue }
            let words = Array(text.words[start..<end])
            let readings = WrittenRegion.readings(words)
            if !readings.isEmpty {
                return Name(words: words, place: start..<end, readings: readings)
            }
        }
        return nil
    }

    private static func isTownWord(_ text: WrittenAddress, _ index: Int) -> Bool {
        let word = text.words[index]
        return word.contains(where: \.isNumber) && word.count > 3
            || word.count > 2 && word.allSatisfy(\.isLetter) && !AddressWords.isKindOrSide(word)
                && !WrittenHouses.unitWords.contains(word)
    }
}

extension WrittenRegion {
    /// What a gazetteer's state and country may mean.
    static func of(_ place: PostcodePlace) -> [WrittenRegion] {
        let country = place.country.map(AddressWords.words)
        let countries = country.map(WrittenRegion.readings)?.filter { $0.state == nil }
        let states = WrittenRegion.readings(AddressWords.words(place.region ?? ""))
            .filter { $0.state != nil }
        guard let countries, !countries.isEmpty else { return states }
        let own = states.filter { state in countries.contains { $0.country == state.country } }
        return own.isEmpty ? countries : own
    }
}
