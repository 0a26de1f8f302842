internal import AgendaRecords
internal import Esports
internal import Foundation
internal import GeoJSON
internal import Timekeeping

/// What came of asking a source.
enum SourceOutcome: Sendable, Hashable {
    /// The bytes of an answer that has something, as a kind reads them.
    case told([UInt8])
    /// It answers that there is nothing.
    case nothing
    /// It did not answer, or not so that it can be read: why, for the log.
    case failed(String)

    /// What came of a request, where an answer is all that is needed.
    init(_ answer: SourceAnswer) {
        self =
            switch answer {
            case .answered(200, let body): .told(body)
            case .answered(let status, _): .failed("it answers with the status \(status)")
            case .away: .failed("it cannot be reached")
            }
    }
}

/// Tells what a shop offers for a game.
///
/// What it tells is imported as a dataset of its own, so that it has versions, survives a restart, and stays with
/// its age while the shop cannot be reached. Without a source, what was imported by files is all there is.
protocol ProductSource: Sendable {
    /// One word, such as `ebay`, with which names of datasets begin.
    var name: String { get }
    /// An answer that the kind of products reads.
    func products(of game: Game) async -> SourceOutcome
}

/// eBay's Browse API: what is new and has a fixed price.
struct EbaySource: ProductSource {
    let name = "ebay"
    let tokens: EbayTokens
    let address: String
    let transport: any SourceTransport

    /// How many items are asked for.
    private static let limit = 100

    func products(of game: Game) async -> SourceOutcome {
        // A token may be taken back before its time: then another is tried, once.
        for _ in 0..<2 {
            guard let token = await tokens.current() else { return .failed("it gives no token") }
            var request = SourceRequest(Self.url(address, game))
            request.fields = [
                ("Authorization", "Bearer \(token)"), ("Accept", "application/json"),
                ("X-EBAY-C-MARKETPLACE-ID", "EBAY_US"),
            ]
            switch await transport.send(request) {
            case .answered(200, let body): return Self.outcome(body)
            case .answered(401, _): await tokens.refused(token)
            case let answer: return SourceOutcome(answer)
            }
        }
        return .failed("it refuses the token that it gave")
    }

    /// An answer with items, or one that says that there are none: eBay leaves the list out then.
    private static func outcome(_ body: [UInt8]) -> SourceOutcome {
        guard let answer = try? JSONValue(parsing: body) else {
            return .failed("its answer is no JSON, or was cut")
        }
        if let items = answer["itemSummaries"]?.elements {
            return items.isEmpty ? .nothing : .told(body)
        }
        if case .number(let total)? = answer["total"], total == 0 { return .nothing }
        return .failed("its answer has neither items nor their number")
    }

    static func url(_ address: String, _ game: Game) -> String {
        let categories = ProductCategory.all.numbers.sorted().joined(separator: ",")
        let filter = "buyingOptions:{FIXED_PRICE},conditions:{NEW},price:[0..],priceCurrency:USD"
        let query = [
            ("q", game.name), ("category_ids", categories), ("filter", filter),
            ("limit", "\(limit)"),
        ].map { "\($0)=\(encoded($1))" }.joined(separator: "&")
        return "\(address)/buy/browse/v1/item_summary/search?\(query)"
    }

    private static let plain = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
    )

    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}

/// Tells what an account posted.
protocol PostSource: Sendable {
    /// Where the posts of an account are read; nil for an account of a network that this source does not know.
    func url(of account: Handle) -> String?
}

/// Atom and RSS, ActivityPub's outboxes and Bluesky's public feed: each read as a file of posts is.
struct PublicFeeds: PostSource {
    /// Such as `https://public.api.bsky.app`.
    let blueskyAddress: String

    func url(of account: Handle) -> String? {
        switch account.network {
        case "atom", "rss": account.url
        // The outbox stands beside the page of an actor (W3C ActivityPub, section 4.1).
        case "mastodon", "activitypub":
            account.url.map { url in
                url.hasSuffix("/outbox") ? url : url + "/outbox?page=true"
            }
        case "bluesky":
            blueskyAddress + "/xrpc/app.bsky.feed.getAuthorFeed?limit=30&actor="
                + EbaySource.encoded(account.handle)
        default: nil
        }
    }
}
