/// The table of the imports that nodes run, in the schema `ambit`.
package enum ImportSchema {
    /// So long after its node has noted something last an import counts as given up.
    package static let patienceSeconds = 60
    /// So many imports that have ended are remembered.
    package static let remembered = 20

    /// The fourth step of a cluster's tables.
    package static let tables = """
        CREATE TABLE ambit.common_import (
            id text PRIMARY KEY,
            kind text NOT NULL,
            dataset text NOT NULL,
            -- empty for none
            event text NOT NULL,
            summary text NOT NULL,
            -- what is told of it, JSON, and what is told when its node has ended
            document bytea NOT NULL,
            abandoned bytea NOT NULL,
            report bytea,
            rejects bytea,
            -- empty for nobody
            stopped_by text NOT NULL DEFAULT '',
            begun_at timestamptz NOT NULL,
            beat timestamptz NOT NULL,
            is_over boolean NOT NULL
        );

        """

    /// Made anew with each step.
    package static let functions = """
        -- What is under way into the same dataset; nothing where the import is noted.
        CREATE OR REPLACE FUNCTION ambit.begin_import(
            p_id text, p_kind text, p_dataset text, p_event text, p_summary text, p_document bytea,
            p_abandoned bytea
        ) RETURNS SETOF ambit.common_import LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM pg_advisory_xact_lock(\(beginLock));
            UPDATE ambit.common_import SET document = abandoned, is_over = true
            WHERE NOT is_over AND beat < clock_timestamp() - interval '\(patienceSeconds) seconds';
            RETURN QUERY SELECT * FROM ambit.common_import
            WHERE NOT is_over AND dataset = p_dataset AND id <> p_id LIMIT 1;
            IF FOUND THEN RETURN; END IF;
            INSERT INTO ambit.common_import (id, kind, dataset, event, summary, document, abandoned, begun_at,
                beat, is_over)
            VALUES (p_id, p_kind, p_dataset, p_event, p_summary, p_document, p_abandoned, clock_timestamp(),
                clock_timestamp(), false) ON CONFLICT (id) DO NOTHING;
            DELETE FROM ambit.common_import WHERE is_over AND id NOT IN (
                SELECT id FROM ambit.common_import WHERE is_over ORDER BY begun_at DESC LIMIT \(remembered));
        END $$;

        """

    /// Whoever has it is the only one who begins an import.
    private static let beginLock = 4_207_849_320
}
