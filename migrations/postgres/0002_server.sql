-- What a hub needs as a server: who may come in, and what was done. Times are milliseconds since 1970, UTC, of the
-- server's clock.

-- Spaces that were deleted: their devices are told so, instead of filling an empty space again.
CREATE TABLE deleted_spaces (
  space_id   text COLLATE "C" NOT NULL PRIMARY KEY,
  deleted_ms bigint NOT NULL,
  reason     text   NOT NULL
);

CREATE TABLE tokens (
  token_id   text COLLATE "C" NOT NULL PRIMARY KEY,  -- names it in lists and logs; no secret
  sha256     bytea NOT NULL UNIQUE,                  -- of the token's text
  space_id   text COLLATE "C" NOT NULL,
  scope      text COLLATE "C" NOT NULL,              -- 'read' or 'write'
  label      text COLLATE "C" NOT NULL,
  created_ms bigint NOT NULL,
  expires_ms bigint,                                 -- NULL for never
  used_ms    bigint,                                 -- the hour of its last use; NULL before the first
  revoked_ms bigint                                  -- NULL while it is good
);

CREATE INDEX tokens_of_space ON tokens (space_id, label);

-- What administrators and servers did, and whom they refused; kept for 90 days, and 10,000 rows.
CREATE TABLE audit (
  entry_id bigint NOT NULL PRIMARY KEY,  -- ascends with the time
  at_ms    bigint NOT NULL,
  action   text   NOT NULL,              -- such as 'token.create'
  space_id text COLLATE "C",
  token_id text COLLATE "C",
  detail   text   NOT NULL
);

-- Numbers of the whole hub: 'tokens' changes with each change of a token, 'commit_ms' is the time of the last commit, to
-- within ten seconds.
CREATE TABLE server_state (
  name  text COLLATE "C" NOT NULL PRIMARY KEY,
  value bigint NOT NULL
);

INSERT INTO server_state (name, value) VALUES ('tokens', 0);
