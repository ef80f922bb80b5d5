-- What a hub needs as a server: who may come in, what a space may hold, and what was done. Times are
-- milliseconds since 1970, UTC, of the server's clock.

-- What a space holds; NULL before it is counted. A hub file's every writer keeps both up to date.
ALTER TABLE spaces ADD COLUMN item_count INTEGER;  -- items that are alive
ALTER TABLE spaces ADD COLUMN byte_count INTEGER;  -- bytes of all documents, tombstones included

-- What a space may hold; a missing row, or NULL, leaves it to the server's limits.
CREATE TABLE quotas (
  space_id  TEXT NOT NULL PRIMARY KEY,
  max_items INTEGER,
  max_bytes INTEGER
) STRICT, WITHOUT ROWID;

-- Spaces that were deleted: their devices are told so, instead of filling an empty space again.
CREATE TABLE deleted_spaces (
  space_id   TEXT    NOT NULL PRIMARY KEY,
  deleted_ms INTEGER NOT NULL,
  reason     TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tokens (
  token_id   TEXT    NOT NULL PRIMARY KEY,  -- names it in lists and logs; no secret
  sha256     BLOB    NOT NULL UNIQUE,       -- of the token's text
  space_id   TEXT    NOT NULL,
  scope      TEXT    NOT NULL,              -- 'read' or 'write'
  label      TEXT    NOT NULL,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER,                       -- NULL for never
  used_ms    INTEGER,                       -- the hour of its last use; NULL before the first
  revoked_ms INTEGER                        -- NULL while it is good
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_of_space ON tokens (space_id, label);

-- What administrators and the server did, and whom it refused; kept for 90 days, and 10,000 rows.
CREATE TABLE audit (
  entry_id INTEGER PRIMARY KEY,
  at_ms    INTEGER NOT NULL,
  action   TEXT    NOT NULL,  -- such as 'token.create'
  space_id TEXT,
  token_id TEXT,
  detail   TEXT    NOT NULL
) STRICT;

-- Numbers of the whole hub: 'tokens' changes with each change of a token, 'commit_ms' is the time of the
-- last commit, to within ten seconds.
CREATE TABLE server_state (
  name  TEXT    NOT NULL PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
