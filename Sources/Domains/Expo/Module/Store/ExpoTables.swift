internal import SpatiaLiteStore

/// The module's own tables.
enum ExpoTables {
    /// Only ever appended to.
    static let steps = [
        SchemaStep(
            """
            CREATE TABLE expo_fair (
                fair TEXT PRIMARY KEY,
                -- of the codes at its booths
                code_key BLOB NOT NULL,
                -- JSON, as organizers have set it
                settings TEXT NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE expo_site_map (
                id INTEGER PRIMARY KEY,
                fair TEXT NOT NULL,
                floor TEXT,
                picture TEXT NOT NULL,
                width INTEGER NOT NULL,
                height INTEGER NOT NULL,
                model TEXT,
                -- JSON: [[x, y, latitude, longitude], ...]
                points TEXT NOT NULL,
                added_at INTEGER NOT NULL,
                -- when another plan of the fair and the floor took its place
                replaced_at INTEGER
            ) STRICT;
            CREATE INDEX expo_site_map_fair ON expo_site_map (fair);
            CREATE TABLE expo_attendee (
                account INTEGER NOT NULL REFERENCES accounts_account (id) ON DELETE CASCADE,
                fair TEXT NOT NULL,
                -- why they are there; who rates before saying so has none
                role TEXT,
                age_band TEXT NOT NULL,
                eligible INTEGER NOT NULL,
                adult_approval_at INTEGER,
                joined_at INTEGER NOT NULL,
                PRIMARY KEY (account, fair)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX expo_attendee_fair ON expo_attendee (fair);
            CREATE TABLE expo_rating (
                account INTEGER NOT NULL REFERENCES accounts_account (id) ON DELETE CASCADE,
                exhibitor TEXT NOT NULL,
                fair TEXT NOT NULL,
                stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
                rated_at INTEGER NOT NULL,
                received_at INTEGER NOT NULL,
                proof TEXT NOT NULL,
                PRIMARY KEY (account, exhibitor)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX expo_rating_fair ON expo_rating (fair, rated_at);
            CREATE TABLE expo_tally (
                exhibitor TEXT PRIMARY KEY,
                one INTEGER NOT NULL DEFAULT 0,
                two INTEGER NOT NULL DEFAULT 0,
                three INTEGER NOT NULL DEFAULT 0,
                four INTEGER NOT NULL DEFAULT 0,
                five INTEGER NOT NULL DEFAULT 0,
                revision INTEGER NOT NULL DEFAULT 0
            ) STRICT, WITHOUT ROWID;
            -- Tallies follow ratings, also where these go with an account.
            CREATE TRIGGER expo_rating_given AFTER INSERT ON expo_rating BEGIN
                INSERT OR IGNORE INTO expo_tally (exhibitor) VALUES (new.exhibitor);
                UPDATE expo_tally SET
                    one = one + (new.stars = 1), two = two + (new.stars = 2),
                    three = three + (new.stars = 3), four = four + (new.stars = 4),
                    five = five + (new.stars = 5), revision = revision + 1
                WHERE exhibitor = new.exhibitor;
            END;
            CREATE TRIGGER expo_rating_changed AFTER UPDATE OF stars ON expo_rating BEGIN
                UPDATE expo_tally SET
                    one = one + (new.stars = 1) - (old.stars = 1),
                    two = two + (new.stars = 2) - (old.stars = 2),
                    three = three + (new.stars = 3) - (old.stars = 3),
                    four = four + (new.stars = 4) - (old.stars = 4),
                    five = five + (new.stars = 5) - (old.stars = 5), revision = revision + 1
                WHERE exhibitor = new.exhibitor;
            END;
            CREATE TRIGGER expo_rating_gone AFTER DELETE ON expo_rating BEGIN
                UPDATE expo_tally SET
                    one = one - (old.stars = 1), two = two - (old.stars = 2),
                    three = three - (old.stars = 3), four = four - (old.stars = 4),
                    five = five - (old.stars = 5), revision = revision + 1
                WHERE exhibitor = old.exhibitor;
            END;
            -- what a request with an Idempotency-Key was answered, for a day
            CREATE TABLE expo_answer (
                account INTEGER NOT NULL REFERENCES accounts_account (id) ON DELETE CASCADE,
                key BLOB NOT NULL,
                digest BLOB NOT NULL,
                answer TEXT NOT NULL,
                at INTEGER NOT NULL,
                PRIMARY KEY (account, key)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX expo_answer_at ON expo_answer (at);
            CREATE TABLE expo_draw (
                id INTEGER PRIMARY KEY,
                fair TEXT NOT NULL,
                prize TEXT NOT NULL,
                winners INTEGER NOT NULL,
                reserves INTEGER NOT NULL,
                least_visits INTEGER NOT NULL,
                seed TEXT NOT NULL,
                commitment TEXT NOT NULL,
                ticket_key BLOB NOT NULL,
                committed_at INTEGER NOT NULL,
                drawn_at INTEGER,
                -- JSON: the tickets in their order, those that won, those that wait
                entrants TEXT,
                winning TEXT,
                waiting TEXT
            ) STRICT;
            CREATE INDEX expo_draw_fair ON expo_draw (fair);
            """
        ),
        SchemaStep(
            """
            -- what exhibitors that were rated are known by, also when they are published no more
            CREATE TABLE expo_known (
                exhibitor TEXT PRIMARY KEY,
                fair TEXT NOT NULL,
                dataset TEXT NOT NULL,
                -- folded
                booth TEXT,
                name TEXT NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX expo_known_name ON expo_known (fair, name);
            CREATE INDEX expo_known_booth ON expo_known (fair, booth);
            """
        ),
        SchemaStep(
            """
            -- until when visitors of a fair may be reached, as it was known last: it holds when the event is
            -- published no more
            CREATE TABLE expo_contact_end (
                fair TEXT PRIMARY KEY,
                ends_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            """
        ),
        SchemaStep(
            """
            -- what a plan shows, in its organizers' words; null for the words of its picture
            ALTER TABLE expo_site_map ADD COLUMN alt TEXT;
            """
        ),
        SchemaStep(
            """
            -- the signs of exhibitors that organizers have set, whatever files say
            CREATE TABLE expo_logo (
                exhibitor TEXT PRIMARY KEY,
                -- by its hash; null for one that was taken back
                picture TEXT,
                -- counts up with each change of any of them
                revision INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX expo_logo_revision ON expo_logo (revision);
            """
        ),
        SchemaStep(
            """
            -- what visitors took part in
            CREATE TABLE expo_activity (
                account INTEGER NOT NULL REFERENCES accounts_account (id) ON DELETE CASCADE,
                place TEXT NOT NULL,
                fair TEXT NOT NULL,
                -- when the first time was, and when it arrived
                at INTEGER NOT NULL,
                received_at INTEGER NOT NULL,
                PRIMARY KEY (account, place)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX expo_activity_fair ON expo_activity (fair);
            """
        ),
    ]
}
