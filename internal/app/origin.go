package app

import (
	"context"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"estate/internal/config"
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
func (a *App) openContent(ctx context.Context, s config.Settings) error {
	switch {
	case s.CMS.IsLive():
		return a.openLive(s)
	case s.CMS.IsReplica():
		return a.openReplica(ctx, s)
	case s.CMS.Mode != "":
		a.log.Error(wordpress.ErrNoAPI.Error()) //nolint:sloglint // the catalogue's sentence is the message
	}
	return a.openStore(ctx, s)
}

// openStore opens the store; an empty one gets the demo agency.
func (a *App) openStore(ctx context.Context, s config.Settings) error {
	key, err := openPreviewKey(s)
	if err != nil {
		return err
	}
	config := s.StoreConfig()
	config.Authorize = func(shown content.Credential) bool { return key.opens(shown, time.Now()) }
	config.Log = a.log
	st, err := store.Open(ctx, config)
	if err != nil {
		return err
	}
	a.store = st
	a.origin = origin{source: st, generation: st.Generation, links: st}
	a.closers = append(a.closers, st.Close)
	empty, err := st.IsEmpty(ctx)
	if err != nil {
		return err
	}
	if empty {
		a.log.Info("the store is empty; it gets the demo agency", "store", st.Name())
		if err := seed(ctx, st, s.OriginalsDir()); err != nil {
			return err
		}
	}
	return nil
}

// openLive puts a memory before the CMS. Nobody tells of its changes, so a
// generation is a slice of time: no page is trusted for longer than an answer.
func (a *App) openLive(s config.Settings) error {
	client, err := a.openClient(s, 0)
	if err != nil {
		return err
	}
	fresh := time.Duration(s.CMS.Fresh)
	source, err := upstream.New(upstream.Config{Fresh: fresh, Stale: time.Duration(s.CMS.Stale), Log: a.log}, suspicious{client})
	if err != nil {
		return err
	}
	a.closers = append(a.closers, source.Close)
	var told atomic.Uint64 // moves generations on between two slices of time
	a.origin = origin{
		source:     source,
		generation: func() uint64 { return uint64(time.Now().UnixNano()/int64(fresh)) + told.Load()<<32 },
		changed:    func() { source.Invalidate(); told.Add(1) },
	}
	a.log.Info("content comes from the CMS, request by request", "cms", s.CMS.Address().Redacted())
	return nil
}

// openClient builds a client of the CMS on the shared Transport. Its timeout is at least patience.
func (a *App) openClient(s config.Settings, patience time.Duration) (*wordpress.Client, error) {
	if a.upstream == nil {
		var err error
		if a.upstream, err = newTransport(s, a.log); err != nil {
			return nil, err
		}
	}
	config := s.WordPressConfig()
	config.Transport, config.Timeout = a.upstream, max(config.Timeout, patience)
	return wordpress.New(config)
}

// newTransport builds the Transport that limits and protects requests to the CMS.
func newTransport(s config.Settings, log *slog.Logger) (*resilience.Transport, error) {
	return resilience.New(resilience.Config{
		MaxParallel: s.CMS.Parallel, MaxPerSecond: s.CMS.PerSecond, Log: log, Transport: wordpress.NewTransport(),
	})
}

// follow fills the search index and the redirects from the store and keeps them
// current. In live mode searches are the CMS's business.
func (a *App) follow(ctx context.Context, redirects *redirect.Table) error {
	if a.store == nil {
		return nil
	}
	ix := index.New(index.Config{Rows: a.store.Rows})
	a.store.UseSearcher(ix)
	a.follower = &follower{store: a.store, index: ix, redirects: redirects, log: a.log}
	// Told from before it starts: another node may write at any time.
	cancel := a.store.Subscribe(a.follower.told)
	a.closers = append(a.closers, func() error { cancel(); return nil })
	return a.follower.start(ctx)
}

// openREST serves the store in WordPress's dialect. In live mode the CMS has an
// API of its own; only what the site's pages ask for is answered here.
func (a *App) openREST(s config.Settings) (http.Handler, error) {
	config := restapi.Config{SiteURL: s.SiteURL, PostTypes: s.PostTypeEndpoints(), Taxonomies: s.TaxonomyEndpoints(), Log: a.log}
	if a.store != nil {
		return restapi.New(config, a.store)
	}
	api, err := restapi.New(config, unlisted{a.origin.source})
	if err != nil {
		return nil, err
	}
	return referencesOnly(api), nil
}
