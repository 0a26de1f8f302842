import Geodesy

/// Where the places are that a file of 1,086 tournaments names: each text that means one city, with its
/// latitude and longitude, looked up by hand. The dates and organisers of the tournaments tell which city
/// of a name is meant.
enum RightPlaces {
    private static let table = """
        Algiers | 36.75 | 3.04
        Almaty | 43.26 | 76.93
        Ankara | 39.92 | 32.85
        Arlington, United States | 32.74 | -97.11
        Athens, United States | 33.96 | -83.38
        Atyrau, Kazakhstan | 47.12 | 51.88
        Australia, Brisbane | -27.47 | 153.03
        Austria, Salzburg | 47.8 | 13.04
        Bangkok, Thailand | 13.75 | 100.5
        Barcelona, Spain | 41.39 | 2.16
        Beijing | 39.91 | 116.4
        Belarus, Minsk | 53.9 | 27.57
        Belfast, Northern Ireland | 54.58 | -5.93
        Belgrade, Serbia | 44.8 | 20.47
        Berlin, Germany | 52.52 | 13.41
        Birmingham, England | 52.48 | -1.9
        Bishkek, Kyrgyzstan | 42.87 | 74.59
        Bragança | 41.81 | -6.76
        Brazil, São Paulo | -23.55 | -46.64
        Brisbane | -27.47 | 153.03
        Brno, Czech Republic | 49.2 | 16.61
        Bucharest | 44.43 | 26.11
        Bucharest, Romania | 44.43 | 26.11
        Budapest | 47.5 | 19.04
        Budapest, Hungary | 47.5 | 19.04
        Buenos Aires | -34.61 | -58.38
        Canada, Windsor | 42.3 | -83.02
        Cape Town, South Africa | -33.93 | 18.42
        Catania, Italy | 37.49 | 15.07
        Chengdu | 30.67 | 104.07
        Chengdu, China | 30.67 | 104.07
        China, Chengdu | 30.67 | 104.07
        China, Shanghai | 31.22 | 121.46
        Cincinnati, United States | 39.16 | -84.46
        Cologne, Germany | 50.94 | 6.96
        Copenhagen | 55.68 | 12.57
        Copenhagen, Denmark | 55.68 | 12.57
        Cork, Ireland | 51.9 | -8.47
        Czechia, Prague | 50.09 | 14.42
        Cần Thơ, Vietnam | 10.04 | 105.79
        Demänová | 49.06 | 19.58
        Doha, Qatar | 25.28 | 51.52
        Finland, Helsinki | 60.17 | 24.94
        Finland, Vaasa | 63.1 | 21.62
        France, Cannes | 43.55 | 7.01
        France, Saint-Raphaël | 43.42 | 6.77
        Germany, Cologne | 50.94 | 6.96
        Gomel, Belarus | 52.43 | 30.98
        Graz, Austria | 47.07 | 15.45
        Hamar | 60.79 | 11.07
        Hanoi, Vietnam | 21.02 | 105.84
        Helsinki, Finland | 60.17 | 24.94
        Herning | 56.14 | 8.97
        Hong Kong, Kwun Tong | 22.31 | 114.22
        Hà Nội, Vietnam | 21.02 | 105.84
        Japan; Tokyo | 35.69 | 139.69
        Jönköping, Sweden | 57.78 | 14.16
        Katowice, Poland | 50.26 | 19.03
        Kaunas | 54.9 | 23.9
        Kaunas, Lithuania | 54.9 | 23.9
        Kazakhstan, Almaty | 43.26 | 76.93
        Kazakhstan, Astana | 51.18 | 71.45
        Kazakhstan, Atyrau | 47.12 | 51.88
        Kettering | 52.4 | -0.73
        Kettering, UK | 52.4 | -0.73
        Koelnmesse | 50.94 | 6.96
        Kosovo, Pristina | 42.67 | 21.17
        Kraków, Poland | 50.06 | 19.94
        Kuala Lumpur | 3.14 | 101.69
        Kuwait, Kuwait | 29.37 | 47.98
        Kyiv | 50.45 | 30.52
        Kópavogur, Iceland | 64.11 | -21.91
        Latvia, Ventspils | 57.39 | 21.56
        Leipzig | 51.34 | 12.37
        Lexington, United States | 37.99 | -84.48
        Lisbon | 38.72 | -9.13
        Liverpool, England | 53.41 | -2.98
        Los Angeles, USA | 34.05 | -118.24
        Lund | 55.71 | 13.19
        Luoyang, China | 34.68 | 112.45
        Luxembourg, Luxembourg | 49.61 | 6.13
        Lào Cai, Vietnam | 22.49 | 103.97
        Marseille, France | 43.3 | 5.38
        Melbourne | -37.81 | 144.96
        Milan, Italy | 45.46 | 9.19
        Mittweida, Germany | 50.99 | 12.98
        Moldova, Chisinau | 47.01 | 28.86
        Montreal, Canada | 45.51 | -73.59
        Moscow, Russia | 55.75 | 37.62
        Myrtle Beach, United States | 33.69 | -78.89
        Naples, Italy | 40.85 | 14.27
        Netherlands, Rotterdam | 51.92 | 4.48
        Netherlands,The Hague | 52.08 | 4.3
        New Orleans | 29.95 | -90.08
        Nice, France | 43.7 | 7.27
        Paris, France | 48.85 | 2.35
        Pavlodar | 52.27 | 77.0
        Poland, Poznań | 52.41 | 16.93
        Portugal, Vila Nova de Gaia | 41.13 | -8.62
        Portugal. Vila Nova de Gaia | 41.13 | -8.62
        Poznan, Poland | 52.41 | 16.93
        Prague | 50.09 | 14.42
        Prague, Czech Republic | 50.09 | 14.42
        Raleigh, USA | 35.77 | -78.64
        Raleigh, United States | 35.77 | -78.64
        Reykjavík, Iceland | 64.14 | -21.9
        Riga | 56.95 | 24.11
        Rio de Janeiro, Brazil | -22.9 | -43.21
        Riyadh | 24.69 | 46.72
        Riyadh, Saudi Arabia | 24.69 | 46.72
        Romania, Craiova | 44.32 | 23.8
        Roquetas de Mar | 36.76 | -2.61
        Rotterdam, The Netherlands | 51.92 | 4.48
        Russia, Moscow | 55.75 | 37.62
        Sapporo, Japan | 43.06 | 141.35
        Saudi Arabia, Riyadh | 24.69 | 46.72
        Sentosa, Singapore | 1.25 | 103.83
        Seoul | 37.57 | 126.98
        Seoul, Korea | 37.57 | 126.98
        Shanghai | 31.22 | 121.46
        Sheffield | 53.38 | -1.47
        Sherbrooke, Canada | 45.4 | -71.9
        Sofia, Bulgaria | 42.7 | 23.32
        Spain, Valencia | 39.47 | -0.38
        Stockholm, Sweden | 59.33 | 18.06
        Sweden, Jönköping | 57.78 | 14.16
        Sweden, Stockholm | 59.33 | 18.06
        Switzerland, Lucerne | 47.05 | 8.31
        São Paulo, Brazil | -23.55 | -46.64
        Tallaght, Ireland | 53.29 | -6.37
        Tashkent | 41.26 | 69.22
        Thành phố Hồ Chí Minh, Vietnam | 10.82 | 106.63
        Thái Nguyên, Vietnam | 21.59 | 105.84
        Toronto | 43.7 | -79.42
        Toronto, Canada | 43.7 | -79.42
        Turkey, Istanbul | 41.01 | 28.95
        Ulaanbaatar | 47.91 | 106.88
        Ulaanbaatar, Mongolia | 47.91 | 106.88
        United Kingdom, London | 51.51 | -0.13
        United States, Dallas | 32.78 | -96.81
        United States, Las Vegas | 36.17 | -115.14
        United, States Austin | 30.27 | -97.74
        Utrecht, Netherlands | 52.09 | 5.12
        Vietnam, Hà Nội | 21.02 | 105.84
        Vila Nova de Gaia | 41.13 | -8.62
        Vilnius | 54.69 | 25.28
        Vilnius, Lithuania | 54.69 | 25.28
        Virginia Beach, United States | 36.85 | -75.98
        Warsaw | 52.23 | 21.01
        Warsaw, Poland | 52.23 | 21.01
        Wieze, Belgium | 50.98 | 4.09
        Óbidos | 39.36 | -9.16
        """

    /// The middle of the city that each text means.
    static let all: [String: Coordinate] = Dictionary(
        uniqueKeysWithValues: table.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map {
                $0.split { $0 == " " }.joined(separator: " ")
            }
            guard cells.count == 3, let latitude = Double(cells[1]),
                let longitude = Double(cells[2]),
                let place = try? Coordinate(latitude: latitude, longitude: longitude)
            else { return nil }
            return (cells[0], place)
        }
    )

    /// Why a text that is not online has no point: nothing in it says which one city is meant.
    enum Reason: CaseIterable {
        case partOfTheWorld
        case country
        case severalCountries
        /// A province, with its country; one of them is misspelled.
        case partOfACountry
        /// One tournament in several cities, none of which alone is its place.
        case severalCities
        case partlyOnline
        case nobodyKnows
    }

    private static let unplacedTexts: [Reason: [String]] = [
        .partOfTheWorld: [
            "Asia", "Central Asia", "East Asia", "Europe", "Middle East", "North America",
            "Oceania", "South America", "World", "Worldwide",
        ],
        .country: [
            "Brazil", "Canada", "China", "Croatia", "Estonia", "Finland", "France", "Germany",
            "Hungary", "Iceland", "India", "Japan", "Lithuania", "Norway", "Philippines", "Poland",
            "Russia", "Spain", "Sweden", "United Kingdom", "United States", "Uzbekistan",
            "Vietnam",
        ],
        .severalCountries: ["China / Vietnam", "Vietnam & China", "Vietnam / China"],
        .partOfACountry: [
            "Gauangdong, China", "Guangdong, China", "Jiangxi, China", "Nghệ An, Vietnam",
        ],
        .severalCities: [
            "China - Yanchen, Shanghai", "Lisbon, Copenhagen", "London, Paris, Berlin",
            "Shanghai / Suzhou / Xi'an / Beijing", "Shanghai/Chengdu",
        ],
        .partlyOnline: ["Online/Offline"],
        .nobodyKnows: ["N/A"],
    ]

    /// Why each of the other texts has no point, read by hand.
    static let unplaced: [String: Reason] = Dictionary(
        uniqueKeysWithValues: unplacedTexts.flatMap { reason, texts in texts.map { ($0, reason) } }
    )

    /// How many of the 426 tournaments that are not online have no point, by reason: 202 in all. The titles of
    /// some name cities ("OWN Valencia Trios" in Spain, "Madrid In Game" in Europe): those of clubs and sponsors as
    /// often as of the place, so that they are no place of a tournament.
    static let unplacedCounts: [Reason: Int] = [
        .partOfTheWorld: 122, .country: 57, .severalCountries: 8, .partOfACountry: 8,
        .severalCities: 5, .partlyOnline: 1, .nobodyKnows: 1,
    ]
}
