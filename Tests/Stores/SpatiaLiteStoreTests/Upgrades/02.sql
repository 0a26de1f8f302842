-- 0 shown, 1 until a moderator has looked at reports, 2 by a moderator
ALTER TABLE message ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
ALTER TABLE message ADD COLUMN bookmark_count INTEGER NOT NULL DEFAULT 0;
-- what the sweep may take
DROP INDEX message_expiry;
CREATE INDEX message_expiry ON message (expires_at)
    WHERE dataset_id IS NULL AND bookmark_count = 0;
CREATE INDEX message_device ON message (device_id) WHERE device_id IS NOT NULL;

CREATE TABLE bookmark (
    device_id INTEGER NOT NULL REFERENCES device (id),
    message_id INTEGER NOT NULL,
    bookmarked_at INTEGER NOT NULL,
    -- why there is no such message any more; NULL while there is one
    gone TEXT,
    PRIMARY KEY (device_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX bookmark_message ON bookmark (message_id);
CREATE TRIGGER bookmark_inserted AFTER INSERT ON bookmark BEGIN
    UPDATE message SET bookmark_count = bookmark_count + 1
    WHERE id = NEW.message_id;
END;
CREATE TRIGGER bookmark_deleted AFTER DELETE ON bookmark BEGIN
    UPDATE message SET bookmark_count = bookmark_count - 1
    WHERE id = OLD.message_id;
END;
CREATE TRIGGER message_withdrawn AFTER DELETE ON message
WHEN OLD.bookmark_count > 0 BEGIN
    UPDATE bookmark SET gone = CASE WHEN OLD.dataset_id IS NULL
        THEN 'removed_by_author' ELSE 'withdrawn' END
    WHERE message_id = OLD.id;
END;

CREATE TABLE report (
    message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    device_id INTEGER NOT NULL REFERENCES device (id),
    reason TEXT NOT NULL,
    reported_at INTEGER NOT NULL,
    -- whether a moderator has decided since
    decided INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (message_id, device_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX report_open ON report (message_id) WHERE decided = 0;
CREATE INDEX report_device ON report (device_id);

CREATE TABLE device_settings (
    device_id INTEGER PRIMARY KEY REFERENCES device (id),
    quickdrop_enabled INTEGER NOT NULL,
    quickdrop_visible_radius_m REAL NOT NULL,
    quickdrop_ttl_s INTEGER NOT NULL,
    scan_radius_m REAL NOT NULL
) STRICT;

-- posts that must make one message, however often they are sent
CREATE TABLE post_key (
    device_id INTEGER NOT NULL REFERENCES device (id),
    key_hash BLOB NOT NULL,
    content_digest BLOB NOT NULL,
    message_id INTEGER NOT NULL,
    posted_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (device_id, key_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX post_key_expiry ON post_key (expires_at);

-- messages that were removed, hidden or shown again
CREATE TABLE message_journal (
    entry INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id INTEGER NOT NULL
) STRICT;
