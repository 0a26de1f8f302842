internal import Esports
internal import Foundation
internal import Timekeeping

/// Tells what a shop offers for a game.
///
/// What it tells is imported as a dataset of its own, so that it has versions, survives a restart, and stays with
/// its age while the shop cannot be reached. Without a source, what was imported by files is all there is.
protocol ProductSource: Sendable {
    /// One word, such as `ebay`, with which names of datasets begin.
    var name: String { get }
    /// The bytes of an answer that the kind of products reads; nil where there is none now.
    func products(of game: Game) async -> [UInt8]?
}

/// eBay's Browse API: what is new and has a fixed price.
struct EbaySource: ProductSource {
    let name = "ebay"
    let tokens: EbayTokens
    let address: String
    let transport: any SourceTransport

    /// How many items are asked for.
    private static let limit = 100

    func products(of game: Game) async -> [UInt8]? {
        // A token may be taken back before its time: then another is tried, once.
        for _ in 0..<2 {
            guard let token = await tokens.current() else { return nil }
            var request = SourceRequest(Self.url(address, game))
            request.fields = [
                ("Authorization", "Bearer \(token)"), ("Accept", "application/json"),
                ("X-EBAY-C-MARKETPLACE-ID", "EBAY_US"),
            ]
            switch await transport.send(request) {
            case .answered(200, let body): return body
            case .answered(401, _): await tokens.refused(token)
            default: return nil
            }
        }
        return nil
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
    private static let blueskyAddress = "https://public.api.bsky.app"

    func url(of account: Handle) -> String? {
        switch account.network {
        case "atom", "rss": account.url
        // The outbox stands beside the page of an actor (W3C ActivityPub, section 4.1).
        case "mastodon", "activitypub":
            account.url.map { url in
                url.hasSuffix("/outbox") ? url : url + "/outbox?page=true"
            }
        case "bluesky":
            Self.blueskyAddress + "/xrpc/app.bsky.feed.getAuthorFeed?limit=30&actor="
                + EbaySource.encoded(account.handle)
        default: nil
        }
    }
}
