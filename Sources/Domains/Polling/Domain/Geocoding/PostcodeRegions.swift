/// The states and the countries that gazetteers have for postcodes.
struct PostcodeRegions: Sendable {
    private let regions: [String: Set<WrittenRegion>]
    /// The words of all towns that are loaded.
    let townWords: Set<String>

    /// - Parameters:
    ///   - places: The postcodes of the gazetteers.
    ///   - towns: The names of other towns.
    init(_ places: [PostcodePlace], towns: Set<String>) {
        var regions: [String: Set<WrittenRegion>] = [:]
        for place in places where place.region != nil || place.country != nil {
            guard let code = Postcode.normal(place.code) else { continue }
            regions[code, default: []].formUnion(WrittenRegion.of(place))
        }
        self.regions = regions
        let names = towns.union(places.compactMap(\.place))
        townWords = Set(names.flatMap(AddressWords.words))
    }

    /// Whether a postcode lies in all states and countries of a text, each of which may mean several.
    func holds(_ postcode: String, _ written: [[WrittenRegion]]) -> Bool {
        guard let own = Postcode.normal(postcode).flatMap({ regions[$0] }) else { return false }
        return written.allSatisfy { readings in
            readings.contains { reading in own.contains { $0.fits(reading) } }
        }
    }
}
