-- The index over open items knows when they start: those that can be done now are counted without a look at one.

DROP INDEX items_by_due;

CREATE INDEX items_by_due
  ON items (ifnull(due, 9223372036854775807), priority DESC, number, start)
  WHERE is_deleted = 0 AND status = 0;
