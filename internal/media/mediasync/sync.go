package mediasync

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"

	"estate/internal/platform/atomicfile"
	"estate/internal/platform/bucket"
	"estate/internal/platform/coalesce"
)

// Config sets the folder and the bucket.
type Config struct {
	Folder string // of the originals
	State  string // file with the state of the files at their last transfer
	Bucket *bucket.Bucket
	// Accepts reports whether a file belongs to the originals; names have slashes.
	Accepts func(name string) bool
	// Every is the time between two looks at the folder and the bucket; 0 means a minute.
	Every time.Duration
	Log   *slog.Logger
}

const (
	defaultEvery = time.Minute
	fetchTimeout = time.Minute
	maxBytes     = 2 << 30 // of a film
	transfers    = 4       // at once
	maxFetches   = 64      // waiting
	maxMisses    = 10_000
	missAge      = 30 * time.Second
)

// Requests of unknown files by visitors make at most so many requests to the store.
const (
	fetchesPerSecond = 20
	fetchBurst       = 200
)

// state is a file as it was when folder and bucket were equal.
type state struct {
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	Tag      string    `json:"tag"` // of the object
}

// Status is the state of the transfers.
type Status struct {
	LastSuccess time.Time // folder and bucket were equal then
	Failing     bool
	Uploaded    uint64 // files since the start
	Downloaded  uint64
}

// Sync keeps a folder and a bucket equal. It is safe for concurrent use.
type Sync struct {
	cfg     Config
	fetches *coalesce.Group[string, struct{}]
	limit   *rate.Limiter

	mu     sync.Mutex
	known  map[string]state
	misses map[string]time.Time // files that the bucket does not have
	status Status
}

// Open reads the state. It makes no request.
func Open(cfg Config) (*Sync, error) {
	if cfg.Every == 0 {
		cfg.Every = defaultEvery
	}
	s := &Sync{
		cfg: cfg, known: map[string]state{}, misses: map[string]time.Time{},
		fetches: coalesce.NewGroup[string, struct{}](fetchTimeout, maxFetches), limit: rate.NewLimiter(fetchesPerSecond, fetchBurst),
	}
	data, err := os.ReadFile(cfg.State)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("mediasync: %w", err)
	}
	if err := json.Unmarshal(data, &s.known); err != nil {
		cfg.Log.Warn("the state of the originals cannot be read; all files are sent again", "file", cfg.State, "err", err)
		s.known = map[string]state{}
	}
	return s, nil
}

// Close ends the fetches.
func (s *Sync) Close() error {
	s.fetches.Close()
	return nil
}

// Status returns the state of the transfers.
func (s *Sync) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}

// Run transfers until ctx ends. An error waits for the next time.
func (s *Sync) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		s.record(ctx, s.Once(ctx))
		select {
		case <-ctx.Done():
		case <-time.After(s.cfg.Every):
		}
	}
	return nil
}

// record logs the first failure and the end of failures.
func (s *Sync) record(ctx context.Context, err error) {
	if err != nil && ctx.Err() != nil {
		return
	}
	s.mu.Lock()
	was := s.status.Failing
	s.status.Failing = err != nil
	if err == nil {
		s.status.LastSuccess = time.Now()
	}
	s.mu.Unlock()
	switch {
	case err != nil && !was:
		s.cfg.Log.ErrorContext(ctx, "the originals cannot be compared with the bucket; pictures of other nodes may be missing", "err", err)
	case err == nil && was:
		s.cfg.Log.InfoContext(ctx, "the originals are equal to the bucket again")
	}
}

// Once transfers in both directions.
func (s *Sync) Once(ctx context.Context) error {
	local, err := s.local(ctx)
	if err != nil {
		return err
	}
	remote := map[string]bucket.Object{}
	for object, err := range s.cfg.Bucket.List(ctx, "") {
		if err != nil {
			return err
		}
		if fs.ValidPath(object.Name) && s.cfg.Accepts(object.Name) {
			remote[object.Name] = object
		}
	}
	var group errgroup.Group
	group.SetLimit(transfers)
	var mu sync.Mutex
	var failed []error
	transfer := func(name string, do func() error) {
		group.Go(func() error {
			if err := do(); err != nil && ctx.Err() == nil {
				mu.Lock()
				defer mu.Unlock()
				if len(failed) < 10 {
					failed = append(failed, fmt.Errorf("%s: %w", name, err))
				}
			}
			return nil
		})
	}
	for name, file := range local {
		switch known, ok := s.knownState(name); {
		case ok && unchanged(known, file):
		default:
			transfer(name, func() error { return s.upload(ctx, name) })
		}
	}
	for name, object := range remote {
		known, ok := s.knownState(name)
		_, isHere := local[name]
		// A known file that is not here was deleted here.
		if ok && known.Tag != object.Tag && (!isHere || unchanged(known, local[name])) || !ok && !isHere {
			transfer(name, func() error { return s.download(ctx, name) })
		}
	}
	_ = group.Wait() // failures are in failed
	if err := errors.Join(ctx.Err(), s.save()); err != nil {
		return err
	}
	return errors.Join(failed...)
}

func unchanged(known, file state) bool {
	return known.Size == file.Size && known.Modified.Equal(file.Modified)
}

// local lists the files of the folder.
func (s *Sync) local(ctx context.Context) (map[string]state, error) {
	files := map[string]state{}
	err := filepath.WalkDir(s.cfg.Folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
		name, err := filepath.Rel(s.cfg.Folder, path)
		if err != nil || name == "." {
			return err
		}
		if strings.HasPrefix(entry.Name(), ".") {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		name = filepath.ToSlash(name)
		if !entry.Type().IsRegular() || !s.cfg.Accepts(name) {
			return nil
		}
		info, err := entry.Info()
		if err == nil {
			files[name] = state{Size: info.Size(), Modified: info.ModTime()}
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	return files, err
}

func (s *Sync) path(name string) string {
	return filepath.Join(s.cfg.Folder, filepath.FromSlash(name))
}

func (s *Sync) knownState(name string) (state, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.known[name]
	return known, ok
}

func (s *Sync) setKnown(name string, known state) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[name] = known
	delete(s.misses, name)
}

// Put sends a file of the folder before the next look at it: then every node can show it.
func (s *Sync) Put(ctx context.Context, name string) error {
	if !fs.ValidPath(name) || !s.cfg.Accepts(name) {
		return fmt.Errorf("mediasync: %.100q is no name of an original", name)
	}
	return s.upload(ctx, name)
}

// upload sends a file. One that changes meanwhile is sent again the next time.
func (s *Sync) upload(ctx context.Context, name string) error {
	file, err := os.Open(s.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	tag, err := s.cfg.Bucket.PutFile(ctx, name, file)
	if err != nil {
		return err
	}
	s.setKnown(name, state{info.Size(), info.ModTime(), tag})
	s.mu.Lock()
	s.status.Uploaded++
	s.mu.Unlock()
	return nil
}

// download brings a file into the folder. A local file is replaced.
func (s *Sync) download(ctx context.Context, name string) error {
	path := s.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	tag, err := s.cfg.Bucket.GetFile(ctx, name, path, maxBytes)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	s.setKnown(name, state{info.Size(), info.ModTime(), tag})
	s.mu.Lock()
	s.status.Downloaded++
	s.mu.Unlock()
	return nil
}

func (s *Sync) save() error {
	s.mu.Lock()
	data, err := json.Marshal(s.known)
	s.mu.Unlock()
	if err != nil {
		return err
	}
	if old, err := os.ReadFile(s.cfg.State); err == nil && bytes.Equal(old, data) {
		return nil
	}
	return atomicfile.WriteBytes(s.cfg.State, 0o600, data)
}

// Fetch brings a file that is not in the folder. fs.ErrNotExist means that the bucket has none
// either.
func (s *Sync) Fetch(ctx context.Context, name string) error {
	if !fs.ValidPath(name) || !s.cfg.Accepts(name) || s.missed(name) {
		return fs.ErrNotExist
	}
	_, err := s.fetches.Do(ctx, name, func(ctx context.Context) (struct{}, error) {
		if err := s.limit.Wait(ctx); err != nil {
			return struct{}{}, err
		}
		err := s.download(ctx, name)
		if errors.Is(err, fs.ErrNotExist) {
			s.miss(name)
		}
		return struct{}{}, err
	})
	return err
}

func (s *Sync) missed(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Since(s.misses[name]) < missAge
}

func (s *Sync) miss(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.misses) >= maxMisses {
		clear(s.misses)
	}
	s.misses[name] = time.Now()
}
