import ArgumentParser
import EsportsModule
import Foundation
import Outgoing

/// Which other machines the service asks for products and posts; without these options it asks none.
struct LiveSourceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Ask eBay for what it sells for the games that people look at, by the client id and secret in "
                + "the two lines of a file. What it told stays with its age while it cannot be reached.",
            valueName: "file"
        )
    )
    var ebayCredentials: String?

    @Flag(
        help: ArgumentHelp(
            "Ask the accounts of games for their posts: Atom and RSS, ActivityPub, Bluesky."
        )
    )
    var livePosts = false

    /// For tests and eBay's sandbox.
    @Option(help: .hidden)
    var ebayAddress: String?

    /// For tests: where Bluesky's public interface is played.
    @Option(help: .hidden)
    var blueskyAddress: String?

    /// For tests: an address that sources may have although it is not public.
    @Option(help: .hidden)
    var sourceException: [String] = []

    /// For tests: the authorities that sources' certificates are held against.
    @Option(help: .hidden)
    var sourceAuthorities: String?

    /// How many bytes of an answer are read.
    private static let answerBytes = 4 << 20

    /// What was chosen, with the client that has to be stopped in the end; nil where nothing is asked.
    func sources() throws -> (sources: LiveSources, client: OutgoingClient)? {
        guard ebayCredentials != nil || livePosts else { return nil }
        var policy = OutgoingPolicy()
        for text in sourceException {
            guard let exception = OutgoingPolicy.Exception(parsing: text) else {
                throw ValidationError(
                    "--source-exception is \"\(text)\"; write it like 127.0.0.1:8443"
                )
            }
            policy.exceptions.insert(exception)
        }
        policy.authorities = sourceAuthorities
        var limits = OutgoingClient.Limits()
        limits.answerBytes = Self.answerBytes
        var credentials: EbayCredentials?
        if let ebayCredentials {
            guard let text = try? String(contentsOfFile: ebayCredentials, encoding: .utf8),
                let read = EbayCredentials(file: text)
            else {
                throw ValidationError(
                    "--ebay-credentials: \(ebayCredentials) has no two lines, the client's id and its secret"
                )
            }
            credentials = read
        }
        guard let client = OutgoingClient(policy: policy, limits: limits) else {
            throw ValidationError(
                "--ebay-credentials and --live-posts need libcurl; install libcurl3-gnutls"
            )
        }
        var sources = LiveSources(transport: OutgoingTransport(client))
        sources.ebay = credentials
        sources.asksPosts = livePosts
        if let ebayAddress { sources.ebayAddress = ebayAddress }
        if let blueskyAddress { sources.blueskyAddress = blueskyAddress }
        return (sources, client)
    }
}
