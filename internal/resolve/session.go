package resolve

import (
	"context"
	"maps"
	"sync"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/link"
	"estate/internal/route"
)

// Session is what one request, or one run of several, knows: a record for every
// link that was fetched or touched, and every entity that came by (routing
// routing §2 and §6). Later fetches of a session reuse it, so that nothing is
// asked twice. It is safe for concurrent use.
type Session struct {
	resolver      *Resolver
	auth          content.Credential
	redirectDepth content.RedirectDepth
	source        *knownSource

	mu       sync.Mutex
	entries  map[string]*entry
	entities map[content.Ref]content.Entity
}

// entry is the record of one link, with its last fetch, nil when none ran. A page
// of results touches hundreds of links that nobody asks for again, so the record of
// one that was only touched is made when it is read.
type entry struct {
	key    string
	named  content.Entity // what touched the link first
	record Record         // nil until it is read or fetched
	flight *flight
}

// flight is one fetch of a link; result and err may be read once done is closed.
type flight struct {
	done   chan struct{}
	result *Result
	err    error
}

// Session opens an empty session for requests that carry auth; links that nothing
// answers are looked up as far as hops says.
func (r *Resolver) Session(auth content.Credential, hops content.RedirectDepth) *Session {
	s := &Session{
		resolver: r, auth: auth, redirectDepth: hops,
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
// again unless force is set (routing §2.2).
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
	e := s.entries[spelt(f.key)]
	if e == nil || f.force && e.fields()["isError"] == true {
		e = &entry{key: f.key, record: Record{"isFetching": false, "isReady": false}}
		s.entries[spelt(f.key)] = e
	}
	maps.Copy(e.fields(), linkFields(f.link))
	if !f.force && e.flight != nil {
		return e.flight, false
	}
	e.record["isFetching"] = true
	e.flight = &flight{done: make(chan struct{})}
	return e.flight, true
}
