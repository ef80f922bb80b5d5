-- Where an item is done, and when to remind of it.
ALTER TABLE items ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN remind_at INTEGER;
