-- Where daemons find each other that tell each other of news. Whoever can read the key can read every item anyway.

CREATE TABLE daemons (
  address text COLLATE "C" NOT NULL PRIMARY KEY,  -- where it takes hints, such as 10.0.0.11:8733
  seen_ms bigint NOT NULL                         -- when it said so last, since 1970, UTC, of its own clock
);

CREATE TABLE daemon_keys (
  name text COLLATE "C" NOT NULL PRIMARY KEY,  -- 'hints'
  key  bytea NOT NULL
);
