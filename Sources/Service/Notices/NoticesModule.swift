package import Access
internal import Accounts
internal import AccountsModule
package import Datasets
package import DomainModules
internal import GRDB
internal import GeoJSON
package import HTTPService
internal import Logging
internal import ServiceLifecycle
package import SpatiaLiteStore
internal import Synchronization
internal import Timekeeping
internal import Vault

/// Notices: what people are told of what they follow and take part in.
package struct NoticesModule: DomainModule {
    package static let name: ModuleName = "notices"
    package static let isCommonGround = true
    /// Tells something to anybody.
    package static let editor = role("editor")

    private let notices: Notices
    private let gate: AccountGate
    private let pushes: PushStore
    private let means: PushMeans?

    package init(on site: ModuleSite) {
        notices = .on(site)
        gate = AccountGate(on: site)
        pushes = PushStore(store: site.store, vault: .on(site))
        means = site.settings[PushMeans.self]
    }

    package static var schema: [SchemaStep] {
        [
            SchemaStep(
                """
                CREATE TABLE notices_notice (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    -- whose alone it is; it goes with the account
                    account INTEGER,
                    audience TEXT NOT NULL,
                    topic TEXT NOT NULL,
                    title TEXT NOT NULL,
                    body TEXT NOT NULL,
                    link TEXT,
                    starts_at INTEGER NOT NULL,
                    ends_at INTEGER NOT NULL CHECK (ends_at > starts_at),
                    dedupe_key TEXT UNIQUE,
                    created_at INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX notices_notice_audience ON notices_notice (audience, id);
                CREATE INDEX notices_notice_account ON notices_notice (account);
                CREATE INDEX notices_notice_ends_at ON notices_notice (ends_at);

                CREATE TABLE notices_read (
                    account INTEGER NOT NULL,
                    notice INTEGER NOT NULL REFERENCES notices_notice (id) ON DELETE CASCADE,
                    at INTEGER NOT NULL,
                    PRIMARY KEY (account, notice)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX notices_read_notice ON notices_read (notice);

                CREATE TABLE notices_setting (
                    account INTEGER PRIMARY KEY,
                    quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),
                    quiet_to INTEGER CHECK (quiet_to BETWEEN 0 AND 1439),
                    time_zone TEXT NOT NULL,
                    most_per_day INTEGER NOT NULL CHECK (most_per_day BETWEEN 1 AND 100)
                ) STRICT;
                """
            ),
            PushStore.schema,
            PushStore.keySchema,
        ]
    }

    package static var roles: [StaffRole] { [editor] }

    package static func checks(of store: SpatiaLiteStore) async throws -> [IntegrityCheck] {
        try await Vault(store: store, clock: SystemWallClock()).check([PushStore.column])
    }

    package var part: ServicePart {
        var part = ServicePart(Self.name)
        part.life.sweep = { [notices] limit in try await notices.sweep(limit: limit) }
        part.life.follow = { [notices] in notices.wake() }
        part.life.end = { [notices] in notices.endAll() }
        part.life.gauges = [
            .gauge("ambit_notices_listeners", help: "Streams of notices that are open.") {
                [notices] in Double(notices.listenerCount)
            }
        ]
        part.life.metrics = [
            .counter("ambit_notices_pushed_total", help: "Notices that push services have taken.") {
                [notices] in notices.pushesTaken.load(ordering: .relaxed)
            },
            .counter(
                "ambit_notices_push_failures_total",
                help: "Times that a push service has not taken a notice."
            ) { [notices] in notices.pushesFailed.load(ordering: .relaxed) },
        ]
        if let means {
            part.life.background = { [notices, pushes] logger in
                [PushService(notices: notices, pushes: pushes, means: means, logger: logger)]
            }
        }
        part.routes = { [notices, gate, pushes] tools in
            NoticeRoutes(notices: notices, gate: gate, tools: tools).routes
                + PushRoutes(notices: notices, pushes: pushes, gate: gate, tools: tools).routes
        }
        part.openAPI = PackageResources.openapi_json
        return part
    }

    package var accountData: (any AccountDataOwner)? {
        NoticesData(notices: notices, pushes: pushes)
    }
}

/// What notices keep of an account.
private struct NoticesData: AccountDataOwner {
    let notices: Notices
    let pushes: PushStore

    func export(account: Int64) async throws -> [String: [UInt8]] {
        let id = AccountID(rawValue: account)
        guard let account = try await notices.accounts.account(id) else { return [:] }
        let all = try await notices.notices(for: account)
        var parts: [String: [UInt8]] = [:]
        if !all.isEmpty {
            var json = JSONWriter(capacity: all.count * 256)
            json.array { list in for notice in all { list.object { $0.members(of: notice) } } }
            parts["notices"] = json.takeBytes()
        }
        let settings = try await notices.settings(of: id)
        if settings != .standard {
            var json = JSONWriter(capacity: 160)
            json.object { $0.members(of: settings) }
            parts["settings"] = json.takeBytes()
        }
        let count = try await pushes.count(of: id)
        if count > 0 { parts["browsers"] = Array("\(count)".utf8) }
        return parts
    }

    func erase(account: Int64) async throws {
        try await notices.store.write { db in
            for table in ["notices_push", "notices_read", "notices_setting", "notices_notice"] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE account = ?",
                    arguments: [account]
                )
            }
        }
    }
}
