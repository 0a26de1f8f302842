internal import Accounts
internal import DomainModules
internal import GRDB
internal import SpatiaLiteStore
internal import Timekeeping
internal import Vault

/// The tables of accounts. Whatever is somebody's own refers to the account, and goes with it.
enum AccountTables {
    /// What a profile's box is sealed as.
    static let profile = SealedColumn(
        table: "accounts_account",
        account: "id",
        box: "profile",
        context: "accounts.profile"
    )
    /// What a contact's box is sealed as.
    static let contact = SealedColumn(
        table: "accounts_contact",
        box: "box",
        context: "accounts.contact"
    )
    /// What a parent's address is sealed as.
    static let guardian = SealedColumn(
        table: "accounts_guardian",
        box: "box",
        context: "accounts.guardian"
    )

    static let schema = [
        SchemaStep(
            """
            CREATE TABLE accounts_account (
                id INTEGER PRIMARY KEY CHECK (id > 0),
                kind TEXT NOT NULL CHECK (kind IN ('anonymous', 'registered', 'child')),
                age_band TEXT NOT NULL
                    CHECK (age_band IN ('under_13', '13_15', '16_17', 'adult', 'unknown')),
                created_at INTEGER NOT NULL,
                -- what scrypt made of it; only who registered has one
                password TEXT CHECK ((password IS NOT NULL) = (kind = 'registered')),
                -- names and address, sealed
                profile BLOB NOT NULL
            ) STRICT;

            CREATE TABLE accounts_token (
                id INTEGER PRIMARY KEY,
                account INTEGER NOT NULL REFERENCES accounts_account (id) ON DELETE CASCADE,
                hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
                expires_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX accounts_token_account ON accounts_token (account);
            CREATE INDEX accounts_token_expires_at ON accounts_token (expires_at);

            -- codes that set a new password; those that were printed do not expire
            CREATE TABLE accounts_code (
                hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
                account INTEGER NOT NULL REFERENCES accounts_account (id) ON DELETE CASCADE,
                expires_at INTEGER
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX accounts_code_account ON accounts_code (account);
            CREATE INDEX accounts_code_expires_at ON accounts_code (expires_at);

            -- acts, which are only ever added
            CREATE TABLE accounts_consent (
                id INTEGER PRIMARY KEY,
                account INTEGER NOT NULL REFERENCES accounts_account (id) ON DELETE CASCADE,
                purpose TEXT NOT NULL,
                text_version TEXT NOT NULL,
                giver TEXT NOT NULL CHECK (giver IN ('self', 'guardian')),
                method TEXT NOT NULL,
                act TEXT NOT NULL CHECK (act IN ('given', 'withdrawn')),
                at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX accounts_consent_account ON accounts_consent (account, purpose, id);
            CREATE TRIGGER accounts_consent_stays BEFORE UPDATE ON accounts_consent
                BEGIN SELECT RAISE(ABORT, 'consents are only ever added'); END;

            -- what rows of other tables refer to that need a consent: they go when it is withdrawn
            CREATE TABLE accounts_live_consent (
                account INTEGER NOT NULL,
                purpose TEXT NOT NULL,
                consent INTEGER NOT NULL REFERENCES accounts_consent (id) ON DELETE CASCADE,
                PRIMARY KEY (account, purpose)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX accounts_live_consent_consent ON accounts_live_consent (consent);

            -- how somebody is reached who has agreed to be
            CREATE TABLE accounts_contact (
                account INTEGER PRIMARY KEY,
                purpose TEXT NOT NULL DEFAULT 'contact_for_prizes'
                    CHECK (purpose = 'contact_for_prizes'),
                box BLOB NOT NULL,
                FOREIGN KEY (account, purpose)
                    REFERENCES accounts_live_consent (account, purpose) ON DELETE CASCADE
            ) STRICT;
            CREATE INDEX accounts_contact_consent ON accounts_contact (account, purpose);

            -- who of the staff looked at whose contact
            CREATE TABLE accounts_look (
                id INTEGER PRIMARY KEY,
                account INTEGER NOT NULL REFERENCES accounts_account (id) ON DELETE CASCADE,
                staff INTEGER NOT NULL,
                at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX accounts_look_account ON accounts_look (account);
            """
        ),
        SchemaStep(
            """
            -- parents of children, by an address that goes unless it is confirmed
            CREATE TABLE accounts_guardian (
                account INTEGER PRIMARY KEY REFERENCES accounts_account (id) ON DELETE CASCADE,
                hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
                box BLOB NOT NULL,
                -- null once it is confirmed
                expires_at INTEGER
            ) STRICT;
            CREATE INDEX accounts_guardian_expires_at ON accounts_guardian (expires_at);
            """
        ),
        SchemaStep(
            """
            -- when an adult agreed that somebody of 13 to 17 tells how they are reached
            CREATE TABLE accounts_adult_approval (
                account INTEGER PRIMARY KEY REFERENCES accounts_account (id) ON DELETE CASCADE,
                approved_at INTEGER NOT NULL
            ) STRICT;
            """
        ),
    ]
}

extension Account {
    init(row: Row) throws {
        guard let kind = Kind(rawValue: row[1]), let band = AgeBand(rawValue: row[2]) else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: "an account of no kind or age"
            )
        }
        self.init(
            id: AccountID(rawValue: row[0]),
            kind: kind,
            ageBand: band,
            createdAt: Timestamp(millisecondsSince1970: row[3])
        )
    }
}
