package ssr

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/maypok86/otter/v2"
)

// Maker makes a document. One that is not cacheable (a fallback, a preview) is
// given to everybody who waits for it now and then forgotten.
type Maker func(ctx context.Context) (doc []byte, cacheable bool, err error)

// flight is a page in the making, shared by all who ask for it meanwhile.
type flight struct {
	done chan struct{}
	page *Page
	err  error
}

// Get is the page under key, made by make when it is not kept. Callers that ask
// for the same page at the same time share one making. It keeps the values and
// the deadline of the first caller's ctx, but goes on when that caller leaves.
func (p *Pages) Get(ctx context.Context, key Key, make Maker) (*Page, error) {
	if page, ok := p.Cached(key); ok {
		return page, nil
	}
	f, err := p.join(ctx, key, make)
	if err != nil {
		return nil, err
	}
	select {
	case <-f.done:
		return f.page, f.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// join finds the flight of a page, or starts it.
func (p *Pages) join(ctx context.Context, key Key, make Maker) (*flight, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, ErrClosed
	}
	if f, ok := p.flights[key]; ok {
		return f, nil
	}
	f := newFlight()
	if page, ok := p.Cached(key); ok { // landed between the look and the lock
		f.land(page, nil)
		return f, nil
	}
	p.flights[key] = f
	p.running.Go(func() { p.fly(ctx, key, f, make) })
	return f, nil
}

func newFlight() *flight { return &flight{done: make(chan struct{})} }

func (f *flight) land(page *Page, err error) {
	f.page, f.err = page, err
	close(f.done)
}

func (p *Pages) fly(ctx context.Context, key Key, f *flight, make Maker) {
	ctx, cancel := p.detach(ctx)
	defer cancel()
	page, err := p.make(ctx, key, make)
	p.mu.Lock()
	delete(p.flights, key)
	p.mu.Unlock()
	f.land(page, err)
}

// detach frees a making from its first caller's departure, not from its deadline
// and not from the cache's end.
func (p *Pages) detach(caller context.Context) (context.Context, context.CancelFunc) {
	ctx := context.WithoutCancel(caller)
	var cancel context.CancelFunc
	if deadline, ok := caller.Deadline(); ok {
		ctx, cancel = context.WithDeadline(ctx, deadline)
	} else {
		ctx, cancel = context.WithTimeout(ctx, p.cfg.MakeTimeout)
	}
	stop := context.AfterFunc(p.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

func (p *Pages) make(ctx context.Context, key Key, make Maker) (page *Page, err error) {
	defer func() {
		// This goroutine is ours: a panic here would end the program instead of one request.
		if r := recover(); r != nil {
			p.cfg.Log.ErrorContext(ctx, "making a page panicked", "panic", r, "stack", string(debug.Stack()))
			page, err = nil, fmt.Errorf("make page: panic: %v", r)
		}
	}()
	doc, cacheable, err := make(ctx)
	if err != nil {
		return nil, err
	}
	page = newPage(doc)
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
