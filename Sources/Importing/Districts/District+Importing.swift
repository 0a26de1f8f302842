internal import Polling

extension District: ImportableRecord {
    var importKey: String { id.rawValue }
    var displayName: String { name }

    func differences(from old: District) -> [String] {
        var differences: [String] = []
        if old.name != name { differences.append("renamed from \"\(old.name)\"") }
        if old.reference != reference {
            differences.append("was \(old.reference.shortText)")
        }
        if old.area != area { differences.append("boundary changed") }
        return differences
    }
}
