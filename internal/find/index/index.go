package index

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"estate/internal/content/search"
)

// Config configures an index.
type Config struct {
	// Rows streams all rows of both collections.
	Rows func(ctx context.Context) iter.Seq2[search.Row, error]
	// Last is the number of the last change in the rows that Rows streamed last. Nil means that it is not
	// known.
	Last func() uint64
	// MaxChanged is how many changed rows may lie over a base before a new one
	// is built; 0 means 2000.
	MaxChanged int
}

// Index answers filters over all published properties and developments. It is safe for
// concurrent use; a search never waits for a change or a rebuild.
type Index struct {
	cfg     Config
	current atomic.Pointer[collections]

	building sync.Mutex // held while a base is built

	mu sync.Mutex // held while the next snapshot is made
	// sinceBuild collects the changes during the build of a base; nil otherwise.
	sinceBuild []Changes
	rebuilding bool
	included   uint64 // the base has all changes up to this number
}

// collections are the two searchable collections at one moment.
type collections map[search.Kind]*snapshot

// Changes are rows to put and ids to delete, by collection. All of them become visible at
// once.
type Changes struct {
	// Last is the number of the last change, 0 if it is not known. Changes that the base has are not applied: their rows
	// would be older than the base, and searches would find a part of a later batch.
	Last    uint64
	Put     []search.Row
	Deleted map[search.Kind][]int
}

// New returns an empty index; Build fills it.
func New(cfg Config) *Index {
	cfg.MaxChanged = cmp.Or(cfg.MaxChanged, 2000)
	ix := &Index{cfg: cfg}
	ix.current.Store(&collections{search.KindProperties: emptySnapshot, search.KindDevelopments: emptySnapshot})
	return ix
}

// Search answers a filter. An unknown kind is an error.
func (ix *Index) Search(_ context.Context, f search.Filter) (search.Result, error) {
	snapshot, ok := (*ix.current.Load())[f.Kind]
	if !ok {
		return search.Result{}, fmt.Errorf("search %q: there is no such collection", f.Kind)
	}
	return snapshot.search(f), nil
}

// Build reads all rows and replaces the content of the index. Changes that are applied
// meanwhile are kept. One build runs at a time; a second one waits, because rows may
// have changed since the first read them.
func (ix *Index) Build(ctx context.Context) error {
	ix.building.Lock()
	defer ix.building.Unlock()
	ix.mu.Lock()
	ix.rebuilding, ix.sinceBuild = true, nil
	ix.mu.Unlock()

	bases, err := ix.readAll(ctx)

	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.rebuilding = false
	if err != nil {
		return err
	}
	next := collections{}
	for kind, b := range bases {
		next[kind] = &snapshot{base: b, masked: emptySnapshot.masked}
	}
	if ix.cfg.Last != nil {
		ix.included = ix.cfg.Last()
	}
	for _, changes := range ix.sinceBuild {
		if !ix.hasChanges(changes) {
			next = next.with(changes)
		}
	}
	ix.sinceBuild = nil
	ix.current.Store(&next)
	return nil
}

// readAll builds a base for each collection. Developments are few: they are collected
// while the properties are streamed.
func (ix *Index) readAll(ctx context.Context) (map[search.Kind]*base, error) {
	var developments []search.Row
	properties, err := buildBase(func(yield func(search.Row, error) bool) {
		for row, err := range ix.cfg.Rows(ctx) {
			if err == nil && row.Kind == search.KindDevelopments {
				developments = append(developments, row)
				continue
			}
			if !yield(row, err) {
				return
			}
		}
	})
	if err != nil {
		return nil, err
	}
	others, err := buildBase(withoutErrors(developments))
	if err != nil {
		return nil, err
	}
	return map[search.Kind]*base{search.KindProperties: properties, search.KindDevelopments: others}, nil
}

func withoutErrors(rows []search.Row) iter.Seq2[search.Row, error] {
	return func(yield func(search.Row, error) bool) {
		for _, row := range rows {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// Apply makes changes visible at once and reports whether the overlay has grown beyond
// Config.MaxChanged, so that the index should be built again.
func (ix *Index) Apply(changes Changes) (buildSoon bool) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.hasChanges(changes) {
		return false
	}
	next := ix.current.Load().with(changes)
	ix.current.Store(&next)
	if ix.rebuilding {
		ix.sinceBuild = append(ix.sinceBuild, changes)
		return false
	}
	for _, snapshot := range next {
		if len(snapshot.changed)+int(snapshot.masked.GetCardinality()) > ix.cfg.MaxChanged {
			return true
		}
	}
	return false
}

// hasChanges reports that the base has the changes. The caller holds ix.mu.
func (ix *Index) hasChanges(changes Changes) bool {
	return changes.Last > 0 && changes.Last <= ix.included
}

func (c collections) with(changes Changes) collections {
	next := maps.Clone(c)
	put := map[search.Kind][]search.Row{}
	for _, row := range changes.Put {
		put[row.Kind] = append(put[row.Kind], row)
	}
	for kind, snapshot := range c {
		if len(put[kind])+len(changes.Deleted[kind]) > 0 {
			next[kind] = snapshot.with(lastOfEach(put[kind]), changes.Deleted[kind])
		}
	}
	return next
}

// lastOfEach keeps the last of several rows with the same id.
func lastOfEach(rows []search.Row) []search.Row {
	at := make(map[int]int, len(rows))
	for i := range rows {
		at[rows[i].ID] = i
	}
	if len(at) == len(rows) {
		return rows
	}
	kept := make([]search.Row, 0, len(at))
	for _, i := range slices.Sorted(maps.Values(at)) {
		kept = append(kept, rows[i])
	}
	return kept
}
