CREATE TABLE withdrawal (
id INTEGER PRIMARY KEY AUTOINCREMENT,
version_id INTEGER NOT NULL REFERENCES dataset_version (id),
at INTEGER NOT NULL,
who TEXT
) STRICT;
CREATE INDEX withdrawal_by_version ON withdrawal (version_id);
