// SQLite's C API as it is, for the floor that the store is measured against.
#include <sqlite3.h>
