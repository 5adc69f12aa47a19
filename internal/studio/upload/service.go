package upload

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"

	"estate/internal/content"
	"estate/internal/media"
	"estate/internal/store"
)

// Bounds of uploads, in bytes where nothing else is said.
const (
	MaxChunk     = 512 << 10 // what a line of 0.42 Mbit/s sends within the server's deadline of a body
	MaxFile      = 60 << 20  // a picture or a document
	MaxFilm      = 1 << 30
	maxPending   = 300 << 20        // of a user: unfinished pictures and documents; beside them one film may be on its way
	maxUnended   = 3                // unfinished uploads of a session
	maxIdle      = 2 * time.Minute  // an upload may have to make place for another one after this time without a chunk
	maxAge       = 24 * time.Hour   // an upload is removed after this time, finished or not
	sweepEvery   = time.Hour        // removal of old uploads
	maxFinishing = 50 * time.Second // below the server's deadline of a response
)

// Errors of calls.
var (
	ErrNotFound = errors.New("there is no such upload")
	ErrOffset   = errors.New("the upload has another offset")
	ErrLocked   = errors.New("another request sends a chunk of the upload")
	ErrTooMany  = errors.New("too many uploads at once")
	ErrBusy     = errors.New("the file cannot be processed now")
)

// RefusedError reports a file that the site does not take.
type RefusedError struct {
	Reason Reason
	cause  error
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("upload refused: %s: %v", e.Reason, e.cause)
}

func (e *RefusedError) Unwrap() error { return e.cause }

// Reason is why a file is refused: the key of a sentence below studio.upload.
type Reason string

// The reasons.
const (
	ReasonEmpty   Reason = "empty"
	ReasonLarge   Reason = "large"
	ReasonType    Reason = "type"
	ReasonHEIC    Reason = "heic"
	ReasonDamaged Reason = "damaged"
	ReasonVector  Reason = "vector"
)

// Reasons are all reasons.
var Reasons = []Reason{ReasonEmpty, ReasonLarge, ReasonType, ReasonHEIC, ReasonDamaged, ReasonVector}

// Library makes originals of pictures and keeps files; media.Library is one.
type Library interface {
	Prepare(ctx context.Context, file string) (*media.Original, error)
	Store(name string, from io.Reader) error
}

// Config has what a Service uses.
type Config struct {
	Folder  string // of unfinished uploads
	Library Library
	Store   *store.Store
	// Send brings an original to the other nodes; nil on a single one.
	Send func(ctx context.Context, name string) error
	Now  func() time.Time // nil means time.Now
	Log  *slog.Logger     // nil discards
}

// Service receives files. It is safe for concurrent use.
type Service struct {
	cfg    Config
	folder *os.Root

	mu   sync.Mutex
	busy map[string]bool // uploads in work, by id
}

// Open opens the folder of unfinished uploads, and creates it.
func Open(cfg Config) (*Service, error) {
	if cfg.Library == nil || cfg.Store == nil {
		return nil, errors.New("upload: Config.Library or Config.Store is missing")
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if err := os.MkdirAll(cfg.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("upload: %w", err)
	}
	folder, err := os.OpenRoot(cfg.Folder)
	if err != nil {
		return nil, fmt.Errorf("upload: %w", err)
	}
	return &Service{cfg: cfg, folder: folder, busy: map[string]bool{}}, nil
}

// Close closes the folder.
func (s *Service) Close() error { return s.folder.Close() }

// Run removes old uploads until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := s.sweep(); err != nil {
			s.cfg.Log.ErrorContext(ctx, "old uploads cannot be removed; check the folder of uploads", "folder", s.cfg.Folder, "err", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(sweepEvery):
		}
	}
	return nil
}

// sweep removes uploads that are older than maxAge.
func (s *Service) sweep() error {
	all, err := s.records()
	if err != nil {
		return err
	}
	var errs []error
	for _, r := range all {
		if s.cfg.Now().Sub(r.Created) > maxAge {
			errs = append(errs, s.remove(r.ID))
		}
	}
	return errors.Join(errs...)
}

// lock begins the work on an upload, unless other work goes on.
func (s *Service) lock(id string) (unlock func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy[id] {
		return nil, false
	}
	s.busy[id] = true
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.busy, id)
	}, true
}

func (s *Service) remove(id string) error {
	unlock, ok := s.lock(id)
	if !ok {
		return nil // it is in use; the next sweep finds it
	}
	defer unlock()
	return s.removeFiles(id)
}

func (s *Service) removeFiles(id string) error {
	return errors.Join(ignoreAbsent(s.folder.Remove(id)), ignoreAbsent(s.folder.Remove(id+recordSuffix)))
}

func ignoreAbsent(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// File is a file of the media library.
type File struct {
	Media *content.Media
	Kind  Kind
}
