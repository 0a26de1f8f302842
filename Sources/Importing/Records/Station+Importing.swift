internal import Geodesy
internal import Polling

extension Station: ImportableRecord {
    var importKey: String { id.rawValue }
    var displayName: String { name }

    func differences(from old: Station) -> [String] {
        var differences: [String] = []
        switch (old.coordinate, coordinate) {
        case (let before?, let after?) where before != after:
            let meters = Geodesic.distance(from: before, to: after).meters
            differences.append("moved \(Self.lengthText(meters))")
        case (nil, _?): differences.append("has a place now")
        case (_?, nil): differences.append("has no place any more")
        default: break
        }
        if old.name != name { differences.append("renamed from \"\(old.name)\"") }
        if old.address != address {
            differences.append(
                "address was \(old.address.map { "\"\($0)\"" } ?? "blank")"
            )
        }
        if old.postcode != postcode {
            differences.append("postcode was \(old.postcode ?? "blank")")
        }
        if old.hours != hours { differences.append("hours were \(old.hours ?? "blank")") }
        if old.accessibility != accessibility { differences.append("accessibility changed") }
        if old.districts != districts { differences.append("districts changed") }
        let changed = Set(old.attributes.keys).union(attributes.keys)
            .filter { old.attributes[$0] != attributes[$0] }
        if !changed.isEmpty {
            differences.append(changed.sorted().joined(separator: ", ") + " changed")
        }
        return differences
    }

    /// A distance for people: `0.4 m`, `120 m`, `2.3 km`.
    private static func lengthText(_ meters: Double) -> String {
        if meters < 10 { return "\((meters * 10).rounded() / 10) m" }
        if meters < 1_000 { return "\(Int(meters.rounded())) m" }
        return "\((meters / 100).rounded() / 10) km"
    }
}
