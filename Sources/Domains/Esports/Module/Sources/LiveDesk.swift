internal import Cryptography
internal import Datasets
internal import DomainModules
internal import Esports
internal import Foundation
internal import Importing
internal import RowFiles
internal import SpatiaLiteStore
internal import Synchronization
internal import TextSearch
internal import Timekeeping

/// Which other machines are asked, as whoever starts the service has set it.
package struct LiveSources: Sendable {
    /// The names of this service at eBay; nil where it is not asked.
    package var ebay: EbayCredentials?
    /// Where eBay's interface is.
    package var ebayAddress = "https://api.ebay.com"
    /// Where Bluesky's public interface is.
    package var blueskyAddress = "https://public.api.bsky.app"
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

    /// How an answer becomes a dataset.
    private struct Reading: Sendable {
        let subject: String
        let dataset: DatasetName?
        let constants: [FieldConstant]
        let run: @Sendable (ImportInput, ImportOptions) async throws -> Void
    }

    private let site: ModuleSite
    private let products: (any ProductSource)?
    private let posts: (any PostSource)?
    private let transport: any SourceTransport
    /// How often an answer was taken, and how often none was.
    nonisolated let counts = SourceCounts()
    /// When each subject may be asked for again.
    private var nextAt: [String: Timestamp] = [:]
    private var underway: Set<String> = []

    init(on site: ModuleSite, _ sources: LiveSources) {
        self.site = site
        transport = sources.transport
        posts = sources.asksPosts ? PublicFeeds(blueskyAddress: sources.blueskyAddress) : nil
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
        let reading = Reading(
            subject: "\(source.name) \(game.id)",
            dataset: Self.dataset(source.name, game.name),
            constants: [
                FieldConstant(field: "game", value: game.name),
                FieldConstant(field: "fetched_at", value: site.clock.now.rfc3339),
            ],
            run: { [site] input, options in
                let book = try await LeagueLoading.book(in: site.store)
                _ = try await ProductKind.kind(book).run(
                    input,
                    into: site.store.datasets(ProductCoding.self),
                    options: options,
                    clock: site.clock
                )
            }
        )
        await refresh(reading) { await source.products(of: game) }
    }

    private func refresh(_ account: Handle) async {
        guard let url = posts?.url(of: account) else { return }
        let name = "\(account.network):\(account.handle)"
        let reading = Reading(
            subject: name,
            dataset: Self.dataset(account.network, account.handle),
            constants: [],
            run: { [site] input, options in
                // Whose posts they are is known; a feed calls its account as it likes.
                _ = try await PostKind.kind(of: name).run(
                    input,
                    into: site.store.datasets(PostCoding.self),
                    options: options,
                    clock: site.clock
                )
            }
        )
        var request = SourceRequest(url)
        request.fields = [("Accept", "application/json, application/atom+xml, */*;q=0.5")]
        await refresh(reading) { [transport, request] in
            SourceOutcome(await transport.send(request))
        }
    }

    private func refresh(
        _ reading: Reading,
        asking ask: @Sendable () async -> SourceOutcome
    ) async {
        let subject = reading.subject
        guard !underway.contains(subject), nextAt[subject].map({ $0 <= site.clock.now }) ?? true
        else { return }
        underway.insert(subject)
        defer { underway.remove(subject) }
        let fault = await take(await ask(), as: reading)
        counts.note(fault, of: subject)
        let pause = fault == nil ? Self.freshMilliseconds : Self.pauseMilliseconds
        nextAt[subject] = Timestamp(
            millisecondsSince1970: site.clock.now.millisecondsSince1970 + pause
        )
    }

    /// Imports an answer as a dataset of its own. What was there goes where the source has nothing any more, and
    /// stays where it does not answer or its answer is cut.
    ///
    /// - Returns: Why it was not taken; nil where it was.
    private func take(_ outcome: SourceOutcome, as reading: Reading) async -> String? {
        guard let dataset = reading.dataset else { return "nothing can be called like it" }
        do {
            switch outcome {
            case .failed(let reason): return reason
            case .nothing: try await empty(dataset)
            case .told(let bytes):
                if try await hasNothing(bytes, dataset, reading) { try await empty(dataset) }
            }
            return nil
        } catch let error as ImportError {
            return "its answer cannot be read: \(error)"
        } catch {
            return "its answer was not kept: \(type(of: error))"
        }
    }

    /// Imports what an answer has.
    ///
    /// - Returns: Whether it has nothing that is shown: a feed without posts, or goods alone that are not new
    ///   or not sold at a fixed price.
    private func hasNothing(
        _ bytes: [UInt8],
        _ dataset: DatasetName,
        _ reading: Reading
    ) async throws -> Bool {
        let folder = try importing(TemporaryFolder())
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path("answer")
        try Data(bytes).write(to: URL(filePath: path))
        let refused = Mutex<[RejectedRow]>([])
        var options = ImportOptions(
            dataset: dataset,
            constants: reading.constants,
            isForced: true
        )
        options.whenAllIsRefused = { report in refused.withLock { $0 = report.rejectedRows } }
        do {
            try await reading.run(.file(path), options)
            return false
        } catch ImportError.noFeatures, ImportError.noRows {
            return true
        } catch let error as ImportError {
            let rows = refused.withLock { $0 }
            guard !rows.isEmpty,
                rows.allSatisfy({ ProductKind.unwantedCodes.contains($0.finding.code) })
            else { throw error }
            return true
        }
    }

    /// Takes from the public what a source no longer has.
    private func empty(_ dataset: DatasetName) async throws {
        let published = try await site.store.publishedVersions()
        guard published.contains(where: { $0.dataset == dataset }) else { return }
        _ = try await site.store.withdraw(dataset, by: nil, at: site.clock.now)
    }

    /// `ebay-dota-2-` and a digest of the name, which no other name has: names of other scripts have no letter
    /// that a dataset's may have, and those of others differ in such signs alone.
    static func dataset(_ source: String, _ name: String) -> DatasetName? {
        let words = SearchWords.parts(of: name).joined(separator: "-").lowercased()
        let plain = words.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        let digest = SHA256.hash(name).prefix(digestBytes).hexadecimal
        let parts = [source, String(plain.prefix(slugLength)), digest].filter { !$0.isEmpty }
        return try? DatasetName(parts.joined(separator: "-"))
    }

    private static let slugLength = 32
    private static let digestBytes = 5
}
