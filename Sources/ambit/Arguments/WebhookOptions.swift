import ArgumentParser
import Foundation
import HTTPService
import Outgoing
import Radar
import SpatiaLiteStore
import Timekeeping

/// Whether the service posts to webhooks, and where to.
struct WebhookOptions: ParsableArguments {
    enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on
        case off
    }

    @Option(
        help: ArgumentHelp(
            "Post what happens to the webhooks of devices and moderators, at public addresses alone.",
            valueName: "on|off"
        )
    )
    var webhooks = Switch.on

    /// For tests: an address that webhooks may have although it is not public.
    @Option(help: .hidden)
    var webhookException: [String] = []

    /// For tests: the authorities that webhooks' certificates are held against.
    @Option(help: .hidden)
    var webhookAuthorities: String?

    func validate() throws { _ = try policy() }

    private func policy() throws -> OutgoingPolicy {
        var policy = OutgoingPolicy()
        for text in webhookException {
            guard let exception = OutgoingPolicy.Exception(parsing: text) else {
                throw ValidationError(
                    "--webhook-exception is \"\(text)\"; write it like 127.0.0.1:8443"
                )
            }
            policy.exceptions.insert(exception)
        }
        policy.authorities = webhookAuthorities
        return policy
    }

    /// How webhooks are served, and what it sends by; nil where it is switched off, where libcurl is
    /// missing, and where another process does it for the same database.
    ///
    /// - Parameter warn: Told why webhooks are not served, unless they are switched off.
    func maker(
        on store: SpatiaLiteStore,
        _ clock: any WallClock,
        warn: (String) -> Void
    ) throws -> (maker: WebhookMaker, client: OutgoingClient)? {
        guard webhooks == .on else { return nil }
        guard let client = OutgoingClient(policy: try policy()) else {
            warn("webhooks are not served: libcurl is missing; install libcurl3-gnutls")
            return nil
        }
        guard let key = try store.webhookKey() else {
            client.stop()
            warn("webhooks are not served: another process serves those of this database")
            return nil
        }
        let maker = WebhookMaker { board in
            WebhookDesk(
                board: board,
                store: store,
                key: key,
                clock: clock,
                means: .posting(by: client, calling: store.publicIDs)
            )
        }
        return (maker, client)
    }
}
