package store

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"estate/internal/content"
	"estate/internal/platform/sqldb"
	"estate/internal/store/record"
)

// Store is the agency's content in a database. It is safe for concurrent use.
type Store struct {
	cfg      Config
	db       *sqldb.DB
	siteHost string // lower case, "" when not configured

	snapshot    atomic.Pointer[snapshot]
	cache       *cache
	searcher    atomic.Pointer[content.Searcher]
	generation  atomic.Uint64
	subscribers subscribers
	connect     func(context.Context) (connection, error) // for the listener
	listener    *listener                                 // nil for a store that is only read

	textsComplete atomic.Bool    // the text index has every published entity
	searches      chan struct{}  // slots for text searches that use the index
	scan          chan struct{}  // a slot for the one text search that reads all texts
	background    sync.WaitGroup // completes the text index
	stopTexts     context.CancelFunc

	writing  sync.Mutex // held by a batch
	oldest   uint64     // last change that is no longer in the log; guarded by writing
	applying sync.Mutex // held while a commit becomes visible
}

var _ content.Source = (*Store)(nil)

// Name is the path of the file or the address of the server, without a password.
func (s *Store) Name() string { return s.db.Name() }

// IsEmpty reports whether nothing was ever written into the store.
func (s *Store) IsEmpty(context.Context) (bool, error) { return s.generation.Load() == 0, nil }

// Generation is the number of the last change; it moves with every commit.
func (s *Store) Generation() uint64 { return s.generation.Load() }

// UseSearcher sets what answers the filters of Properties and Developments.
func (s *Store) UseSearcher(searcher content.Searcher) { s.searcher.Store(&searcher) }

// Healthy reports a database server that does not answer now. Pages from the caches
// are served all the same.
func (s *Store) Healthy() error { return s.db.Healthy() }

// Lease waits until this node alone holds the lease of that name; see sqldb.DB.Lease.
func (s *Store) Lease(ctx context.Context, name string) (held context.Context, release func(), err error) {
	return s.db.Lease(ctx, name)
}

// ErrLeaseLost is the cause for which the context of a lease ends early.
var ErrLeaseLost = sqldb.ErrLeaseLost

// IsInvalid reports whether err is about the content and not about the database.
func IsInvalid(err error) bool { return record.IsInvalid(err) }

// explain says what the store was doing when err came, and the remedy.
func (s *Store) explain(doing string, err error) error {
	return fmt.Errorf("%s: %w", doing, s.db.Explain(err))
}
