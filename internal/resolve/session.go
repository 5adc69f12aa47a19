package resolve

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/link"
	"estate/internal/route"
)

// Session is what one request, or one run of several, knows: a record for every
// link that was fetched or touched, and every entity that came by (routing
// contract §2 and §6). Later fetches of a session reuse it, so that nothing is
// asked twice. It is safe for concurrent use.
type Session struct {
	resolver *Resolver
	auth     content.Credential
	source   *knownSource

	mu       sync.Mutex
	entries  map[string]*entry
	entities map[content.Ref]content.Entity
}

// entry is the record of one link, with its last fetch, nil when none ran.
type entry struct {
	record Record
	flight *flight
}

// flight is one fetch of a link; result and err may be read once done is closed.
type flight struct {
	done   chan struct{}
	result *Result
	err    error
}

// Session opens an empty session for requests that carry auth.
func (r *Resolver) Session(auth content.Credential) *Session {
	s := &Session{
		resolver: r, auth: auth,
		entries: map[string]*entry{}, entities: map[content.Ref]content.Entity{},
	}
	s.source = &knownSource{Source: r.source, session: s}
	return s
}

// fetch is one handler at work: the link, what it means, and what it has found.
type fetch struct {
	*Session
	link   link.Link // in normal form
	key    string
	lang   i18n.Lang
	force  bool
	target route.Target
	result *Result
	fields Record // merged into the record on success
}

func (s *Session) start(l link.Link) *fetch {
	l, key := normal(l)
	return &fetch{
		Session: s, link: l, key: key, lang: l.Lang, fields: Record{},
		result: &Result{Link: l, Source: s.source},
	}
}

// Fetch answers a link. One that is ready, or being fetched, is not fetched
// again unless force is set (contract §2.2).
func (s *Session) Fetch(ctx context.Context, l link.Link, force bool) (*Result, error) {
	f := s.start(l)
	f.force = force
	flight, mine := s.begin(f)
	if !mine {
		select {
		case <-flight.done:
			return flight.result, flight.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer close(flight.done)
	flight.result, flight.err = f.run(ctx)
	return flight.result, flight.err
}

// begin marks the link's record as fetching, or finds the fetch that did already.
func (s *Session) begin(f *fetch) (last *flight, mine bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.entries[f.key]
	if e == nil || f.force && e.record["isError"] == true {
		e = &entry{record: Record{"isFetching": false, "isReady": false}}
		s.entries[f.key] = e
	}
	for name, value := range linkFields(f.link) {
		e.record[name] = value
	}
	if !f.force && e.flight != nil {
		return e.flight, false
	}
	e.record["isFetching"] = true
	e.flight = &flight{done: make(chan struct{})}
	return e.flight, true
}

// run takes the steps of contract §2.2: eager redirect, handler, late redirect.
func (f *fetch) run(ctx context.Context) (*Result, error) {
	mode := f.resolver.redirects
	if mode.before(f.key) {
		if redirect, ok := f.lookUpRedirect(ctx); ok {
			return f.redirect(redirect), nil
		}
	}
	f.target = f.resolver.table.Resolve(f.link)
	f.result.Target = f.target
	f.lang, f.link.Lang, f.link.Path = f.target.Link.Lang, f.target.Link.Lang, f.target.Link.Path
	f.result.Link = f.link
	err := f.handle(ctx)
	failure, known := errors.AsType[*content.Error](err)
	switch {
	case err == nil:
		return f.succeed(), nil
	case !known:
		return nil, err
	case failure.Status != http.StatusNotFound:
		return f.fail(f, failure), nil
	}
	if mode.after {
		if redirect, ok := f.lookUpRedirect(ctx); ok {
			return f.redirect(redirect), nil
		}
	}
	return f.fail(f, f.goneOr(ctx, failure)), nil
}

// goneOr turns a 404 into a 410 when the source remembers what stood there.
func (f *fetch) goneOr(ctx context.Context, failure *content.Error) *content.Error {
	ref, ok, err := f.resolver.source.Withdrawn(ctx, f.link.Route)
	if err != nil || !ok {
		return failure
	}
	f.result.Withdrawn = &ref
	return content.Gone(ref.Type, f.target.Slug)
}

func (f *fetch) succeed() *Result {
	if f.result.Redirect != nil {
		return f.redirect(*f.result.Redirect)
	}
	if f.isHome() {
		f.fields["isHome"] = true
	}
	f.result.Status = http.StatusOK
	f.result.Record = f.settle(func(old Record) Record {
		for name, value := range f.fields {
			old[name] = value
		}
		return old
	})
	return f.result
}

// isHome follows contract §2.4: a path pattern at the root that is no search.
func (f *fetch) isHome() bool {
	return f.target.Kind != route.KindByID && f.fields["isSearch"] == nil &&
		f.link.Path == rootPath(f.resolver.config.Subdirectory)
}

func (s *Session) fail(f *fetch, failure *content.Error) *Result {
	status := strconv.Itoa(failure.Status)
	f.result.Failure = failure
	f.result.Status = pageStatus(failure.Status)
	f.result.Record = f.settle(func(Record) Record {
		record := Record{
			"isError": true, "is" + status: true,
			"errorStatus": failure.Status, "errorStatusText": failure.Detail,
		}
		return record.with(linkFields(f.link))
	})
	return f.result
}

// settle ends a fetch: the record that change makes of the present one is ready.
func (f *fetch) settle(change func(Record) Record) Record {
	f.mu.Lock()
	defer f.mu.Unlock()
	e := f.entries[f.key]
	if e == nil {
		e = &entry{}
		f.entries[f.key] = e
	}
	e.record = change(e.record)
	e.record["isFetching"], e.record["isReady"] = false, true
	return e.record.with(nil)
}
