internal import PostgresCore
internal import PostgresRows
internal import Radar

/// The tables of messages, and of what devices keep, on PostgreSQL, in a schema of their own named `ambit`.
///
/// Every change that others have to see gets the next number under one row, ``head``, whose lock is held until
/// the change is committed: so numbers are dense and in the order of commits, and they ride in ordinary tables
/// through a change of servers. The number of a post is its message's id. Each number carries a hash of all
/// changes up to it, so that two histories are told apart that have as many.
///
/// Whoever takes several locks takes ``head`` first, then messages.
enum ClusterSchema {
    /// Grows by one with each step of ``steps``.
    static var version: Int { steps.count }

    /// So many changes are kept for those who follow them; whoever is farther behind reads everything anew.
    static let keptChanges: Int64 = 1_000_000

    /// What brings the tables from one version to the next: only ever appended to.
    static let steps = [tables, shardTables, RowSchema.tables, ImportSchema.tables]

    private static let tables = """
        CREATE TABLE ambit.site (
            one boolean PRIMARY KEY DEFAULT true CHECK (one),
            schema_version integer NOT NULL,
            -- makes the ids that readers know out of those of messages
            secret bytea NOT NULL CHECK (length(secret) = 32),
            -- tells this database from every other, and from itself after an older copy took its place
            epoch bigint NOT NULL
        );
        CREATE TABLE ambit.head (
            one boolean PRIMARY KEY DEFAULT true CHECK (one),
            n bigint NOT NULL,
            chain bigint NOT NULL,
            beat timestamptz NOT NULL
        ) WITH (fillfactor = 10);
        INSERT INTO ambit.head (n, chain, beat) VALUES (0, 0, clock_timestamp());
        CREATE TABLE ambit.change (
            n bigint PRIMARY KEY,
            -- 1 posted, 2 removed, 3 hidden, 4 shown again
            kind smallint NOT NULL,
            message_id bigint NOT NULL,
            -- of what was posted, so that two histories of as many posts differ; 0 for other changes
            digest bigint NOT NULL,
            chain bigint NOT NULL
        );
        CREATE TABLE ambit.device (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            token_hash bytea NOT NULL UNIQUE,
            created_at bigint NOT NULL
        );
        CREATE TABLE ambit.device_settings (
            device_id bigint PRIMARY KEY REFERENCES ambit.device ON DELETE CASCADE,
            quickdrop_enabled boolean NOT NULL,
            quickdrop_visible_radius_m float8 NOT NULL,
            quickdrop_ttl_s bigint NOT NULL,
            scan_radius_m float8 NOT NULL
        );
        CREATE TABLE ambit.message (
            id bigint PRIMARY KEY,
            text text NOT NULL,
            category text NOT NULL,
            lon float8 NOT NULL CHECK (lon BETWEEN -180 AND 180),
            lat float8 NOT NULL CHECK (lat BETWEEN -90 AND 90),
            visible_radius_m float8 NOT NULL CHECK (visible_radius_m >= 0),
            -- milliseconds since 1970
            posted_at bigint NOT NULL,
            expires_at bigint NOT NULL,
            -- not a foreign key, which would lock the device's row with each post: append looks under head
            device_id bigint NOT NULL,
            -- 0 shown, 1 until a moderator has looked at reports, 2 by a moderator
            hidden smallint NOT NULL DEFAULT 0,
            -- restored by a moderator
            cleared boolean NOT NULL DEFAULT false,
            bookmark_count integer NOT NULL DEFAULT 0 CHECK (bookmark_count >= 0)
        );
        CREATE INDEX message_expiry ON ambit.message (expires_at) WHERE bookmark_count = 0;
        CREATE INDEX message_device ON ambit.message (device_id, id);
        CREATE TABLE ambit.bookmark (
            device_id bigint NOT NULL REFERENCES ambit.device ON DELETE CASCADE,
            message_id bigint NOT NULL,
            bookmarked_at bigint NOT NULL,
            -- its author removed the message
            gone boolean NOT NULL DEFAULT false,
            PRIMARY KEY (device_id, message_id)
        );
        CREATE INDEX bookmark_message ON ambit.bookmark (message_id);
        CREATE INDEX bookmark_order ON ambit.bookmark (device_id, bookmarked_at DESC, message_id DESC);
        CREATE TABLE ambit.report (
            message_id bigint NOT NULL REFERENCES ambit.message ON DELETE CASCADE,
            device_id bigint NOT NULL REFERENCES ambit.device ON DELETE CASCADE,
            reason text NOT NULL,
            reported_at bigint NOT NULL,
            counts boolean NOT NULL,
            -- whether a moderator has decided since
            decided boolean NOT NULL DEFAULT false,
            PRIMARY KEY (message_id, device_id)
        );
        CREATE INDEX report_open ON ambit.report (message_id) WHERE NOT decided;
        CREATE INDEX report_device ON ambit.report (device_id);
        CREATE TABLE ambit.post_key (
            device_id bigint NOT NULL REFERENCES ambit.device ON DELETE CASCADE,
            key_hash bytea NOT NULL,
            content_digest bytea NOT NULL,
            message_id bigint NOT NULL,
            posted_at bigint NOT NULL,
            expires_at bigint NOT NULL,
            PRIMARY KEY (device_id, key_hash)
        );
        CREATE INDEX post_key_expiry ON ambit.post_key (expires_at);
        -- what each node asked for last, and how it was answered: so that it may ask again
        CREATE TABLE ambit.writer (
            node bytea PRIMARY KEY,
            call bigint NOT NULL,
            repeats integer NOT NULL,
            outcomes smallint[] NOT NULL,
            ids bigint[] NOT NULL,
            moments bigint[] NOT NULL,
            called_at timestamptz NOT NULL
        ) WITH (fillfactor = 10);

        """

    /// What changes the tables, each in one call, so that no lock is held while a network is slow; made
    /// anew after the steps.
    static let functions =
        appending + moderating + keeping + gathering + RowSchema.functions
        + ImportSchema.functions

    /// Outcomes: 1 stored, 2 stored before under the key, 3 the key is taken, 4 no such device.
    private static let appending = """
        CREATE OR REPLACE FUNCTION ambit.append(
            p_node bytea, p_call bigint, p_texts text[], p_categories text[], p_lons float8[],
            p_lats float8[], p_radii float8[], p_posted bigint[], p_expiring bigint[], p_devices bigint[],
            p_keys bytea[], p_digests bytea[], p_keys_expiring bigint[]
        ) RETURNS TABLE (outcome smallint, id bigint, moment bigint)
        LANGUAGE plpgsql AS $$
        DECLARE
            w ambit.writer; r record; h ambit.head; base bigint;
            outcomes smallint[] := '{}'; ids bigint[] := '{}'; moments bigint[] := '{}';
            digests bigint[] := '{}'; chains bigint[] := '{}'; digest bigint;
        BEGIN
            SELECT * INTO h FROM ambit.head FOR UPDATE;
            SELECT s.shard::bigint << 43 INTO base FROM ambit.site AS s;
            SELECT * INTO w FROM ambit.writer WHERE writer.node = p_node FOR UPDATE;
            IF FOUND AND w.call = p_call THEN
                -- A commit of its own, which waits for the standby as the first one did.
                UPDATE ambit.writer SET repeats = repeats + 1 WHERE writer.node = p_node;
                RETURN QUERY SELECT u.* FROM unnest(w.outcomes, w.ids, w.moments) AS u;
                RETURN;
            END IF;
            FOR r IN
                SELECT a.i, a.posted, d.id IS NOT NULL AS is_known, k.message_id,
                    k.posted_at AS key_posted, k.content_digest IS NOT DISTINCT FROM a.digest AS is_same
                FROM unnest(p_devices, p_keys, p_digests, p_posted)
                    WITH ORDINALITY AS a(device, key, digest, posted, i)
                LEFT JOIN ambit.device AS d ON d.id = a.device
                LEFT JOIN ambit.post_key AS k
                    ON k.device_id = a.device AND k.key_hash = a.key AND k.expires_at > a.posted
                ORDER BY a.i
            LOOP
                IF r.message_id IS NOT NULL THEN
                    outcomes := outcomes || CASE WHEN r.is_same THEN 2 ELSE 3 END::smallint;
                    ids := ids || r.message_id;
                    moments := moments || r.key_posted;
                ELSIF NOT r.is_known THEN
                    outcomes := outcomes || 4::smallint;
                    ids := ids || 0::bigint;
                    moments := moments || r.posted;
                ELSE
                    h.n := h.n + 1;
                    digest := ambit.digest(p_texts[r.i], p_posted[r.i], p_devices[r.i]);
                    h.chain := ambit.linked(h.chain, h.n, 1::smallint, base + h.n, digest);
                    outcomes := outcomes || 1::smallint;
                    ids := ids || base + h.n;
                    moments := moments || r.posted;
                END IF;
                digests := digests || digest;
                chains := chains || h.chain;
            END LOOP;
            INSERT INTO ambit.message (id, text, category, lon, lat, visible_radius_m, posted_at, expires_at,
                device_id)
            SELECT a.id, a.text, a.category, a.lon, a.lat, a.radius, a.posted, a.expiring, a.device
            FROM unnest(outcomes, ids, p_texts, p_categories, p_lons, p_lats, p_radii, p_posted, p_expiring,
                p_devices) AS a(outcome, id, text, category, lon, lat, radius, posted, expiring, device)
            WHERE a.outcome = 1;
            INSERT INTO ambit.change (n, kind, message_id, digest, chain)
            SELECT a.id - base, 1, a.id, a.digest, a.chain
            FROM unnest(outcomes, ids, digests, chains) AS a(outcome, id, digest, chain)
            WHERE a.outcome = 1;
            INSERT INTO ambit.post_key AS k
            SELECT a.device, a.key, a.digest, a.id, a.posted, a.expiring
            FROM unnest(outcomes, ids, p_devices, p_keys, p_digests, p_posted, p_keys_expiring)
                AS a(outcome, id, device, key, digest, posted, expiring)
            WHERE a.outcome = 1 AND a.key IS NOT NULL
            ON CONFLICT (device_id, key_hash) DO UPDATE SET content_digest = excluded.content_digest,
                message_id = excluded.message_id, posted_at = excluded.posted_at,
                expires_at = excluded.expires_at;
            UPDATE ambit.head SET n = h.n, chain = h.chain, beat = clock_timestamp();
            INSERT INTO ambit.writer AS t
            VALUES (p_node, p_call, 0, outcomes, ids, moments, clock_timestamp())
            ON CONFLICT (node) DO UPDATE SET call = excluded.call, repeats = 0,
                outcomes = excluded.outcomes, ids = excluded.ids, moments = excluded.moments,
                called_at = excluded.called_at;
            RETURN QUERY SELECT u.* FROM unnest(outcomes, ids, moments) AS u;
        END $$;

        CREATE OR REPLACE FUNCTION ambit.linked(
            p_chain bigint, p_n bigint, p_kind smallint, p_message bigint, p_digest bigint
        ) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
            SELECT hashint8extended(p_digest,
                hashint8extended(p_message, hashint8extended(p_n * 8 + p_kind, p_chain)))
        $$;

        CREATE OR REPLACE FUNCTION ambit.digest(p_text text, p_posted bigint, p_device bigint)
        RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
            SELECT hashint8extended(p_device, hashtextextended(p_text, p_posted))
        $$;

        -- The next numbers for what became of some messages. The caller holds no message's lock.
        CREATE OR REPLACE FUNCTION ambit.note(p_kind smallint, p_messages bigint[]) RETURNS void
        LANGUAGE plpgsql AS $$
        DECLARE h ambit.head; m bigint;
        BEGIN
            SELECT * INTO h FROM ambit.head FOR UPDATE;
            FOREACH m IN ARRAY p_messages LOOP
                h.n := h.n + 1;
                h.chain := ambit.linked(h.chain, h.n, p_kind, m, 0);
                INSERT INTO ambit.change VALUES (h.n, p_kind, m, 0, h.chain);
            END LOOP;
            UPDATE ambit.head SET n = h.n, chain = h.chain, beat = clock_timestamp();
        END $$;

        """

    private static let moderating = """
        -- 1 hides, 2 counts, 3 waits only, 4 was said before, 5 no such message
        CREATE OR REPLACE FUNCTION ambit.report(
            p_message bigint, p_device bigint, p_reason text, p_at bigint, p_counts boolean,
            p_threshold bigint, p_registered bigint, p_posted bigint
        ) RETURNS smallint LANGUAGE plpgsql AS $$
        DECLARE m ambit.message; does_count boolean := p_counts; open_count bigint;
        BEGIN
            PERFORM 1 FROM ambit.head FOR UPDATE;
            SELECT * INTO m FROM ambit.message
            WHERE id = p_message AND hidden < 2 AND (expires_at > p_at OR bookmark_count > 0) FOR UPDATE;
            IF NOT FOUND THEN RETURN 5; END IF;
            IF does_count AND p_registered IS NOT NULL THEN
                SELECT d.created_at <= p_registered OR EXISTS (SELECT 1 FROM ambit.message AS o
                    WHERE o.device_id = d.id AND o.posted_at <= p_posted AND o.hidden = 0
                        AND (o.expires_at > p_at OR o.bookmark_count > 0))
                INTO does_count FROM ambit.device AS d WHERE d.id = p_device;
                does_count := coalesce(does_count, false);
            END IF;
            INSERT INTO ambit.report (message_id, device_id, reason, reported_at, counts)
            VALUES (p_message, p_device, p_reason, p_at, does_count) ON CONFLICT DO NOTHING;
            IF NOT FOUND THEN RETURN 4; END IF;
            IF NOT does_count THEN RETURN 3; END IF;
            SELECT count(*) INTO open_count FROM ambit.report
            WHERE message_id = p_message AND NOT decided AND counts;
            IF m.hidden <> 0 OR m.cleared OR p_threshold IS NULL OR open_count < p_threshold THEN RETURN 2;
            END IF;
            UPDATE ambit.message SET hidden = 1 WHERE id = p_message;
            PERFORM ambit.note(3::smallint, ARRAY[p_message]);
            RETURN 1;
        END $$;

        CREATE OR REPLACE FUNCTION ambit.decide(p_message bigint, p_hides boolean) RETURNS boolean
        LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM 1 FROM ambit.head FOR UPDATE;
            UPDATE ambit.message SET hidden = CASE WHEN p_hides THEN 2 ELSE 0 END, cleared = NOT p_hides
            WHERE id = p_message;
            IF NOT FOUND THEN RETURN false; END IF;
            UPDATE ambit.report SET decided = true WHERE message_id = p_message AND NOT decided;
            PERFORM ambit.note(CASE WHEN p_hides THEN 3 ELSE 4 END::smallint, ARRAY[p_message]);
            RETURN true;
        END $$;

        """

    private static let keeping = """
        -- 1 removed, 2 no such message, 3 somebody else's
        CREATE OR REPLACE FUNCTION ambit.remove(p_message bigint, p_device bigint, p_at bigint) RETURNS smallint
        LANGUAGE plpgsql AS $$
        DECLARE m ambit.message;
        BEGIN
            PERFORM 1 FROM ambit.head FOR UPDATE;
            SELECT * INTO m FROM ambit.message
            WHERE id = p_message AND (expires_at > p_at OR bookmark_count > 0) FOR UPDATE;
            IF NOT FOUND THEN RETURN 2; END IF;
            IF m.device_id <> p_device THEN RETURN 3; END IF;
            DELETE FROM ambit.message WHERE id = p_message;
            UPDATE ambit.bookmark SET gone = true WHERE message_id = p_message;
            PERFORM ambit.note(2::smallint, ARRAY[p_message]);
            RETURN 1;
        END $$;

        -- 1 kept, 2 no such message, 3 too many
        CREATE OR REPLACE FUNCTION ambit.keep(p_message bigint, p_device bigint, p_at bigint, p_limit bigint)
        RETURNS smallint LANGUAGE plpgsql AS $$
        DECLARE m ambit.message;
        BEGIN
            PERFORM 1 FROM ambit.bookmark WHERE device_id = p_device AND message_id = p_message;
            IF FOUND THEN RETURN 1; END IF;
            -- One device's bookmarks are counted one after the other.
            PERFORM 1 FROM ambit.device WHERE id = p_device FOR NO KEY UPDATE;
            IF NOT FOUND THEN RETURN 2; END IF;
            SELECT * INTO m FROM ambit.message
            WHERE id = p_message AND expires_at > p_at AND hidden = 0 FOR UPDATE;
            IF NOT FOUND THEN RETURN 2; END IF;
            IF (SELECT count(*) FROM ambit.bookmark WHERE device_id = p_device) >= p_limit THEN RETURN 3;
            END IF;
            INSERT INTO ambit.bookmark (device_id, message_id, bookmarked_at)
            VALUES (p_device, p_message, p_at) ON CONFLICT DO NOTHING;
            IF FOUND THEN
                UPDATE ambit.message SET bookmark_count = bookmark_count + 1 WHERE id = p_message;
            END IF;
            RETURN 1;
        END $$;

        CREATE OR REPLACE FUNCTION ambit.let_go(p_message bigint, p_device bigint) RETURNS void
        LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM 1 FROM ambit.message WHERE id = p_message FOR UPDATE;
            DELETE FROM ambit.bookmark WHERE device_id = p_device AND message_id = p_message;
            IF FOUND THEN
                UPDATE ambit.message SET bookmark_count = bookmark_count - 1 WHERE id = p_message;
            END IF;
        END $$;

        CREATE OR REPLACE FUNCTION ambit.forget(p_device bigint) RETURNS bigint[] LANGUAGE plpgsql AS $$
        DECLARE own bigint[]; kept bigint[];
        BEGIN
            PERFORM 1 FROM ambit.head FOR UPDATE;
            PERFORM 1 FROM ambit.device WHERE id = p_device FOR UPDATE;
            SELECT coalesce(array_agg(message_id ORDER BY message_id), '{}') INTO kept
            FROM ambit.bookmark WHERE device_id = p_device;
            PERFORM 1 FROM ambit.message
            WHERE id = ANY (kept) OR device_id = p_device AND id >> 43 = (SELECT shard FROM ambit.site)
            ORDER BY id FOR UPDATE;
            UPDATE ambit.message SET bookmark_count = bookmark_count - 1 WHERE id = ANY (kept);
            DELETE FROM ambit.bookmark WHERE device_id = p_device;
            -- Copies of another shard's messages go when that one says so.
            WITH gone AS (DELETE FROM ambit.message
                WHERE device_id = p_device AND id >> 43 = (SELECT shard FROM ambit.site) RETURNING id)
            SELECT coalesce(array_agg(id ORDER BY id), '{}') INTO own FROM gone;
            UPDATE ambit.bookmark SET gone = true WHERE message_id = ANY (own);
            DELETE FROM ambit.device WHERE id = p_device;
            PERFORM ambit.note(2::smallint, own);
            RETURN own;
        END $$;

        -- What expired, and changes and calls that are too old to be asked for. One node at a time.
        CREATE OR REPLACE FUNCTION ambit.sweep(p_at bigint, p_limit bigint, p_kept bigint) RETURNS bigint
        LANGUAGE plpgsql AS $$
        DECLARE messages bigint; keys bigint;
        BEGIN
            IF NOT pg_try_advisory_xact_lock(4207849316) THEN RETURN 0; END IF;
            WITH gone AS (
                SELECT id FROM ambit.message WHERE bookmark_count = 0 AND expires_at <= p_at
                ORDER BY expires_at LIMIT p_limit FOR UPDATE SKIP LOCKED)
            DELETE FROM ambit.message AS m USING gone
            WHERE m.id = gone.id AND m.bookmark_count = 0;
            GET DIAGNOSTICS messages = ROW_COUNT;
            WITH gone AS (
                SELECT device_id, key_hash FROM ambit.post_key WHERE expires_at <= p_at
                ORDER BY expires_at LIMIT p_limit FOR UPDATE SKIP LOCKED)
            DELETE FROM ambit.post_key AS k USING gone
            WHERE k.device_id = gone.device_id AND k.key_hash = gone.key_hash;
            GET DIAGNOSTICS keys = ROW_COUNT;
            DELETE FROM ambit.change WHERE n IN (
                SELECT n FROM ambit.change WHERE n <= (SELECT head.n FROM ambit.head) - p_kept
                ORDER BY n LIMIT p_limit);
            DELETE FROM ambit.writer WHERE called_at < clock_timestamp() - interval '1 day';
            RETURN messages + keys;
        END $$;

        """
}
