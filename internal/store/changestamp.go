package store

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
)

// newChangeStamp returns a random number above 0 for the log lines of a batch.
func newChangeStamp() (int64, error) {
	var random [8]byte
	if _, err := rand.Read(random[:]); err != nil {
		return 0, fmt.Errorf("random number: %w", err)
	}
	return int64(binary.LittleEndian.Uint64(random[:])>>1 | 1), nil
}

// ChangeStamp returns the stamp of change seq: equal stamps mean that this store has all changes
// up to seq of the store that returned it before, and none in their place. It is 0 when the
// log does not have the change or an older program wrote it.
func (s *Store) ChangeStamp(ctx context.Context, seq uint64) (uint64, error) {
	var stamp uint64
	if _, err := s.db.Read().One(ctx, "SELECT stamp FROM changes WHERE seq = ?", []any{seq}, &stamp); err != nil {
		return 0, s.explain("read the change log", err)
	}
	return stamp, nil
}
