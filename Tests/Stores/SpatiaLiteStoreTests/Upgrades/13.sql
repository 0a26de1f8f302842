ALTER TABLE staff_token ADD COLUMN event TEXT;
