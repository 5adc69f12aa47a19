package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"estate/internal/index"
)

// indexSnapshot is the file from which a start reads the search index, in place of building
// it from the store. It holds the last base; what changed since comes from the change log.
type indexSnapshot struct {
	file    string // "" for no snapshot
	rows    string // the version of the rows, record.RowsVersion
	seq     uint64 // the index has all changes up to this number
	pending bool   // the base is newer than the file
	written time.Time
}

// snapshotInterval is the least time between two writes of the snapshot: a full sync builds
// many bases. A shutdown writes without delay.
const snapshotInterval = 10 * time.Minute

// maxSnapshotAge is the number of changes after which a base is built again, so that a start
// never has to read most of the change log.
const maxSnapshotAge = 50_000

// read fills the index from the snapshot.
func (s *indexSnapshot) read(ctx context.Context, u *indexUpdater) error {
	file, err := os.Open(s.file)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return u.index.ReadFile(file, info.Size(), func(header index.FileHeader) error {
		if header.Rows != s.rows {
			return errors.New("another version of the program wrote it")
		}
		stamp, err := u.store.ChangeStamp(ctx, header.Seq)
		if err != nil {
			return err
		}
		if stamp == 0 || stamp != header.Stamp {
			return errors.New("it belongs to another store or is too old")
		}
		s.seq = header.Seq
		return nil
	})
}

// write writes the snapshot through a temporary file, so that the file is always complete.
func (s *indexSnapshot) write(ctx context.Context, u *indexUpdater, seq uint64) (err error) {
	stamp, err := u.store.ChangeStamp(ctx, seq)
	if err != nil || stamp == 0 { // 0: nothing was ever written
		return err
	}
	temporary := s.file + ".part"
	file, err := os.OpenFile(temporary, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	err = u.index.WriteFile(file, index.FileHeader{Rows: s.rows, Seq: seq, Stamp: stamp})
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return os.Rename(temporary, s.file)
}

// loadSnapshot reads the snapshot and what changed since, and reports whether the index is
// complete. The caller holds u.mu.
func (u *indexUpdater) loadSnapshot(ctx context.Context) bool {
	s := &u.snapshot
	if s.file == "" {
		return false
	}
	err := s.read(ctx, u)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err == nil {
		u.applied = s.seq
		if err = u.catchUp(ctx, u.store.Generation()); err == nil {
			return true
		}
	}
	u.log.Info("the snapshot of the search index cannot be used; the index is built", "file", s.file, "reason", err)
	return false
}

// built records that the base has all changes up to seq. The caller holds u.mu.
func (u *indexUpdater) built(seq uint64) {
	u.snapshot.seq, u.snapshot.pending = seq, u.snapshot.file != ""
	select {
	case u.saveSoon <- struct{}{}:
	default:
	}
}

// saveSnapshot writes the snapshot if the base is newer.
func (u *indexUpdater) saveSnapshot(ctx context.Context) {
	u.mu.Lock()
	seq, pending := u.snapshot.seq, u.snapshot.pending
	u.snapshot.pending, u.snapshot.written = false, time.Now()
	u.mu.Unlock()
	if !pending {
		return
	}
	if err := u.snapshot.write(ctx, u, seq); err != nil {
		u.mu.Lock()
		u.snapshot.pending = true
		u.mu.Unlock()
		u.log.Warn("the snapshot of the search index was not written; the next start builds the index", "file", u.snapshot.file, "err", err)
	}
}

// snapshotDelay is the time until the snapshot may be written.
func (u *indexUpdater) snapshotDelay() time.Duration {
	u.mu.Lock()
	defer u.mu.Unlock()
	return max(0, time.Until(u.snapshot.written.Add(snapshotInterval)))
}
