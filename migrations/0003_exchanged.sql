-- Which times of stamps others may know of, so that sync can tell which it may correct.

-- The greatest stamp time that ever came to the store from outside, or left it; as `clock`. What an
-- earlier store may have sent is at most what its clock has reached.
ALTER TABLE replica ADD COLUMN exchanged INTEGER NOT NULL DEFAULT 0;

UPDATE replica SET exchanged = clock;
