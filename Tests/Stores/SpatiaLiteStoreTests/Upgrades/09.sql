-- which file this is among all copies of the database
CREATE TABLE file_identity (
    number INTEGER NOT NULL,
    is_copy INTEGER NOT NULL
) STRICT;
INSERT INTO file_identity VALUES (random(), 0);
-- what was erased and is not yet in the list beside the database
CREATE TABLE erasure (
    entry INTEGER PRIMARY KEY AUTOINCREMENT,
    what TEXT NOT NULL
) STRICT;
