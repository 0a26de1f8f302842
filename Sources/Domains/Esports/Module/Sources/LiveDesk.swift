internal import Datasets
internal import DomainModules
internal import Esports
internal import Foundation
internal import Importing
internal import SpatiaLiteStore
internal import TextSearch
internal import Timekeeping

/// Which other machines are asked, as whoever starts the service has set it.
package struct LiveSources: Sendable {
    /// The names of this service at eBay; nil where it is not asked.
    package var ebay: EbayCredentials?
    /// Where eBay's interface is.
    package var ebayAddress = "https://api.ebay.com"
    /// Whether the accounts of games are asked for their posts.
    package var asksPosts = false
    /// How they are reached.
    package var transport: any SourceTransport

    /// No source yet.
    package init(transport: any SourceTransport) { self.transport = transport }
}

/// Keeps what is shown of other machines fresh: what somebody looks at is asked for again when it is a quarter of
/// an hour old. Whoever looks never waits for it, and sees what is there with its age.
actor LiveDesk {
    /// How old an answer may become before it is asked for again.
    static let freshMilliseconds: Int64 = 15 * 60_000
    /// When a source that did not answer is asked again.
    static let pauseMilliseconds: Int64 = 60_000

    private let site: ModuleSite
    private let products: (any ProductSource)?
    private let posts: (any PostSource)?
    private let transport: any SourceTransport
    /// When each subject may be asked for again.
    private var nextAt: [String: Timestamp] = [:]
    private var underway: Set<String> = []

    init(on site: ModuleSite, _ sources: LiveSources) {
        self.site = site
        transport = sources.transport
        posts = sources.asksPosts ? PublicFeeds() : nil
        products = sources.ebay.map { credentials in
            EbaySource(
                tokens: EbayTokens(
                    credentials,
                    at: sources.ebayAddress,
                    transport: sources.transport,
                    clock: site.clock
                ),
                address: sources.ebayAddress,
                transport: sources.transport
            )
        }
    }

    /// Asks for the products and the posts of a game, unless what is there is fresh.
    func refresh(_ game: Game) async {
        if let products { await refresh(products, game) }
        for account in game.accounts { await refresh(account) }
    }

    private func refresh(_ source: any ProductSource, _ game: Game) async {
        let subject = "\(source.name) \(game.id)"
        guard isDue(subject) else { return }
        defer { underway.remove(subject) }
        let bytes = await source.products(of: game)
        let isTaken = await take(
            bytes,
            as: "products",
            dataset: Self.dataset(source.name, game.name),
            constants: [
                FieldConstant(field: "game", value: game.name),
                FieldConstant(field: "fetched_at", value: site.clock.now.rfc3339),
            ]
        )
        note(subject, isTaken)
    }

    private func refresh(_ account: Handle) async {
        guard let url = posts?.url(of: account) else { return }
        let subject = account.text
        guard isDue(subject) else { return }
        defer { underway.remove(subject) }
        var request = SourceRequest(url)
        request.fields = [("Accept", "application/json, application/atom+xml, */*;q=0.5")]
        var bytes: [UInt8]?
        if case .answered(200, let body) = await transport.send(request) { bytes = body }
        let isTaken = await take(
            bytes,
            as: "posts",
            dataset: Self.dataset(account.network, account.handle),
            constants: [
                FieldConstant(field: "account", value: "\(account.network):\(account.handle)")
            ]
        )
        note(subject, isTaken)
    }

    private func isDue(_ subject: String) -> Bool {
        guard !underway.contains(subject), nextAt[subject].map({ $0 <= site.clock.now }) ?? true
        else { return false }
        underway.insert(subject)
        return true
    }

    private func note(_ subject: String, _ isTaken: Bool) {
        let pause = isTaken ? Self.freshMilliseconds : Self.pauseMilliseconds
        nextAt[subject] = Timestamp(
            millisecondsSince1970: site.clock.now.millisecondsSince1970 + pause
        )
    }

    /// Imports an answer as a dataset of its own; what was there stays where there is none, or it is cut in
    /// half.
    private func take(
        _ bytes: [UInt8]?,
        as kindName: String,
        dataset: DatasetName?,
        constants: [FieldConstant]
    ) async -> Bool {
        guard let bytes, let dataset,
            let kind = EsportsModule.kinds.first(where: { $0.name == kindName })
        else { return false }
        do {
            let folder = try TemporaryFolder()
            defer { withExtendedLifetime(folder) {} }
            let path = folder.path("answer")
            try Data(bytes).write(to: URL(filePath: path))
            let options = ImportOptions(dataset: dataset, constants: constants, isForced: true)
            _ = try await kind.run(
                ImportWork(
                    input: .file(path),
                    options: options,
                    store: site.store,
                    clock: site.clock
                )
            )
            return true
        } catch {
            return false
        }
    }

    /// `ebay-dota-2`; nil for a name without a letter or digit that a dataset's may have.
    static func dataset(_ source: String, _ name: String) -> DatasetName? {
        let words = SearchWords.parts(of: name).joined(separator: "-").lowercased()
        let plain = words.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        return try? DatasetName(String("\(source)-\(plain)".prefix(64)))
    }
}
