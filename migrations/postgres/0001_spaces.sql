-- A hub's spaces in PostgreSQL. Ages are milliseconds of the time that a space has seen pass.
--
-- The name of the space is the first column of each key and of each condition, so that spaces can stand on different
-- machines: the same holds for what is not used here, such as sequences, triggers and references between tables.

CREATE TABLE spaces (
  space_id   text COLLATE "C" NOT NULL PRIMARY KEY,
  epoch      bigint NOT NULL,  -- drawn when the space was made
  head       bigint NOT NULL,  -- the greatest sequence number given out
  nonce      bigint NOT NULL,  -- of the commit that ended at head
  floor      bigint NOT NULL,  -- the greatest sequence number whose tombstone was purged
  age_ms     bigint NOT NULL,
  purged_at  bigint NOT NULL,  -- the age at the last look for what is old
  item_count bigint NOT NULL,  -- items that are alive
  byte_count bigint NOT NULL,  -- bytes of all documents, tombstones included
  max_items  bigint,           -- what the space may hold; NULL leaves it to the server's limits
  max_bytes  bigint
) WITH (fillfactor = 50);

CREATE TABLE items (
  space_id   text COLLATE "C" NOT NULL,
  item_id    uuid    NOT NULL,
  seq        bigint  NOT NULL,  -- of the item's last change
  deleted    boolean NOT NULL,
  changed_at bigint  NOT NULL,  -- the age then
  doc        bytea   NOT NULL,  -- the registers in UTF-8, see ItemState+Wire.swift
  PRIMARY KEY (space_id, item_id),
  UNIQUE (space_id, seq)
);

CREATE INDEX items_deleted ON items (space_id, seq) WHERE deleted;

-- The digest of the live items, see SpaceDigest.swift, in sixteen parts of sixteen sums each: a push of one change writes
-- an eighth of a kilobyte instead of two. A missing part is zero.
CREATE TABLE digests (
  space_id text COLLATE "C" NOT NULL,
  part     bigint NOT NULL,  -- from 0 to 15
  sums     bytea  NOT NULL,
  PRIMARY KEY (space_id, part)
) WITH (fillfactor = 50);

-- Each commit of a space, by whose nonce a device finds out about lost history.
CREATE TABLE commits (
  space_id text COLLATE "C" NOT NULL,
  head     bigint NOT NULL,
  nonce    bigint NOT NULL,
  made_at  bigint NOT NULL,
  PRIMARY KEY (space_id, head)
);

-- Each session of a device, with its last push.
CREATE TABLE devices (
  space_id text COLLATE "C" NOT NULL,
  session  bigint NOT NULL,
  device   bigint NOT NULL,
  counter  bigint NOT NULL,
  clock_ms bigint NOT NULL,  -- since 1970, UTC, of the server's clock
  seen_at  bigint NOT NULL,
  PRIMARY KEY (space_id, session)
) WITH (fillfactor = 70);
