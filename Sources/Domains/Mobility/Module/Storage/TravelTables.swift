internal import DomainModules
internal import SpatiaLiteStore
internal import Vault

/// The tables of trips. What tells of somebody's movement is sealed, times and names included: in the clear
/// stands whose a row is, and when it came.
enum TravelTables {
    /// Settings, vehicles, fences and stays of an account.
    static let profile = SealedColumn(
        table: "mobility_account",
        box: "profile",
        context: "mobility.profile"
    )
    /// A trip.
    static let trip = SealedColumn(table: "mobility_trip", box: "box", context: "mobility.trip")
    /// Fixes as they came.
    static let fixes = SealedColumn(table: "mobility_fixes", box: "box", context: "mobility.fixes")
    /// What somebody wrote who asked for a friend.
    static let friend = SealedColumn(
        table: "mobility_friend",
        box: "label",
        context: "mobility.friend"
    )

    static let schema = [
        SchemaStep(
            """
            CREATE TABLE mobility_account (
                account INTEGER PRIMARY KEY REFERENCES accounts_account (id),
                -- one more with every change of trips or profile
                revision INTEGER NOT NULL,
                profile BLOB
            ) STRICT;

            CREATE TABLE mobility_trip (
                id INTEGER PRIMARY KEY,
                account INTEGER NOT NULL REFERENCES accounts_account (id),
                trip TEXT NOT NULL,
                box BLOB NOT NULL,
                UNIQUE (account, trip)
            ) STRICT;

            -- fixes go with the consent to keep them
            CREATE TABLE mobility_fixes (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                account INTEGER NOT NULL,
                purpose TEXT NOT NULL DEFAULT 'auto_track' CHECK (purpose = 'auto_track'),
                received_at INTEGER NOT NULL,
                box BLOB NOT NULL,
                FOREIGN KEY (account, purpose)
                    REFERENCES accounts_live_consent (account, purpose) ON DELETE CASCADE
            ) STRICT;
            CREATE INDEX mobility_fixes_account ON mobility_fixes (account, id);

            -- asked is null where nobody has the name that was asked for
            CREATE TABLE mobility_friend (
                id TEXT PRIMARY KEY,
                account INTEGER NOT NULL REFERENCES accounts_account (id),
                asked INTEGER REFERENCES accounts_account (id),
                is_agreed INTEGER NOT NULL CHECK (is_agreed IN (0, 1)),
                since INTEGER NOT NULL,
                label BLOB NOT NULL
            ) STRICT;
            CREATE INDEX mobility_friend_account ON mobility_friend (account);
            CREATE INDEX mobility_friend_asked ON mobility_friend (asked);
            """
        )
    ]
}
