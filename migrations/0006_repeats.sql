-- Items that come again, and items that stand under others.

ALTER TABLE items ADD COLUMN repeat TEXT;      -- JSON, see Repeat+JSON.swift

ALTER TABLE items ADD COLUMN occurrence TEXT;  -- the date that is open, see NominalDate.swift

ALTER TABLE items ADD COLUMN parent BLOB;      -- the id of the item that it stands under

CREATE INDEX items_parent ON items (parent) WHERE parent IS NOT NULL;

-- The item of each circle that counts as standing at the top, see ItemTree.swift; derived from the items.
CREATE TABLE item_circles (
  number INTEGER PRIMARY KEY
) STRICT;
