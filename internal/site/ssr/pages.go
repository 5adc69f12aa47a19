package ssr

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"

	"estate/internal/platform/coalesce"
)

// PagesConfig limits the cache of finished pages.
type PagesConfig struct {
	// MaxBytes limits the memory of all pages together; 0 means 24 MB.
	MaxBytes int64
	// BrotliShare is the part of one core that brotli may use in the background, in
	// percent; 0 means 25, 100 means without sleep.
	BrotliShare int
	// Log receives panics of BuildFunc; nil means slog.Default.
	Log *slog.Logger
}

// buildTimeout limits one call of BuildFunc, whatever the deadlines of its callers.
const buildTimeout = 30 * time.Second

// Validate returns all errors of the configuration, joined.
func (c *PagesConfig) Validate() error {
	var errs []error
	if c.MaxBytes < 0 {
		errs = append(errs, fmt.Errorf("page cache: %d bytes; use a positive number, or 0 for the default", c.MaxBytes))
	}
	if c.BrotliShare < 0 || c.BrotliShare > 100 {
		errs = append(errs, fmt.Errorf("page cache: a brotli share of %d percent; use 1 to 100, or 0 for the default", c.BrotliShare))
	}
	return errors.Join(errs...)
}

func (c PagesConfig) withDefaults() PagesConfig {
	c.MaxBytes = cmp.Or(c.MaxBytes, 24<<20)
	c.BrotliShare = cmp.Or(c.BrotliShare, 25)
	c.Log = cmp.Or(c.Log, slog.Default())
	return c
}

// Pages is the cache of finished documents. It is safe for concurrent use.
type Pages struct {
	cfg        PagesConfig
	cache      *otter.Cache[Key, *Page]
	brotliJobs chan *Page
	ctx        context.Context
	cancel     context.CancelFunc
	calls      *coalesce.Group[Key, *Page] // pages that are being built
	running    sync.WaitGroup
}

// NewPages returns an empty cache.
func NewPages(cfg PagesConfig) (*Pages, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	cache, err := otter.New(&otter.Options[Key, *Page]{
		MaximumWeight: uint64(cfg.MaxBytes),
		Weigher:       func(_ Key, p *Page) uint32 { return p.weight() },
	})
	if err != nil {
		return nil, fmt.Errorf("page cache: %w", err)
	}
	p := &Pages{
		cfg:        cfg,
		cache:      cache,
		brotliJobs: make(chan *Page, brotliQueue),
		calls:      coalesce.NewGroup[Key, *Page](buildTimeout, 0),
	}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	p.running.Go(p.compressInBackground)
	return p, nil
}

// Cached returns the page with the given key if it is cached.
func (p *Pages) Cached(key Key) (*Page, bool) { return p.cache.GetIfPresent(key) }

// BuildFunc builds a document, which must not change afterwards. One that is not cacheable
// (a fallback, a preview) is returned to all current callers and not cached.
type BuildFunc func(ctx context.Context) (doc []byte, cacheable bool, err error)

// Get returns the page with the given key, built by build on a cache miss. Concurrent calls
// with the same key are coalesced: build runs once, with the values of the first caller's ctx,
// and continues when that caller leaves. ctx limits only the wait: build sets the deadline of
// its rendering itself, so that it has time left for a fallback.
func (p *Pages) Get(ctx context.Context, key Key, build BuildFunc) (*Page, error) {
	if page, ok := p.Cached(key); ok {
		return page, nil
	}
	page, err := p.calls.Do(ctx, key, func(ctx context.Context) (*Page, error) {
		if page, ok := p.Cached(key); ok { // cached since the first check
			return page, nil
		}
		return p.build(ctx, key, build)
	})
	if bug, ok := errors.AsType[*coalesce.PanicError](err); ok {
		p.cfg.Log.ErrorContext(ctx, "building a page panicked", "panic", bug.Value, "stack", string(bug.Stack))
	}
	return page, err
}

func (p *Pages) build(ctx context.Context, key Key, build BuildFunc) (*Page, error) {
	doc, cacheable, err := build(ctx)
	if err != nil {
		return nil, err
	}
	page := newPage(doc)
	if cacheable {
		page.key, page.pages, page.ETag = key, p, key.etag()
		p.cache.Set(key, page)
	}
	return page, nil
}

// reweigh updates the weight of a page after a change of its encodings, unless it was evicted
// or replaced.
func (p *Pages) reweigh(page *Page) {
	p.cache.ComputeIfPresent(page.key, func(kept *Page) (*Page, otter.ComputeOp) {
		if kept != page {
			return kept, otter.CancelOp
		}
		return page, otter.WriteOp
	})
}

// PagesStatus is the size of the cache.
type PagesStatus struct {
	Pages int    `json:"pages"`
	Bytes uint64 `json:"bytes"`
	Max   int64  `json:"max"`
}

// Status returns the size of the cache.
func (p *Pages) Status() PagesStatus {
	return PagesStatus{p.cache.EstimatedSize(), p.cache.WeightedSize(), p.cfg.MaxBytes}
}

// Close stops the background work and waits for pages that are being built.
func (p *Pages) Close() error {
	p.calls.Close()
	p.cancel()
	p.running.Wait()
	p.cache.InvalidateAll()
	p.cache.StopAllGoroutines()
	return nil
}
