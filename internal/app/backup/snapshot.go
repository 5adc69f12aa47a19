package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Source is a database or a folder in use.
type Source interface {
	Name() string // unique in a snapshot; the file or folder below the restored one
	Kind() string
	// Token is equal for equal states. It may differ for equal ones.
	Token(ctx context.Context) (string, error)
	// Write stores the state of one moment; last is that of the last snapshot, or nil.
	Write(ctx context.Context, r *Repository, last *Index) (*Index, error)
	Close() error
}

// Take writes a snapshot of the sources. Where no source has changed since the last one,
// changed is false and nothing is written.
func Take(ctx context.Context, r *Repository, now time.Time, sources []Source) (changed bool, err error) {
	last, err := r.lastParts(ctx)
	if err != nil {
		return false, err
	}
	m := Manifest{Time: now.UTC()}
	changed = len(sources) != len(last)
	for _, source := range sources {
		// The state is read before the content: what is written meanwhile is found again.
		token, err := source.Token(ctx)
		if err != nil {
			return false, err
		}
		before, known := last[source.Name()]
		if known && before.Token == token {
			m.Parts = append(m.Parts, before)
			continue
		}
		var lastIndex *Index
		if known {
			if lastIndex, _, err = r.index(ctx, before.Index); err != nil {
				lastIndex = nil // damaged; everything is stored again
			}
		}
		index, err := source.Write(ctx, r, lastIndex)
		if err != nil {
			return false, err
		}
		part := Part{Name: source.Name(), Kind: source.Kind(), Token: token}
		if part.Index, err = r.putIndex(ctx, index); err != nil {
			return false, err
		}
		changed = changed || !known || part.Index != before.Index
		m.Parts = append(m.Parts, part)
	}
	if !changed {
		return false, nil
	}
	return true, r.commit(ctx, &m)
}

// lastParts returns the parts of the last snapshot that can be read.
func (r *Repository) lastParts(ctx context.Context) (map[string]Part, error) {
	parts := map[string]Part{}
	m, err := r.last, error(nil)
	if m == nil {
		m, err = r.At(ctx, time.Time{})
	}
	if err != nil {
		if times, listErr := r.Snapshots(ctx); listErr != nil || len(times) > 0 {
			return nil, errors.Join(err, listErr)
		}
		return parts, nil
	}
	if r.writing {
		r.last = m // nobody else writes
	}
	for _, part := range m.Parts {
		parts[part.Name] = part
	}
	return parts, nil
}

// Destination is where a snapshot is restored.
type Destination struct {
	Folder string // must be empty or missing
	// Database is the URL of a PostgreSQL database with the program's tables; needed for a
	// snapshot of one.
	Database string
}

// Restore writes a snapshot to a destination and checks it: every chunk against its
// checksum, and every SQLite file as a whole.
func Restore(ctx context.Context, r *Repository, m *Manifest, to Destination) error {
	if entries, err := os.ReadDir(to.Folder); err == nil && len(entries) > 0 {
		return fmt.Errorf("restore: %s is not empty; name a new folder", to.Folder)
	}
	root, err := openRoot(to.Folder)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	defer root.Close()
	for _, part := range m.Parts {
		if !filepath.IsLocal(part.Name) {
			return fmt.Errorf("restore: %q is no name of a part", part.Name)
		}
		index, _, err := r.index(ctx, part.Index)
		if err != nil {
			return err
		}
		path := filepath.Join(to.Folder, part.Name)
		switch part.Kind {
		case KindSQLite:
			err = restoreSQLite(ctx, r, index, path)
		case KindFolder:
			err = restoreFolder(ctx, r, index, path)
		case KindPostgres:
			if to.Database == "" {
				return errors.New("restore: the snapshot has a PostgreSQL database; name an empty one with --db")
			}
			err = restorePostgres(ctx, r, index, to.Database)
		default:
			err = fmt.Errorf("unknown kind %q; update the program", part.Kind)
		}
		if err != nil {
			return fmt.Errorf("restore %s: %w", part.Name, err)
		}
	}
	return syncDir(to.Folder)
}

// Verify reads every object of every snapshot and returns the number of snapshots.
func Verify(ctx context.Context, r *Repository) (snapshots int, err error) {
	times, err := r.Snapshots(ctx)
	if err == nil && len(times) == 0 {
		err = fmt.Errorf("backup: %s has no snapshot", r.location)
	}
	if err != nil {
		return 0, err
	}
	seen := map[string]bool{}
	for _, t := range times {
		used, err := r.objectsOf(ctx, t)
		if err != nil {
			return snapshots, err
		}
		for hash := range used {
			if seen[hash] {
				continue
			}
			seen[hash] = true
			if _, err := r.get(ctx, hash); err != nil {
				return snapshots, fmt.Errorf("snapshot of %s: %w", t.Format(time.RFC3339), err)
			}
			if ctx.Err() != nil {
				return snapshots, ctx.Err()
			}
		}
		snapshots++
	}
	return snapshots, nil
}

// objectsOf returns the objects that a snapshot needs.
func (r *Repository) objectsOf(ctx context.Context, t time.Time) (map[string]bool, error) {
	m, err := r.manifest(ctx, t)
	if err != nil {
		return nil, err
	}
	used := map[string]bool{}
	for _, part := range m.Parts {
		index, own, err := r.index(ctx, part.Index)
		if err != nil {
			return nil, err
		}
		used[part.Index] = true
		for _, hash := range append(own, index.chunks()...) {
			used[hash] = true
		}
	}
	return used, nil
}
