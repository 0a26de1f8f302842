internal import GeoJSON
internal import Geodesy
internal import Radar
internal import Timekeeping

extension JSONWriter {
    /// A webhook for its owner, as a feature.
    ///
    /// - Parameter secret: Shown when it is made or replaced, and never again.
    mutating func webhook(_ status: WebhookStatus, secret: [UInt8]?) {
        let webhook = status.webhook
        let geometry: Geometry =
            switch webhook.watch.area {
            case .around(let center, _): .point(center)
            case .polygon(let polygon): .area(MultiPolygon([polygon]))
            }
        feature(id: .text(webhook.id), geometry: geometry) { json in
            json.member("url", webhook.url)
            json.member("state", webhook.isProven ? "active" : "unproven")
            if case .around(_, let radius) = webhook.watch.area {
                json.member("radius_m", radius.meters)
            }
            if let categories = webhook.watch.categories {
                json.member(
                    "categories",
                    array: { list in
                        for category in categories.map(\.rawValue).sorted() {
                            list.string(category)
                        }
                    }
                )
            }
            json.member("created_at", webhook.createdAt.rfc3339)
            json.member("expires_at", webhook.expiresAt.rfc3339)
            json.member("waiting", status.waiting)
            json.member("failures", status.failures)
            if let moment = status.nextTryAt { json.member("next_try_at", moment.rfc3339) }
            if let secret { json.member("secret", WebhookKey.text(of: secret)) }
            if let moment = webhook.previousSecretUntil {
                json.member("previous_secret_until", moment.rfc3339)
            }
        }
    }
}

extension WebhookDesk.Notice {
    /// What is posted to an address.
    ///
    /// - Parameters:
    ///   - webhook: Its id.
    ///   - moment: When it happened.
    ///   - ids: What messages are called outside.
    func json(of webhook: String, at moment: Timestamp, _ ids: PublicIDs) -> [UInt8] {
        var json = JSONWriter(capacity: 768)
        json.object { json in
            json.member("type", type)
            json.member("webhook", webhook)
            json.member("timestamp", moment.rfc3339)
            json.name("data")
            switch self {
            case .challenge(let text): json.object { $0.member("challenge", text) }
            case .posted(let message, let distance):
                json.feature(
                    id: ids.featureID(of: message),
                    geometry: .point(message.coordinate)
                ) { message.writeProperties(to: &$0, distance: distance) }
            case .expired(let id), .removed(let id):
                json.object { $0.member("id", ids.publicID(of: id).description) }
            case .gap:
                json.object { $0.member("reason", "ask for the whole: events may be missing") }
            }
        }
        return json.takeBytes()
    }

    private var type: String {
        switch self {
        case .challenge: "challenge"
        case .posted: "posted"
        case .expired: "expired"
        case .removed: "removed"
        case .gap: "gap"
        }
    }
}
