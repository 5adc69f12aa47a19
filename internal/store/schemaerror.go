package store

import "estate/internal/platform/sqldb"

// SchemaError reports a database of another version than the program's.
type SchemaError = sqldb.SchemaError
