extension DistrictKey {
    /// The types of district by which stations are assigned: the first that holds a place counts.
    package static let assigningTypes = ["precinct", "polling_district"]

    /// The types of district within which anybody may use a vote center, the smallest first.
    package static let centerTypes = ["county", "city", "municipality", "state"]
}
