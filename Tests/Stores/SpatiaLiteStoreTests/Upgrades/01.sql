SELECT InitSpatialMetaData(0, 'WGS84');
CREATE TABLE dataset (
id INTEGER PRIMARY KEY AUTOINCREMENT,
name TEXT NOT NULL UNIQUE,
kind TEXT NOT NULL,
-- whether earlier versions are kept, to be published again
is_versioned INTEGER NOT NULL CHECK (is_versioned IN (0, 1)),
published_version_id INTEGER REFERENCES dataset_version (id)
) STRICT;
-- One row for each import, for good; its records lie in the table kind_id, such as
-- stations_17, until it is retired.
CREATE TABLE dataset_version (
id INTEGER PRIMARY KEY AUTOINCREMENT,
dataset_id INTEGER NOT NULL REFERENCES dataset (id),
state TEXT NOT NULL CHECK (state IN ('building', 'ready', 'retired')),
-- while building: the builder's lock, and the version that was published at its start
builder TEXT,
base_version_id INTEGER,
-- from the first publishing on
number INTEGER,
file_name TEXT,
sha256 TEXT,
byte_count INTEGER,
rows_read INTEGER,
rows_accepted INTEGER,
rows_merged INTEGER,
rows_rejected INTEGER,
records_added INTEGER,
records_removed INTEGER,
records_changed INTEGER,
records_unchanged INTEGER,
record_count INTEGER,
imported_at INTEGER,
UNIQUE (dataset_id, number),
CHECK ((state = 'building') = (number IS NULL)),
CHECK ((state = 'building') = (builder IS NOT NULL))
) STRICT;
CREATE TABLE device (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE message (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    text TEXT NOT NULL,
    category TEXT NOT NULL,
    visible_radius_m REAL NOT NULL CHECK (visible_radius_m >= 0),
    -- milliseconds since 1970
    posted_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    -- who posted it, or which dataset brought it and under which key
    device_id INTEGER REFERENCES device (id),
    dataset_id INTEGER REFERENCES dataset (id),
    key TEXT,
    attributes TEXT,
    geometry BLOB NOT NULL CHECK (length(geometry) = 60),
    CHECK ((device_id IS NULL) <> (dataset_id IS NULL)),
    CHECK ((key IS NULL) = (dataset_id IS NULL))
) STRICT;
CREATE UNIQUE INDEX message_key ON message (dataset_id, key)
    WHERE dataset_id IS NOT NULL;
CREATE INDEX message_expiry ON message (expires_at) WHERE dataset_id IS NULL;
CREATE INDEX message_range ON message (visible_radius_m);
CREATE VIRTUAL TABLE "idx_message_geometry" USING rtree (pkid, xmin, xmax, ymin, ymax);
INSERT INTO geometry_columns (f_table_name, f_geometry_column, geometry_type,
    coord_dimension, srid, spatial_index_enabled)
VALUES ('message', 'geometry', 1, 2, 4326, 1);
INSERT INTO geometry_columns_statistics (f_table_name, f_geometry_column)
VALUES ('message', 'geometry');
INSERT INTO geometry_columns_time (f_table_name, f_geometry_column)
VALUES ('message', 'geometry');
INSERT INTO geometry_columns_auth (f_table_name, f_geometry_column, read_only,
    hidden)
VALUES ('message', 'geometry', 0, 0);
CREATE TRIGGER message_inserted AFTER INSERT ON message BEGIN
    INSERT INTO idx_message_geometry VALUES (NEW.id,
        MbrMinX(NEW.geometry), MbrMaxX(NEW.geometry),
        MbrMinY(NEW.geometry), MbrMaxY(NEW.geometry));
END;
CREATE TRIGGER message_moved AFTER UPDATE OF geometry ON message
WHEN NEW.geometry IS NOT OLD.geometry BEGIN
    UPDATE idx_message_geometry SET
        xmin = MbrMinX(NEW.geometry), xmax = MbrMaxX(NEW.geometry),
        ymin = MbrMinY(NEW.geometry), ymax = MbrMaxY(NEW.geometry)
    WHERE pkid = OLD.id;
END;
CREATE TRIGGER message_deleted AFTER DELETE ON message BEGIN
    DELETE FROM idx_message_geometry WHERE pkid = OLD.id;
END;
