internal import Geodesy
internal import Polling

extension Station: ImportableRecord {
    var importKey: String { id.rawValue }
    var displayName: String { name }

    var parts: RecordParts {
        var address = Hasher()
        address.combine(self.address)
        address.combine(postcode)
        return RecordParts(
            name: name.hashValue,
            address: address.finalize(),
            hours: hours.hashValue,
            accessibility: accessibility.hashValue,
            districts: districts.hashValue,
            other: attributes.isEmpty ? 0 : attributes.hashValue,
            place: coordinate
        )
    }

    var likeness: RecordLikeness? {
        RecordLikeness(
            name: Self.normalHash(name),
            address: address.map(Self.normalHash)
        )
    }

    func withImportKey(_ key: String) -> Station {
        Station(
            id: ID(rawValue: key),
            dataset: dataset,
            name: name,
            address: address,
            postcode: postcode,
            coordinate: coordinate,
            districts: districts,
            hours: hours,
            accessibility: accessibility,
            attributes: attributes
        )
    }

    static var guards: ImportGuards { .stations }

    private static func normalHash(_ text: String) -> Int {
        var normal: [UInt8] = []
        TextNormal.append(Array(text.utf8)[...], to: &normal)
        return normal.hashValue
    }

    func differences(from old: Station) -> [String] {
        var differences: [String] = []
        switch (old.coordinate, coordinate) {
        case (let before?, let after?) where before != after:
            let meters = Geodesic.distance(from: before, to: after).meters
            differences.append("moved \(lengthText(meters))")
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
}
