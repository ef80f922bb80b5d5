-- Since when devices may not write the space, as while it is moved; NULL if they may.
ALTER TABLE spaces ADD COLUMN frozen_ms INTEGER;  -- milliseconds since 1970, UTC, of the server's clock
