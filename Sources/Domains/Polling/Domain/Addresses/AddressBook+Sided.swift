internal import Datasets

/// Sides that people leave out of a street's name, where they leave out the town as well.
extension AddressBook {
    /// The entries of the same lists that an address without a town may mean as well: those of a street in
    /// another town that differs by a side alone and has the house. `100 Oak St` is Ringdal's, and may be
    /// `100 N Oak St` in Bluestem. In one town the street without a side is another street.
    ///
    /// - Complexity: O(k) for k entries of these streets.
    func sidedElsewhere(
        _ match: Match,
        _ street: Range<Int>,
        _ written: WrittenAddress
    ) -> [AddressEntry] {
        let words = written.words[street]
        guard !match.isPlaceNamed, !match.isHouseMissing, let house = match.house,
            !words.contains(where: AddressWords.sides.contains)
        else { return [] }
        let lists = Set(match.entries.map(\.dataset))
        let towns = Set(match.entries.map { Set(AddressWords.ofTown($0.town ?? "")) })
        let name = words.joined()
        let slots = AddressWords.sides.sorted().flatMap { side in
            (slotsByStreet[side + name] ?? []) + (slotsByStreet[name + side] ?? [])
        }
        return slots.map { entries[$0] }.filter { entry in
            let town = Set(AddressWords.ofTown(entry.town ?? ""))
            return lists.contains(entry.dataset) && !town.isEmpty && !towns.contains(town)
                && entry.houses.contains { $0.contains(house) }
        }
    }
}
