internal import Datasets
package import Expo
package import Importing

/// How places are imported, said once.
enum FairPlaceKind {
    private static let id = KindField("id", headers: ["placeid", "locationid"])
    private static let name = KindField(
        "name",
        headers: ["title", "placename", "location", "room"],
        isRequired: true
    )
    private static let what = KindField("kind", headers: ["type", "category", "amenity"])
    private static let hours = KindField("hours", headers: ["openinghours", "open", "opening"])
    private static let offer = KindField("offer", headers: ["deal", "discount", "special"])

    /// What else people write for a kind.
    private static let otherWords: [String: FairPlace.Kind] = [
        "toilet": .restroom, "toilets": .restroom, "restrooms": .restroom, "wc": .restroom,
        "first aid": .firstAid, "firstaid": .firstAid, "information": .info, "truck": .food,
        "food truck": .food, "entry": .entrance, "activities": .activity,
    ]

    static let kind = Kind<FairPlace>(
        .places,
        one: "a place",
        fields: [id, ExpoFields.event, what, name, hours, offer, ExpoFields.level],
        place: .required,
        formats: [EventyayPlaces.places]
    ) { row throws(RowRefusal) in
        _ = try row.required(name)
        let text = try ExpoFields.text(name, row, limit: ExpoFields.nameLimit) ?? ""
        let own = try ExpoFields.text(id, row)
        return FairPlace(
            dataset: row.dataset,
            key: own ?? ExpoFields.key(of: text, orElse: "place"),
            event: try ExpoFields.event(row),
            kind: try kindOfPlace(row),
            name: text,
            place: try row.requiredPlace(),
            hours: try ExpoFields.text(hours, row),
            offer: try ExpoFields.text(offer, row),
            level: try ExpoFields.text(ExpoFields.level, row)
        )
    }

    private static func kindOfPlace(_ row: KindRow) throws(RowRefusal) -> FairPlace.Kind {
        if let text = row.text(what)?.lowercased(), let meant = otherWords[text] { return meant }
        let words = FairPlace.Kind.allCases.map(\.rawValue)
        return try row.word(what, among: words).flatMap(FairPlace.Kind.init) ?? .other
    }
}

extension FairPlace: ImportableRecord {
    package var importKey: String { key }
    package var displayName: String { name }
    package var details: [(field: String, value: String)] {
        var details = [("name", name), ("event", event), ("kind", kind.rawValue)]
        if let hours { details.append(("hours", hours)) }
        if let offer { details.append(("offer", offer)) }
        if let level { details.append(("floor", level)) }
        return details
    }
    package var parts: RecordParts {
        RecordParts(
            name: name,
            times: nil as String?,
            other: [event, kind.rawValue, hours, offer, level],
            place: place
        )
    }
}
