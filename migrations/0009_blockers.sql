-- Items wait for others.

ALTER TABLE items ADD COLUMN blocked_by BLOB;  -- the ids of its blockers in order, 16 bytes each; NULL for none

-- The blockers of every row of items, for finding what waits for an item; derived from the items.
CREATE TABLE item_blockers (
  blocker BLOB    NOT NULL,
  number  INTEGER NOT NULL,
  PRIMARY KEY (blocker, number)
) STRICT, WITHOUT ROWID;
