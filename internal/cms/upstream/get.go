package upstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/platform/coalesce"
)

// policy says how cached responses of a call are used.
type policy int

const (
	list     policy = iota // a stale response is replaced before use, if the source answers in time
	single                 // like list; a refusal is cached and replaces an older value
	siteData               // a stale response is used at once and revalidated in the background
)

// request is one call of the source.
type request struct {
	policy policy
	lang   i18n.Lang
	key    string // of the cache
}

// callFunc calls the source.
type callFunc func(context.Context) (any, error)

// get returns a fresh cached response, else calls the source, else returns a stale response.
// Values are shared between callers and must not be changed.
func get[T any](
	ctx context.Context, s *Source, p policy, lang i18n.Lang, key string, call func(context.Context) (T, error),
) (T, error) {
	value, err := s.load(ctx, request{p, lang, key}, func(ctx context.Context) (any, error) { return call(ctx) })
	if err != nil || value == nil {
		var none T
		return none, err
	}
	return value.(T), nil
}

func (s *Source) load(ctx context.Context, r request, call callFunc) (any, error) {
	cached := s.cache.get(r.key)
	if cached == nil {
		return s.fetchWithin(ctx, r, call)
	}
	now := s.cfg.Now()
	age := now.Sub(cached.requested)
	failedRecently := now.Sub(time.Unix(0, cached.failedAt.Load())) < s.cfg.Fresh
	switch {
	case age >= s.cfg.Stale:
		return s.fetchWithin(ctx, r, call)
	case s.isFresh(cached):
		return cached.result()
	case failedRecently, r.policy == siteData && age < s.cfg.Fresh+staleWhileRevalidate && !s.isInvalidated(cached):
		s.revalidate(ctx, r, call)
		return cached.result()
	}
	waiting, cancel := context.WithTimeout(ctx, s.cfg.MaxWait)
	defer cancel()
	value, err := s.fetch(waiting, r, call)
	if _, refused := asRefusal(err); err == nil || refused && r.policy == single || ctx.Err() != nil {
		return value, err
	}
	cached.failedAt.Store(now.UnixNano())
	s.cfg.Log.DebugContext(ctx, "a stale response is served", "age", age, "err", err)
	return cached.result()
}

// fetchWithin is fetch within the budget of the page. The call goes on after its end, for the next
// page.
func (s *Source) fetchWithin(ctx context.Context, r request, call callFunc) (any, error) {
	bounded, cancel := content.Bounded(ctx)
	defer cancel()
	value, err := s.fetch(bounded, r, call)
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("%w: the time of the page is used up: %w", content.ErrUnreachable, err)
	}
	return value, err
}

// fetch calls the source, or waits for the call in flight with the same key.
func (s *Source) fetch(ctx context.Context, r request, call callFunc) (any, error) {
	if s.breaker(r.lang).isBlocking() {
		return nil, errCircuitOpen
	}
	e, err := s.calls.Do(ctx, r.key, func(ctx context.Context) (*entry, error) { return s.send(ctx, r, call) })
	switch {
	case err == nil:
		return e.result()
	case errors.Is(err, coalesce.ErrFull), errors.Is(err, coalesce.ErrClosed):
		return nil, fmt.Errorf("%w: %w", content.ErrUnreachable, err)
	}
	return nil, err
}

// revalidate starts a call without waiting for it. A coalesced call outlives its caller.
func (s *Source) revalidate(ctx context.Context, r request, call callFunc) {
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, _ = s.fetch(ended, r, call)
}

// send calls the source and caches the response.
func (s *Source) send(ctx context.Context, r request, call callFunc) (*entry, error) {
	// Another call with the same key may have ended since the cache miss.
	if cached := s.cache.get(r.key); cached != nil && s.isFresh(cached) {
		return cached, nil
	}
	requested := s.cfg.Now() // before the call: a later change may not be in the response
	value, err := s.breaker(r.lang).call(ctx, call)
	refusal, refused := asRefusal(err)
	switch {
	case refused && r.policy != single:
		return nil, err // a refused list is a fault of the CMS and not cached
	case err != nil && !refused:
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
			err = fmt.Errorf("%w: %w", content.ErrUnreachable, err)
		}
		return nil, err
	}
	e := &entry{value: value, refusal: refusal, requested: requested}
	s.cache.set(r.key, e)
	return e, nil
}

// keyOf returns the cache key of a call. Equal arguments have equal JSON: it sorts maps.
func keyOf(method string, args ...any) string {
	text, err := json.Marshal(args)
	if err != nil {
		text = fmt.Appendf(nil, "%#v", args) // no argument has such a type
	}
	return method + string(text)
}
