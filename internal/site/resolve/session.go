package resolve

import (
	"context"
	"maps"
	"sync"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/site/route"
)

// Session has the records of the links that one request, or several, fetched or
// touched, and all entities that came with them (routing
// routing §2 and §6). Later fetches use them, so that nothing is loaded
// twice. It is safe for concurrent use.
type Session struct {
	resolver      *Resolver
	auth          content.Credential
	redirectDepth content.RedirectDepth
	source        *sessionSource

	mu       sync.Mutex
	entries  map[string]*entry
	entities map[content.Ref]content.Entity
	newest   bool // Request.Newest
}

// entry is the record of one link with its last fetch. A page of results touches
// hundreds of links, most of which are never read, so the record of a touched link is
// made when it is read.
type entry struct {
	key    string
	named  content.Entity // the first that touched the link
	record Record         // nil until it is read or fetched
	last   *call          // nil when none ran
}

// call is one fetch of a link, shared by concurrent callers; result and err may be
// read once done is closed.
type call struct {
	done   chan struct{}
	result *Result
	err    error
}

// Session opens an empty session for requests with a credential. The redirects of
// unknown links are followed as far as depth says.
func (r *Resolver) Session(auth content.Credential, depth content.RedirectDepth) *Session {
	s := &Session{
		resolver: r, auth: auth, redirectDepth: depth,
		entries: map[string]*entry{}, entities: map[content.Ref]content.Entity{},
	}
	s.source = &sessionSource{Source: r.source, session: s}
	return s
}

// fetch is the state of one handler: link, target and result.
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

// Fetch resolves a link. One that is ready or in flight is not fetched again unless
// force is set (routing §2.2).
func (s *Session) Fetch(ctx context.Context, l link.Link, force bool) (*Result, error) {
	f := s.start(l)
	f.force = force
	c, first := s.begin(f)
	if !first {
		select {
		case <-c.done:
			return c.result, c.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer close(c.done)
	c.result, c.err = f.run(ctx)
	return c.result, c.err
}

// begin marks the link's record as fetching, or returns the call in flight or done.
func (s *Session) begin(f *fetch) (c *call, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.entries[encoded(f.key)]
	if e == nil || f.force && e.fields()["isError"] == true {
		e = &entry{key: f.key, record: Record{"isFetching": false, "isReady": false}}
		s.entries[encoded(f.key)] = e
	}
	maps.Copy(e.fields(), linkFields(f.link))
	if !f.force && e.last != nil {
		return e.last, false
	}
	e.record["isFetching"] = true
	e.last = &call{done: make(chan struct{})}
	return e.last, true
}
