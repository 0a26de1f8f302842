ALTER TABLE report ADD COLUMN counts INTEGER NOT NULL DEFAULT 1;
-- restored by a moderator, as it is worded
ALTER TABLE message ADD COLUMN cleared INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER message_reworded AFTER UPDATE OF text ON message
WHEN OLD.cleared <> 0 AND NEW.text IS NOT OLD.text BEGIN
    UPDATE message SET cleared = 0 WHERE id = OLD.id;
END;
