internal import Datasets
package import Expo
package import Importing

/// How a fair's links and its survey are imported, said once.
enum FairLinkKind {
    private static let label = KindField(
        "label",
        headers: ["network", "words", "text"],
        weakHeaders: ["name", "title"]
    )
    private static let url = KindField(
        "url",
        headers: ["link", "href", "website", "address"],
        isRequired: true
    )
    private static let use = KindField("use", headers: ["purpose", "what"], weakHeaders: ["type"])
    private static let order = KindField("order", headers: ["sortorder", "sort", "position"])

    /// The longest words of a link, in characters.
    static let labelLimit = 60

    static let kind = Kind<FairLink>(
        .links,
        one: "a link",
        fields: [label, ExpoFields.event, url, use, order]
    ) { row throws(RowRefusal) in
        let address = try row.required(url)
        guard ExpoFields.isLink(address) else { throw row.refusal(url, ExpoSentence.noLink) }
        let words = FairLink.Use.allCases.map(\.rawValue)
        let use = try row.word(use, among: words).flatMap(FairLink.Use.init) ?? .link
        let text =
            use == .survey
            ? try ExpoFields.text(label, row, limit: labelLimit)
            : try requiredLabel(row)
        return FairLink(
            dataset: row.dataset,
            event: try ExpoFields.event(row),
            use: use,
            label: text ?? use.rawValue,
            url: address,
            order: try row.wholeNumber(order, in: 0...100_000)
        )
    }

    private static func requiredLabel(_ row: KindRow) throws(RowRefusal) -> String? {
        _ = try row.required(label)
        return try ExpoFields.text(label, row, limit: labelLimit)
    }
}

extension FairLink: ImportableRecord {
    package var importKey: String { key }
    package var displayName: String { label }
    package var details: [(field: String, value: String)] {
        var details = [("label", label), ("event", event), ("url", url), ("use", use.rawValue)]
        if let order { details.append(("order", "\(order)")) }
        return details
    }
    package var parts: RecordParts {
        RecordParts(
            name: label,
            times: nil as String?,
            other: [event, use.rawValue, url, order.map { "\($0)" }],
            place: nil
        )
    }
}
