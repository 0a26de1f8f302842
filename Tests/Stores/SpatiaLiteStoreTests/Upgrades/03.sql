ALTER TABLE dataset_version ADD COLUMN imported_by TEXT;
