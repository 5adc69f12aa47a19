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

	"estate/internal/coalesce"
)

// PagesConfig says how many finished pages are kept.
type PagesConfig struct {
	// MaxBytes bounds the memory of all pages together; 0 means 24 MB.
	MaxBytes int64
	// BrotliShare is the part of one core that brotli may take in the background,
	// in percent; 0 means 25, 100 lets it run without a pause.
	BrotliShare int
	// MakeTimeout bounds the making of a page, whatever its callers' deadlines; 0 means 30 s.
	MakeTimeout time.Duration
	// Log takes the panics of page makers; nil means slog.Default.
	Log *slog.Logger
}

// Validate tells everything that is wrong with the configuration.
func (c *PagesConfig) Validate() error {
	var errs []error
	if c.MaxBytes < 0 {
		errs = append(errs, fmt.Errorf("page cache: %d bytes; use a positive number, or 0 for the default", c.MaxBytes))
	}
	if c.BrotliShare < 0 || c.BrotliShare > 100 {
		errs = append(errs, fmt.Errorf("page cache: a brotli share of %d percent; use 1 to 100, or 0 for the default", c.BrotliShare))
	}
	if c.MakeTimeout < 0 {
		errs = append(errs, fmt.Errorf("page cache: %s to make a page; use a positive time, or 0 for the default", c.MakeTimeout))
	}
	return errors.Join(errs...)
}

func (c PagesConfig) withDefaults() PagesConfig {
	c.MaxBytes = cmp.Or(c.MaxBytes, 24<<20)
	c.BrotliShare = cmp.Or(c.BrotliShare, 25)
	c.MakeTimeout = cmp.Or(c.MakeTimeout, 30*time.Second)
	c.Log = cmp.Or(c.Log, slog.Default())
	return c
}

// Pages is the cache of finished documents. It is safe for concurrent use.
type Pages struct {
	cfg     PagesConfig
	cache   *otter.Cache[Key, *Page]
	wanted  chan *Page // pages that deserve brotli
	ctx     context.Context
	cancel  context.CancelFunc
	flights *coalesce.Group[Key, *Page] // pages in the making
	running sync.WaitGroup
}

// NewPages makes an empty cache.
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
		cfg:     cfg,
		cache:   cache,
		wanted:  make(chan *Page, brotliQueue),
		flights: coalesce.NewGroup[Key, *Page](cfg.MakeTimeout, 0),
	}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	p.running.Go(p.compress)
	return p, nil
}

// Cached is the page under key, if it is kept.
func (p *Pages) Cached(key Key) (*Page, bool) { return p.cache.GetIfPresent(key) }

// PagesStatus tells how full the cache is.
type PagesStatus struct {
	Pages int    `json:"pages"`
	Bytes uint64 `json:"bytes"`
	Max   int64  `json:"max"`
}

// Status tells how full the cache is.
func (p *Pages) Status() PagesStatus {
	return PagesStatus{p.cache.EstimatedSize(), p.cache.WeightedSize(), p.cfg.MaxBytes}
}

// Close ends the background work and waits for pages in the making.
func (p *Pages) Close() error {
	p.flights.Close()
	p.cancel()
	p.running.Wait()
	p.cache.InvalidateAll()
	p.cache.StopAllGoroutines()
	return nil
}
