package ssr

import (
	"context"
	"errors"

	"github.com/maypok86/otter/v2"

	"estate/internal/coalesce"
)

// Maker makes a document. One that is not cacheable (a fallback, a preview) is
// given to everybody who waits for it now and then forgotten.
type Maker func(ctx context.Context) (doc []byte, cacheable bool, err error)

// Get is the page under key, made by make when it is not kept. Callers that ask
// for the same page at the same time share one making, which keeps the values of
// the first caller's ctx and goes on when that caller leaves. ctx bounds the wait
// alone: make sets the deadline of its rendering itself, so that it still has the
// time to answer with a fallback.
func (p *Pages) Get(ctx context.Context, key Key, make Maker) (*Page, error) {
	if page, ok := p.Cached(key); ok {
		return page, nil
	}
	page, err := p.flights.Do(ctx, key, func(ctx context.Context) (*Page, error) {
		if page, ok := p.Cached(key); ok { // landed since the first look
			return page, nil
		}
		return p.make(ctx, key, make)
	})
	if bug, ok := errors.AsType[*coalesce.PanicError](err); ok {
		p.cfg.Log.ErrorContext(ctx, "making a page panicked", "panic", bug.Value, "stack", string(bug.Stack))
	}
	return page, err
}

func (p *Pages) make(ctx context.Context, key Key, make Maker) (*Page, error) {
	doc, cacheable, err := make(ctx)
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

// grown weighs a page again that has gained a form, unless it was dropped or replaced meanwhile.
func (p *Pages) grown(page *Page) {
	p.cache.ComputeIfPresent(page.key, func(kept *Page) (*Page, otter.ComputeOp) {
		if kept != page {
			return kept, otter.CancelOp
		}
		return page, otter.WriteOp
	})
}
