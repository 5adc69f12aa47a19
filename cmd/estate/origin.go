package main

import (
	"context"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"estate/internal/content"
	"estate/internal/index"
	"estate/internal/redirect"
	"estate/internal/resilience"
	"estate/internal/restapi"
	"estate/internal/server"
	"estate/internal/store"
	"estate/internal/upstream"
	"estate/internal/wordpress"
)

// origin is where content comes from: the embedded store, or a CMS in live mode.
type origin struct {
	source content.Source
	// generation moves when content may have changed.
	generation func() uint64
	links      server.Links // nil: the source is asked page by page
	changed    func()       // live mode: the CMS says that something is different
}

// openContent opens the store or turns to the CMS. Without an address of a CMS
// there is nothing to turn to; the embedded store serves then.
func (all *site) openContent(ctx context.Context, s settings) error {
	switch {
	case s.CMS.isLive():
		return all.openLive(s)
	case s.CMS.isReplica():
		return all.openReplica(ctx, s)
	case s.CMS.Mode != "":
		all.log.Error(wordpress.ErrNoAPI.Error()) //nolint:sloglint // the catalogue's sentence is the message
	}
	return all.openStore(ctx, s)
}

// openStore opens the store; an empty one gets the demo agency.
func (all *site) openStore(ctx context.Context, s settings) error {
	key, err := s.previewKey()
	if err != nil {
		return err
	}
	config := s.storeConfig()
	config.Authorize = func(shown content.Credential) bool { return key.opens(shown, time.Now()) }
	config.Log = all.log
	st, err := store.Open(ctx, config)
	if err != nil {
		return err
	}
	all.store = st
	all.origin = origin{source: st, generation: st.Generation, links: st}
	all.closers = append(all.closers, st.Close)
	empty, err := st.IsEmpty(ctx)
	if err != nil {
		return err
	}
	if empty {
		all.log.Info("the store is empty; it gets the demo agency", "store", st.Name())
		if err := seed(ctx, st, s.originals()); err != nil {
			return err
		}
	}
	return nil
}

// openLive puts a memory before the CMS. Nobody tells of its changes, so a
// generation is a slice of time: no page is trusted for longer than an answer.
func (all *site) openLive(s settings) error {
	client, err := all.openClient(s, 0)
	if err != nil {
		return err
	}
	fresh := time.Duration(s.CMS.Fresh)
	source, err := upstream.New(upstream.Config{Fresh: fresh, Stale: time.Duration(s.CMS.Stale), Log: all.log}, suspicious{client})
	if err != nil {
		return err
	}
	all.closers = append(all.closers, source.Close)
	var told atomic.Uint64 // moves generations on between two slices of time
	all.origin = origin{
		source:     source,
		generation: func() uint64 { return uint64(time.Now().UnixNano()/int64(fresh)) + told.Load()<<32 },
		changed:    func() { source.Invalidate(); told.Add(1) },
	}
	all.log.Info("content comes from the CMS, request by request", "cms", s.CMS.address().Redacted())
	return nil
}

// openClient builds a client of the CMS on the shared Transport. Its timeout is at least patience.
func (all *site) openClient(s settings, patience time.Duration) (*wordpress.Client, error) {
	if all.upstream == nil {
		var err error
		if all.upstream, err = s.upstream(all.log); err != nil {
			return nil, err
		}
	}
	config := s.wordpress()
	config.Transport, config.Timeout = all.upstream, max(config.Timeout, patience)
	return wordpress.New(config)
}

// upstream builds the Transport that limits and protects requests to the CMS.
func (s *settings) upstream(log *slog.Logger) (*resilience.Transport, error) {
	return resilience.New(resilience.Config{
		MaxParallel: s.CMS.Parallel, MaxPerSecond: s.CMS.PerSecond, Log: log, Transport: wordpress.NewTransport(),
	})
}

func (s *settings) wordpress() wordpress.Config {
	return wordpress.Config{
		SiteURL: s.SiteURL, CMSURL: s.CMS.URL, API: s.CMS.API, Subdirectory: s.Subdirectory,
		OptionPrefix: s.ReservedPrefix, TermEndpoints: s.termEndpoints(), Timeout: time.Duration(s.CMS.Timeout),
	}
}

// termEndpoints are the endpoints of configured taxonomies, as the client asks for them.
func (s *settings) termEndpoints() map[string]string {
	endpoints := map[string]string{}
	for _, t := range s.Taxonomies {
		endpoints[t.Taxonomy] = t.Endpoint
	}
	return endpoints
}

// follow fills the search index and the redirects from the store and keeps them
// current. In live mode searches are the CMS's business.
func (all *site) follow(ctx context.Context, redirects *redirect.Table) error {
	if all.store == nil {
		return nil
	}
	ix := index.New(index.Config{Rows: all.store.Rows})
	all.store.UseSearcher(ix)
	all.follower = &follower{store: all.store, index: ix, redirects: redirects, log: all.log}
	// Told from before it starts: another node may write at any time.
	cancel := all.store.Subscribe(all.follower.told)
	all.closers = append(all.closers, func() error { cancel(); return nil })
	return all.follower.start(ctx)
}

// openREST serves the store in WordPress's dialect. In live mode the CMS has an
// API of its own; only what the site's pages ask for is answered here.
func (all *site) openREST(s settings) (http.Handler, error) {
	config := restapi.Config{SiteURL: s.SiteURL, PostTypes: s.postTypeEndpoints(), Taxonomies: s.taxonomyEndpoints(), Log: all.log}
	if all.store != nil {
		return restapi.New(config, all.store)
	}
	api, err := restapi.New(config, unlisted{all.origin.source})
	if err != nil {
		return nil, err
	}
	return referencesOnly(api), nil
}
