-- A hub file has no clock but that of whoever syncs. So it counts the time that it has seen pass, its age,
-- in milliseconds: see HubSpace+Age.swift. For an earlier file every retention begins again.

ALTER TABLE spaces DROP COLUMN clock_ms;
ALTER TABLE spaces DROP COLUMN purged_ms;
ALTER TABLE spaces ADD COLUMN age_ms    INTEGER NOT NULL DEFAULT 0;
ALTER TABLE spaces ADD COLUMN purged_at INTEGER NOT NULL DEFAULT 0; -- the age at the last look for what is old

-- The age at which an item last changed, and at which a commit was made.
ALTER TABLE items RENAME COLUMN changed_ms TO changed_at;
UPDATE items SET changed_at = 0;
ALTER TABLE commits RENAME COLUMN at_ms TO made_at;
UPDATE commits SET made_at = 0;

-- What the clock showed at a session's last push (ms since 1970, UTC), and the age then.
ALTER TABLE devices RENAME COLUMN seen_ms TO clock_ms;
ALTER TABLE devices ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;
