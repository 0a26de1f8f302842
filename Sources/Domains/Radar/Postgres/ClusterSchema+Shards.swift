internal import Geodesy
internal import Radar

extension ClusterSchema {
    /// The second step: a shard of many.
    static let shardTables = """
        ALTER TABLE ambit.site ADD COLUMN shard smallint NOT NULL DEFAULT 0
            CHECK (shard BETWEEN 0 AND \(ShardNumber.count - 1));
        -- whoever looks for what reaches some ground looks no farther
        ALTER TABLE ambit.message ADD CONSTRAINT message_reach
            CHECK (visible_radius_m <= \(Int(TerritoryMap.farthestReach.meters)));
        -- how the ground is divided; the first shard's is the one that is changed, and others follow
        CREATE TABLE ambit.map (
            one boolean PRIMARY KEY DEFAULT true CHECK (one),
            epoch bigint NOT NULL CHECK (epoch >= 0)
        );
        INSERT INTO ambit.map (epoch) VALUES (0);
        CREATE TABLE ambit.shard (
            number smallint PRIMARY KEY,
            database text NOT NULL UNIQUE,
            url text
        );
        CREATE TABLE ambit.territory (
            first_cell bigint PRIMARY KEY,
            end_cell bigint NOT NULL,
            shard smallint NOT NULL,
            -- who gathers what reaches it, and will answer for it
            successor smallint
        );
        -- how far other shards' changes are followed
        CREATE TABLE ambit.source (
            shard smallint PRIMARY KEY,
            -- counts what is taken, so that of two who take the same one does
            taken bigint NOT NULL DEFAULT 0,
            n bigint NOT NULL DEFAULT 0,
            chain bigint NOT NULL DEFAULT 0,
            timeline bigint NOT NULL DEFAULT 0,
            site_epoch bigint NOT NULL DEFAULT 0,
            map_epoch bigint NOT NULL DEFAULT 0,
            -- the ground for which all of them were read; null for none
            ground text,
            -- the same while they are read, and the last that was
            reading_ground text,
            reading_after bigint NOT NULL DEFAULT 0
        );
        -- at the shard of a device: where else it has something
        CREATE TABLE ambit.device_shard (
            device_id bigint NOT NULL REFERENCES ambit.device ON DELETE CASCADE,
            shard smallint NOT NULL,
            PRIMARY KEY (device_id, shard)
        );

        """

    static let gathering = """
        -- What reaches this shard's ground from another: some of its messages, and which are gone. All of
        -- the copies with ids in a range that are not among them go, too.
        -- How many came or went; -1 where somebody else has taken something since, or another map holds.
        CREATE OR REPLACE FUNCTION ambit.take(
            p_shard bigint, p_taken bigint, p_ids bigint[], p_texts text[], p_categories text[],
            p_lons float8[], p_lats float8[], p_radii float8[], p_posted bigint[], p_expiring bigint[],
            p_devices bigint[], p_gone bigint[], p_range_after bigint, p_range_to bigint, p_n bigint,
            p_chain bigint, p_timeline bigint, p_site_epoch bigint, p_map_epoch bigint, p_ground text,
            p_reading_ground text, p_reading_after bigint
        ) RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE h ambit.head; s ambit.source; r record; changed bigint := 0; digest bigint;
        BEGIN
            SELECT * INTO h FROM ambit.head FOR UPDATE;
            PERFORM 1 FROM ambit.map WHERE epoch = p_map_epoch FOR SHARE;
            IF NOT FOUND THEN RETURN -1; END IF;
            INSERT INTO ambit.source (shard) VALUES (p_shard) ON CONFLICT DO NOTHING;
            SELECT * INTO s FROM ambit.source WHERE shard = p_shard FOR UPDATE;
            IF s.taken <> p_taken THEN RETURN -1; END IF;
            FOR r IN
                DELETE FROM ambit.message AS m
                WHERE m.id >> 43 = p_shard AND m.id <> ALL (p_ids)
                    AND (m.id = ANY (p_gone) OR m.id > p_range_after AND m.id <= p_range_to)
                RETURNING m.id
            LOOP
                h.n := h.n + 1;
                h.chain := ambit.linked(h.chain, h.n, 2::smallint, r.id, 0);
                INSERT INTO ambit.change VALUES (h.n, 2, r.id, 0, h.chain);
                changed := changed + 1;
            END LOOP;
            -- What is there otherwise than its shard has it is taken anew.
            FOR r IN
                DELETE FROM ambit.message AS m
                USING unnest(p_ids, p_texts, p_categories, p_lons, p_lats, p_radii, p_posted, p_expiring,
                    p_devices) AS t(id, text, category, lon, lat, radius, posted, expiring, device)
                WHERE m.id = t.id AND (m.text, m.category, m.lon, m.lat, m.visible_radius_m, m.posted_at,
                    m.expires_at, m.device_id) IS DISTINCT FROM
                    (t.text, t.category, t.lon, t.lat, t.radius, t.posted, t.expiring, t.device)
                RETURNING m.id
            LOOP
                h.n := h.n + 1;
                h.chain := ambit.linked(h.chain, h.n, 2::smallint, r.id, 0);
                INSERT INTO ambit.change VALUES (h.n, 2, r.id, 0, h.chain);
                changed := changed + 1;
            END LOOP;
            FOR r IN
                INSERT INTO ambit.message (id, text, category, lon, lat, visible_radius_m, posted_at,
                    expires_at, device_id)
                SELECT * FROM unnest(p_ids, p_texts, p_categories, p_lons, p_lats, p_radii, p_posted,
                    p_expiring, p_devices)
                ON CONFLICT (id) DO NOTHING RETURNING id, text, posted_at, device_id
            LOOP
                h.n := h.n + 1;
                digest := ambit.digest(r.text, r.posted_at, r.device_id);
                h.chain := ambit.linked(h.chain, h.n, 1::smallint, r.id, digest);
                INSERT INTO ambit.change VALUES (h.n, 1, r.id, digest, h.chain);
                changed := changed + 1;
            END LOOP;
            IF changed > 0 THEN
                UPDATE ambit.head SET n = h.n, chain = h.chain, beat = clock_timestamp();
            END IF;
            UPDATE ambit.source SET taken = taken + 1, n = p_n, chain = p_chain, timeline = p_timeline,
                site_epoch = p_site_epoch, map_epoch = greatest(map_epoch, p_map_epoch),
                ground = nullif(p_ground, ''), reading_ground = nullif(p_reading_ground, ''),
                reading_after = p_reading_after
            WHERE shard = p_shard;
            RETURN changed;
        END $$;

        -- Notes at a device's own shard that it has something elsewhere; null for a device that is none.
        CREATE OR REPLACE FUNCTION ambit.note_shard(p_device bigint, p_shard bigint)
        RETURNS TABLE (token_hash bytea, created_at bigint) LANGUAGE plpgsql AS $$
        BEGIN
            RETURN QUERY SELECT d.token_hash, d.created_at FROM ambit.device AS d
            WHERE d.id = p_device FOR KEY SHARE;
            IF NOT FOUND THEN RETURN; END IF;
            INSERT INTO ambit.device_shard VALUES (p_device, p_shard) ON CONFLICT DO NOTHING;
        END $$;

        -- As forget, with the shards that were noted when the device went.
        CREATE OR REPLACE FUNCTION ambit.forget_noted(p_device bigint)
        RETURNS TABLE (is_message boolean, number bigint) LANGUAGE plpgsql AS $$
        DECLARE noted bigint[];
        BEGIN
            PERFORM 1 FROM ambit.head FOR UPDATE;
            PERFORM 1 FROM ambit.device WHERE id = p_device FOR UPDATE;
            SELECT coalesce(array_agg(shard), '{}') INTO noted FROM ambit.device_shard
            WHERE device_id = p_device;
            RETURN QUERY SELECT true, unnest(ambit.forget(p_device));
            RETURN QUERY SELECT false, unnest(noted);
        END $$;

        -- Makes an empty database a shard; harmless where it is that shard. Says what it is instead.
        CREATE OR REPLACE FUNCTION ambit.become(p_shard bigint, p_secret bytea)
        RETURNS text LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM 1 FROM ambit.head FOR UPDATE;
            IF EXISTS (SELECT 1 FROM ambit.site WHERE shard = p_shard AND secret = p_secret) THEN
                RETURN 'shard';
            END IF;
            IF EXISTS (SELECT 1 FROM ambit.site WHERE secret = p_secret) THEN RETURN 'sibling'; END IF;
            IF (SELECT epoch FROM ambit.map) > 0 THEN RETURN 'stranger'; END IF;
            IF (SELECT n FROM ambit.head) > 0 OR EXISTS (SELECT 1 FROM ambit.device) THEN
                RETURN 'used';
            END IF;
            UPDATE ambit.site SET shard = p_shard, secret = p_secret;
            RETURN 'shard';
        END $$;

        -- After the database was restored to an earlier moment: numbers that were given since are not given
        -- again, and who follows begins anew.
        CREATE OR REPLACE FUNCTION ambit.bring_forward(p_epoch bigint) RETURNS bigint
        LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE ambit.head SET n = n + (1::bigint << 30);
            DELETE FROM ambit.change;
            PERFORM ambit.note(2::smallint, ARRAY[0]::bigint[]);
            UPDATE ambit.site SET epoch = p_epoch;
            RETURN (SELECT n FROM ambit.head);
        END $$;

        -- Writes a map, and says which epoch was there: nothing is changed where that is another than is
        -- expected, or, where none is expected, no older one.
        CREATE OR REPLACE FUNCTION ambit.draw(
            p_epoch bigint, p_expected bigint, p_numbers bigint[], p_databases text[], p_urls text[],
            p_first bigint[], p_end bigint[], p_shards bigint[], p_successors bigint[]
        ) RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE present bigint;
        BEGIN
            SELECT epoch INTO present FROM ambit.map FOR UPDATE;
            IF present <> coalesce(p_expected, least(present, p_epoch - 1)) THEN RETURN present; END IF;
            UPDATE ambit.map SET epoch = p_epoch;
            DELETE FROM ambit.shard;
            INSERT INTO ambit.shard SELECT n, d, nullif(u, '')
            FROM unnest(p_numbers, p_databases, p_urls) AS s(n, d, u);
            DELETE FROM ambit.territory;
            INSERT INTO ambit.territory SELECT f, e, s, nullif(n, -1)
            FROM unnest(p_first, p_end, p_shards, p_successors) AS t(f, e, s, n);
            RETURN present;
        END $$;

        """
}
