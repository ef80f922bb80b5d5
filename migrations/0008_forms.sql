-- Lists are in Unicode's normal form C, and each line of the attribute "ical" is an attribute of its own.
--
-- The program does both when this has run, since SQL knows no normal forms; see SQLiteSession+Open.swift. The registers
-- of the items, which devices and hubs compare, stay as they are.

SELECT 1;
