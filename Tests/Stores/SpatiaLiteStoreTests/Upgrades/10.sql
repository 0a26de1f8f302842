-- makes the ids that readers know out of those of messages
CREATE TABLE service_secret (
    bytes BLOB NOT NULL CHECK (length(bytes) = 32)
) STRICT;
INSERT INTO service_secret VALUES (randomblob(32));
