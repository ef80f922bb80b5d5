-- What the hub had of a field when it was edited here, so that sync can tell a later edit from an
-- edit of the same text elsewhere, and merge the two.

-- Packed: (field, stamp, value); NULL for none, as for an item that has no edits or that the hub has
-- never acknowledged. See Marks.swift.
ALTER TABLE items ADD COLUMN bases BLOB;

-- Items with texts that are kept beside their fields, which are among the fields that no column holds.
CREATE INDEX items_unknown ON items (number) WHERE unknown IS NOT NULL;
