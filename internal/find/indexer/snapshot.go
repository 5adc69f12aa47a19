package indexer

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"estate/internal/find/index"
	"estate/internal/platform/atomicfile"
)

// snapshot is the file from which a start reads the search index, in place of building
// it from the store. It holds the last base; what changed since comes from the change log.
type snapshot struct {
	seq     uint64 // the base has all changes up to this number
	pending bool   // the base is newer than the file
	written time.Time
}

// snapshotInterval is the least time between two writes of the snapshot: a full sync builds
// many bases. A shutdown writes without delay.
const snapshotInterval = 10 * time.Minute

// maxSnapshotAge is the number of changes after which a base is built again, so that a start
// never has to read most of the change log.
const maxSnapshotAge = 50_000

// read fills the index from the snapshot, and returns its last change.
func (u *Updater) read(ctx context.Context) (seq uint64, err error) {
	file, err := os.Open(u.cfg.File)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	err = u.cfg.Index.ReadFile(file, info.Size(), func(header index.FileHeader) error {
		if header.Rows != u.cfg.Rows {
			return errors.New("another version of the program wrote it")
		}
		stamp, err := u.cfg.Store.ChangeStamp(ctx, header.Seq)
		if err != nil {
			return err
		}
		if stamp == 0 || stamp != header.Stamp {
			return errors.New("it belongs to another store or is too old")
		}
		seq = header.Seq
		return nil
	})
	return seq, err
}

// write writes the snapshot. Its number is that of the rows, not that of the change for which they were read: they may be
// newer, and a store that is restored to a state in between does not have what they show.
func (u *Updater) write(ctx context.Context) error {
	base := u.cfg.Index.Base()
	stamp, err := u.cfg.Store.ChangeStamp(ctx, base.Last)
	if err != nil || stamp == 0 { // 0: nothing was ever written
		return err
	}
	return atomicfile.WriteOn(u.cfg.Disk, u.cfg.File, 0o600, func(w io.Writer) error {
		return base.WriteFile(w, index.FileHeader{Rows: u.cfg.Rows, Seq: base.Last, Stamp: stamp})
	})
}

// removeLeftovers removes what a killed process left of a snapshot, which may be large.
func (u *Updater) removeLeftovers() {
	if u.cfg.File == "" {
		return
	}
	if err := atomicfile.RemoveLeftovers(u.cfg.File); err != nil {
		u.cfg.Log.Warn("the rest of an unfinished snapshot of the search index was not removed", "file", u.cfg.File, "err", err)
	}
}

// loadSnapshot reads the snapshot and what changed since, and reports whether the index is
// complete. The caller holds u.mu.
func (u *Updater) loadSnapshot(ctx context.Context) bool {
	if u.cfg.File == "" {
		return false
	}
	seq, err := u.read(ctx)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err == nil {
		u.snapshot.seq, u.applied = seq, seq
		// The log is read also when the generation is that of the snapshot: a commit of another node that became visible
		// before the subscription moves the generation without a call of Apply, perhaps later than here.
		if err = u.applyChanges(ctx); err == nil {
			return true
		}
	}
	u.cfg.Log.Info("the snapshot of the search index cannot be used; the index is built", "file", u.cfg.File, "reason", err)
	return false
}

// built records that the base has all changes up to seq. The caller holds u.mu.
func (u *Updater) built(seq uint64) {
	u.snapshot.seq, u.snapshot.pending = seq, u.cfg.File != ""
	select {
	case u.saveSoon <- struct{}{}:
	default:
	}
}

// saveSnapshot writes the snapshot if the base is newer.
func (u *Updater) saveSnapshot(ctx context.Context) {
	u.mu.Lock()
	pending := u.snapshot.pending
	u.snapshot.pending, u.snapshot.written = false, time.Now()
	u.mu.Unlock()
	if !pending {
		return
	}
	if err := u.write(ctx); err != nil {
		u.mu.Lock()
		u.snapshot.pending = true
		u.mu.Unlock()
		u.cfg.Log.Warn("the snapshot of the search index was not written; the next start builds the index", "file", u.cfg.File, "err", err)
	}
}

// snapshotDelay is the time until the snapshot may be written.
func (u *Updater) snapshotDelay() time.Duration {
	u.mu.Lock()
	defer u.mu.Unlock()
	return max(0, time.Until(u.snapshot.written.Add(snapshotInterval)))
}
