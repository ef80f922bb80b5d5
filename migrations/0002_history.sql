-- What was done to the items, so that it can be undone and redone.

-- One row per write that changed something, latest last; the oldest are dropped.
CREATE TABLE history (
  number    INTEGER PRIMARY KEY,  -- in the order of the writes
  time      INTEGER NOT NULL,     -- ms since 1970, UTC
  is_undone INTEGER NOT NULL,     -- 1 for those at the end that were undone and can be redone
  added     INTEGER NOT NULL,     -- how many items were added, as the three below
  updated   INTEGER NOT NULL,
  deleted   INTEGER NOT NULL,
  restored  INTEGER NOT NULL,
  item_id   BLOB    NOT NULL,     -- the first item that was changed
  size      INTEGER NOT NULL,     -- bytes of `changes`
  changes   TEXT    NOT NULL      -- JSON, see HistoryChange.swift
) STRICT;
