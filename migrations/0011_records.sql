-- Done copies of repeating items have numbers of their own, from 1000000001, see ItemNumbers.swift.

ALTER TABLE replica ADD COLUMN next_record INTEGER NOT NULL DEFAULT 1000000001;
