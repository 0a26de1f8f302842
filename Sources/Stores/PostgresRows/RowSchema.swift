/// The tables of the rows that nodes have in common, in the schema `ambit`.
///
/// A row stands there as its values, by the name of its table and its primary key, with the number of the change
/// that made it so. One that is gone keeps its place, without values, until nobody who follows can ask for it:
/// so whoever knows a change reads what has become of the rows since, and no log of changes is kept.
package enum RowSchema {
    /// So many changes back a node may be and follow; one that is farther behind reads all rows anew.
    package static let keptChanges = 100_000

    /// The third step of a cluster's tables.
    package static let tables = """
        CREATE TABLE ambit.common_head (
            one boolean PRIMARY KEY DEFAULT true CHECK (one),
            n bigint NOT NULL,
            -- by chance, so that two histories of as many changes differ
            stamp bigint NOT NULL
        ) WITH (fillfactor = 10);
        INSERT INTO ambit.common_head (n, stamp) VALUES (0, 0);
        CREATE TABLE ambit.common_row (
            relation text NOT NULL,
            key bytea NOT NULL,
            -- null where it is gone
            content bytea,
            n bigint NOT NULL,
            PRIMARY KEY (relation, key)
        );
        CREATE INDEX common_row_n ON ambit.common_row (n);
        -- which changes there were, and whose: so that who asks again is answered as before
        CREATE TABLE ambit.common_change (
            n bigint PRIMARY KEY,
            stamp bigint NOT NULL,
            node bytea NOT NULL,
            call bigint NOT NULL,
            UNIQUE (node, call)
        );
        CREATE TABLE ambit.common_schema (
            module text PRIMARY KEY,
            version integer NOT NULL
        );
        -- behind all numbers that one file by itself has given
        CREATE SEQUENCE ambit.common_number START 1000000000;
        -- the tables of versions of datasets, each written once
        CREATE TABLE ambit.common_version (
            id bigint PRIMARY KEY,
            stamp bigint NOT NULL,
            head text NOT NULL
        );
        CREATE TABLE ambit.common_piece (
            id bigint NOT NULL REFERENCES ambit.common_version ON DELETE CASCADE,
            part integer NOT NULL,
            content bytea NOT NULL,
            PRIMARY KEY (id, part)
        );

        """

    /// Made anew with each step.
    package static let functions = """
        -- The next change, or the same as before under the same call; nothing where another one came after p_after.
        CREATE OR REPLACE FUNCTION ambit.append_rows(
            p_after bigint, p_after_stamp bigint, p_stamp bigint, p_node bytea, p_call bigint,
            p_relations text[], p_keys bytea[], p_contents bytea[]
        ) RETURNS TABLE (change_n bigint, change_stamp bigint) LANGUAGE plpgsql AS $$
        DECLARE h ambit.common_head; c ambit.common_change;
        BEGIN
            -- Who asks holds its own file's lock, for which another process with the turn may wait.
            PERFORM set_config('lock_timeout', '1s', true);
            BEGIN
                PERFORM pg_advisory_xact_lock(\(turnLock));
                SELECT * INTO h FROM ambit.common_head FOR UPDATE;
            EXCEPTION WHEN lock_not_available THEN RETURN;
            END;
            SELECT * INTO c FROM ambit.common_change WHERE node = p_node AND call = p_call;
            IF FOUND THEN
                -- A commit of its own, which waits for the standby as the first one did.
                UPDATE ambit.common_head SET n = h.n;
                RETURN QUERY SELECT c.n, c.stamp;
                RETURN;
            END IF;
            IF h.n <> p_after OR h.stamp <> p_after_stamp THEN RETURN; END IF;
            h.n := h.n + 1;
            INSERT INTO ambit.common_row AS r (relation, key, content, n)
            SELECT a.relation, a.key, a.content, h.n
            FROM unnest(p_relations, p_keys, p_contents) AS a(relation, key, content)
            WHERE a.content IS NOT NULL
            ON CONFLICT (relation, key) DO UPDATE SET content = excluded.content, n = excluded.n;
            UPDATE ambit.common_row AS r SET content = NULL, n = h.n
            FROM unnest(p_relations, p_keys, p_contents) AS a(relation, key, content)
            WHERE a.content IS NULL AND r.relation = a.relation AND r.key = a.key;
            INSERT INTO ambit.common_change VALUES (h.n, p_stamp, p_node, p_call);
            UPDATE ambit.common_head SET n = h.n, stamp = p_stamp;
            IF h.n % 1000 = 0 THEN
                DELETE FROM ambit.common_change WHERE n <= h.n - \(keptChanges);
                DELETE FROM ambit.common_row WHERE content IS NULL AND n <= h.n - \(keptChanges);
            END IF;
            RETURN QUERY SELECT h.n, p_stamp;
        END $$;

        """

    /// Whoever has it is the only one who adds a change.
    static let turnLock = 4_207_849_317
    /// Whoever has it does what one node does for all.
    static let leadLock = 4_207_849_319
}
