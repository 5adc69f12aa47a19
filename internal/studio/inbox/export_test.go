package inbox

import (
	"context"
	"database/sql"
)

// Sweep is what Run does every hour.
func (s *Service) Sweep(ctx context.Context) error { return s.sweep(ctx) }

// Count is the number of enquiries with handling.
func (s *Store) Count(ctx context.Context) (n int, err error) {
	err = s.each(ctx, "SELECT COUNT(*) FROM inbox_handling", nil, func(rows *sql.Rows) error { return rows.Scan(&n) })
	return n, err
}
