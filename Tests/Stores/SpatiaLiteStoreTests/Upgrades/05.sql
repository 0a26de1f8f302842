CREATE TABLE republication (
id INTEGER PRIMARY KEY AUTOINCREMENT,
version_id INTEGER NOT NULL REFERENCES dataset_version (id),
at INTEGER NOT NULL,
who TEXT
) STRICT;
CREATE INDEX republication_by_version ON republication (version_id);
