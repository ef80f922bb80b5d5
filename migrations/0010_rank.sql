-- The order by hand within a list: a text by whose bytes items stand, see ItemRank.swift; '' if an item was never placed.

ALTER TABLE items ADD COLUMN rank TEXT NOT NULL DEFAULT '';
