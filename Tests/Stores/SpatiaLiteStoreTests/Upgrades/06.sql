-- posted messages up to this id are in the R-tree
CREATE TABLE message_tree (through INTEGER NOT NULL) STRICT;
INSERT INTO message_tree SELECT ifnull(max(id), 0) FROM message;
DROP TRIGGER message_inserted;
CREATE TRIGGER message_inserted AFTER INSERT ON message
WHEN NEW.dataset_id IS NOT NULL BEGIN
    INSERT INTO idx_message_geometry VALUES (NEW.id,
        MbrMinX(NEW.geometry), MbrMaxX(NEW.geometry),
        MbrMinY(NEW.geometry), MbrMaxY(NEW.geometry));
END;
