internal import Agenda
internal import Datasets
package import Expo
package import Importing
internal import SpatiaLiteStore
internal import Synchronization

/// How exhibitors are imported, said once.
enum ExhibitorKind {
    private static let id = KindField(
        "id",
        headers: ["exhibitorid", "sponsorid", "exhibitorkey", "slug"]
    )
    private static let name = KindField(
        "name",
        headers: [
            "exhibitor", "exhibitorname", "company", "companyname", "sponsor", "sponsorname",
            "organization", "organisation", "organizationname", "title",
        ],
        isRequired: true
    )
    private static let summary = KindField("summary", headers: ["description", "about", "text"])
    private static let tier = KindField(
        "tier",
        headers: ["sponsorlevel", "sponsorshiplevel", "sponsorship", "package", "type"]
    )
    private static let level = KindField("level", headers: ["rank"])
    private static let logo = KindField("logo", headers: ["logourl", "logohash", "image"])
    private static let links = KindField(
        "links",
        headers: ["link", "url", "website", "homepage", "web"]
    )
    private static let networks = [
        "facebook", "instagram", "twitter", "linkedin", "youtube", "tiktok",
    ]
    .map { KindField($0, headers: ["\($0)url", "\($0)link"]) }
    private static let topics = KindField("topics", headers: ["topic", "tags", "categories"])
    private static let booth = KindField(
        "booth",
        headers: [
            "boothlabel", "boothnumber", "boothcode", "stand", "standnumber", "stall", "table",
        ]
    )
    private static let order = KindField("order", headers: ["sortorder", "sort", "position"])

    private static var fields: [KindField] {
        [id, name, ExpoFields.event, summary, tier, level, logo, links] + networks
            + [topics, booth, order]
    }

    /// - Parameter surroundings: What is published that rows may name; nil to look at rows alone.
    static func kind(_ surroundings: ExhibitorSurroundings?) -> Kind<Exhibitor> {
        Kind<Exhibitor>(
            .exhibitors,
            one: "an exhibitor",
            fields: fields,
            formats: [EventyayPlaces.exhibitors]
        ) { row throws(RowRefusal) in
            let exhibitor = try exhibitor(row)
            surroundings?.look(at: exhibitor, row)
            return exhibitor
        }
    }

    private static func exhibitor(_ row: KindRow) throws(RowRefusal) -> Exhibitor {
        _ = try row.required(name)
        let name = try ExpoFields.text(name, row, limit: ExpoFields.nameLimit) ?? ""
        let own = try ExpoFields.text(id, row)
        return Exhibitor(
            dataset: row.dataset,
            key: own ?? ExpoFields.key(of: name, orElse: "exhibitor"),
            event: try ExpoFields.event(row),
            name: name,
            summary: try ExpoFields.text(summary, row, limit: ExpoFields.summaryLimit),
            standing: try standing(row),
            logo: try logo(row),
            links: links(row),
            topics: ExpoFields.list(
                try ExpoFields.text(topics, row, limit: ExpoFields.summaryLimit),
                separators: [";", ","]
            ),
            booth: try booth(row),
            order: try row.wholeNumber(order, in: 0...100_000)
        )
    }

    /// A level is a number, or what the tier is called.
    private static func standing(_ row: KindRow) throws(RowRefusal) -> Standing {
        var words = try ExpoFields.text(tier, row)
        var number: Int?
        if let text = row.text(level) {
            if words == nil, Int(text) == nil {
                words = try ExpoFields.text(level, row)
            } else {
                number = try row.wholeNumber(level, in: 0...1000)
            }
        }
        guard let words else { return Standing(tier: .none, level: number) }
        if let tier = Standing.Tier(rawValue: words.lowercased()) {
            return Standing(tier: tier, level: number)
        }
        guard let tier = Standing.Tier(naming: words) else {
            row.remark(ExpoSentence.tierUnknown, ["tier": .text(words)])
            return Standing(tier: .none, name: words, level: number)
        }
        return Standing(tier: tier, name: words, level: number)
    }

    /// The hash of a picture, the name of a file with one, or a link to one.
    private static func logo(_ row: KindRow) throws(RowRefusal) -> String? {
        guard let text = try ExpoFields.text(logo, row, limit: ExpoFields.linkLimit) else {
            return nil
        }
        guard !Exhibitor.isPictureHash(text), LogoFile(naming: text) == nil else { return text }
        return ExpoFields.link(text, row)
    }

    private static func links(_ row: KindRow) -> [String] {
        let texts = ([links] + networks).compactMap { row.text($0) }
        var seen: Set<String> = []
        return texts.flatMap { $0.split { $0 == ";" || $0.isWhitespace } }
            .compactMap { ExpoFields.link(String($0), row) }.filter { seen.insert($0).inserted }
    }

    private static func booth(_ row: KindRow) throws(RowRefusal) -> String? {
        guard let label = row.text(booth) else { return nil }
        guard BoothKind.isLabel(label) else {
            throw row.refusal(booth, ExpoSentence.labelUnreadable)
        }
        return label
    }
}

/// What is published beside a file of exhibitors, against which its rows are held: nothing is refused for it, since
/// the files of a fair come in any order.
final class ExhibitorSurroundings: Sendable {
    private let published: FairSnapshot
    /// The ids and keys of events that are published.
    private let events: Set<String>
    /// Which exhibitor has named a booth first.
    private let named = Mutex<[String: Exhibitor]>([:])

    /// Reads what is published.
    init(of store: SpatiaLiteStore) async throws {
        published = try await FairLoading(store).snapshot()
        events = Set((published.agenda?.events ?? []).flatMap { [$0.id, $0.key] })
    }

    func look(at exhibitor: Exhibitor, _ row: KindRow) {
        if !events.contains(exhibitor.event) {
            row.remark(ExpoSentence.eventNotPublished, ["event": .text(exhibitor.event)])
        }
        guard let booth = exhibitor.booth else { return }
        let label = Booth.folded(booth)
        // Files may call one event by its id or by its key.
        let fair = published.fairID(naming: exhibitor.event, in: exhibitor.dataset)
        // Before any booth is published, none can be missing.
        if let known = published.fair(fair)?.booths, !known.isEmpty, known[label] == nil {
            row.remark(ExpoSentence.boothUnknown, ["booth": .text(booth)])
        }
        let first = named.withLock { named in
            let key = "\(fair) \(label)"
            if named[key] == nil { named[key] = exhibitor }
            return named[key]
        }
        if let first, first.key != exhibitor.key {
            row.remark(
                ExpoSentence.boothShared,
                ["booth": .text(booth), "other": .text(first.name)]
            )
        }
    }
}

extension Exhibitor: ImportableRecord {
    package var importKey: String { key }
    package var displayName: String { name }
    package var details: [(field: String, value: String)] {
        var details = [("name", name), ("event", event)]
        details.append(("tier", standing.name ?? standing.tier.rawValue))
        if let level = standing.ownLevel { details.append(("level", "\(level)")) }
        if let booth { details.append(("booth", booth)) }
        if let order { details.append(("order", "\(order)")) }
        if !topics.isEmpty { details.append(("topics", topics.joined(separator: "; "))) }
        if !links.isEmpty { details.append(("links", links.joined(separator: " "))) }
        if let logo { details.append(("logo", logo)) }
        if let summary { details.append(("summary", String(summary.prefix(200)))) }
        return details
    }
    package var parts: RecordParts {
        RecordParts(
            name: name,
            times: nil as String?,
            other: [
                event, summary, standing.tier.rawValue, standing.name,
                standing.ownLevel.map { "\($0)" }, logo, links.joined(separator: "\n"),
                topics.joined(separator: "\n"), booth, order.map { "\($0)" },
            ],
            place: nil
        )
    }
}
