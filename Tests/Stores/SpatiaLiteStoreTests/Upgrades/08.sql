CREATE TABLE kept_decision (
dataset_id INTEGER NOT NULL REFERENCES dataset (id),
subject TEXT NOT NULL,
text TEXT NOT NULL,
version INTEGER,
at INTEGER NOT NULL,
who TEXT,
PRIMARY KEY (dataset_id, subject)
) STRICT, WITHOUT ROWID;
