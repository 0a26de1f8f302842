CREATE TABLE webhook (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- a device's or a staff token's
    device_id INTEGER REFERENCES device (id),
    staff_id INTEGER REFERENCES staff_token (id),
    -- where it goes and what it watches, under a key that is not in this file
    sealed BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    proven INTEGER NOT NULL DEFAULT 0,
    generation INTEGER NOT NULL DEFAULT 0,
    previous_until INTEGER,
    last_event INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    next_try_at INTEGER,
    CHECK ((device_id IS NULL) <> (staff_id IS NULL))
) STRICT;
CREATE INDEX webhook_device ON webhook (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX webhook_staff ON webhook (staff_id) WHERE staff_id IS NOT NULL;
CREATE INDEX webhook_expiry ON webhook (expires_at);
CREATE INDEX webhook_unproven ON webhook (created_at) WHERE proven = 0;

CREATE TABLE webhook_event (
    webhook_id TEXT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    message_id INTEGER,
    noted_at INTEGER NOT NULL,
    -- 0 waits, 1 delivered or void, 2 given up
    state INTEGER NOT NULL DEFAULT 0,
    settled_at INTEGER,
    tries INTEGER,
    reason TEXT,
    PRIMARY KEY (webhook_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_event_settled ON webhook_event (state, settled_at)
    WHERE state > 0;

-- how far the messages' changes are among the events
CREATE TABLE webhook_mark (
    message_id INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    epoch INTEGER NOT NULL
) STRICT;
