public import Datasets

/// Where the people of an address vote, as a list says it.
public struct AddressDestination: Sendable, Hashable {
    /// The key of the station within its dataset, where the list names one.
    public let stationKey: String?
    /// The districts that the address belongs to, without the places that only tell where it is.
    public let districts: [DistrictReference]

    /// What an entry says.
    public init(_ entry: AddressEntry) {
        self.init(stationKey: entry.stationKey, districts: entry.districts)
    }

    /// A destination with all its members.
    public init(stationKey: String?, districts: [DistrictReference]) {
        self.stationKey = stationKey
        self.districts = districts.filter { !AddressEntry.placeTypes.contains($0.type) }
    }

    /// The district that stations are assigned by; nil where the list names none of such a type.
    public var votingDistrict: DistrictReference? {
        for type in DistrictKey.assigningTypes {
            if let district = districts.first(where: { DistrictKey($0).type == type }) {
                return district
            }
        }
        return nil
    }
}

extension AddressStore {
    /// Reads all entries for it.
    public func forEachDestination(
        _ visit: @Sendable (DatasetName, AddressDestination, Int) throws -> Void
    ) async throws {
        try await forEachAddress { batch in
            for entry in batch { try visit(entry.dataset, AddressDestination(entry), 1) }
        }
    }
}
