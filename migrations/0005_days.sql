-- Dates that are days, and from when on something is to be done.

-- An instant in milliseconds since 1970, UTC, or a day: 2^61 plus the days since 1970. Every instant that was stored
-- before stays one, at midnight too: a store does not know in which zone it was entered as a day.
ALTER TABLE items RENAME COLUMN due_at TO due;

ALTER TABLE items ADD COLUMN start INTEGER;  -- as `due`
