internal import Ground

extension GroundFeature: ImportableRecord {
    var importKey: String { key }
    var displayName: String { name ?? detail ?? "\(groundClass.rawValue) \(key)" }

    func differences(from old: GroundFeature) -> [String] {
        var differences: [String] = []
        if old.name != name {
            differences.append(old.name.map { "renamed from \"\($0)\"" } ?? "had no name")
        }
        if old.groundClass != groundClass {
            differences.append("was \(old.groundClass.rawValue)")
        }
        if old.detail != detail { differences.append("was \(old.detail ?? "of no known kind")") }
        if old.shape != shape { differences.append("drawn differently") }
        return differences
    }
}
