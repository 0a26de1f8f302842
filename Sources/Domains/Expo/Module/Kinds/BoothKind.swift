internal import Datasets
package import Expo
internal import Geodesy
package import Importing

/// How booths are imported, said once.
enum BoothKind {
    private static let label = KindField(
        "label",
        headers: [
            "booth", "boothlabel", "boothnumber", "boothcode", "code", "stand", "standnumber",
            "stall", "number",
        ],
        weakHeaders: ["id", "name"],
        isRequired: true
    )
    private static let planX = KindField("plan_x", headers: ["pixelx", "px"])
    private static let planY = KindField("plan_y", headers: ["pixely", "py"])

    private static let longestLabel = 20
    private static let largestPixel = 100_000.0

    static let kind = Kind<Booth>(
        .booths,
        one: "a booth",
        fields: [label, ExpoFields.event, planX, planY, ExpoFields.level],
        place: .optional
    ) { row throws(RowRefusal) in
        let text = try row.required(label)
        guard isLabel(text) else { throw row.refusal(label, ExpoSentence.labelUnreadable) }
        let spot = try spot(row)
        guard row.place != nil || spot != nil else {
            throw row.refusal(nil, ExpoSentence.boothNowhere)
        }
        return Booth(
            dataset: row.dataset,
            event: try ExpoFields.event(row),
            label: text,
            place: row.place,
            spot: spot,
            level: try ExpoFields.text(ExpoFields.level, row)
        )
    }

    /// Whether a text may stand on a booth's sign.
    static func isLabel(_ text: String) -> Bool {
        (1...longestLabel).contains(text.count) && !Booth.folded(text).isEmpty
            && text.allSatisfy { $0.isLetter || $0.isNumber || " .-/".contains($0) }
    }

    private static func spot(_ row: KindRow) throws(RowRefusal) -> PlanSpot? {
        let (x, y) = (try pixels(planX, row), try pixels(planY, row))
        if x == nil, y == nil { return nil }
        guard let x, let y else {
            throw row.refusal(x == nil ? planX : planY, ExpoSentence.spotIncomplete)
        }
        return PlanSpot(x: x, y: y)
    }

    private static func pixels(_ field: KindField, _ row: KindRow) throws(RowRefusal) -> Double? {
        guard let text = row.text(field) else { return nil }
        guard let number = PlainNumber.read(text), (0...largestPixel).contains(number) else {
            throw row.refusal(
                field,
                ExpoSentence.spotUnreadable,
                ["field": .text(field.name)]
            )
        }
        return number
    }
}

extension Booth: ImportableRecord {
    package var importKey: String { "\(event) \(Booth.folded(label))" }
    package var displayName: String { label }
    package var details: [(field: String, value: String)] {
        var details = [("label", label), ("event", event)]
        if let spot { details.append(("plan", "\(spot.x), \(spot.y)")) }
        if let level { details.append(("floor", level)) }
        return details
    }
    package var parts: RecordParts {
        RecordParts(
            name: label,
            times: nil as String?,
            other: [event, spot.map { "\($0.x) \($0.y)" }, level],
            place: place
        )
    }
}
