-- Where an item is done, and when work on it begins.
ALTER TABLE items ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN start_at INTEGER;
