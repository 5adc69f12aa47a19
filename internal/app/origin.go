package app

import (
	"context"
	"log/slog"
	"strconv"
	"sync/atomic"
	"time"

	"estate/internal/app/config"
	"estate/internal/cms/upstream"
	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/platform/resilience"
	"estate/internal/platform/tracing"
	"estate/internal/site/sitemap"
	"estate/internal/store"
)

// origin is the source of the content: the store, or a CMS in live mode.
type origin struct {
	source content.Source
	// generation changes when content may have changed.
	generation func() uint64
	links      sitemap.Links // nil: the source is asked page by page
	invalidate func()        // live mode: drops cached content after a notice of the CMS
	// canFilter reports whether the CMS of live mode filters by features, sizes and positions; nil
	// means that the source does.
	canFilter func(context.Context) bool
	// languages are those of the CMS.
	languages content.Languages
}

// openContent opens the store or connects to the CMS. A mode without the URL of a CMS
// is logged as an error, and the embedded store is used.
func (a *App) openContent(ctx context.Context, s config.Settings) error {
	switch {
	case s.CMS.IsLive():
		return a.openLive(s)
	case s.CMS.IsReplica():
		return a.openReplica(ctx, s)
	case s.CMS.Mode != "":
		a.log.Error(wordpress.ErrNoAPI.Error()) //nolint:sloglint // the message is the sentence of the failure catalogue
	}
	return a.openStore(ctx, s)
}

// openStore opens the embedded store. An empty one is filled with the demo agency, or with a page that says who is coming.
func (a *App) openStore(ctx context.Context, s config.Settings) error {
	key, err := openPreviewKey(s)
	if err != nil {
		return err
	}
	config := s.StoreConfig()
	config.Authorize = func(shown content.Credential, opens content.Ref) bool {
		return key.verify(shown, opens, time.Now())
	}
	config.Log = a.log
	st, err := store.Open(ctx, config)
	if err != nil {
		return err
	}
	a.store = st
	a.origin = origin{source: st, generation: st.Generation, links: st}
	a.closers = append(a.closers, st.Close)
	if err := setPositionKey(ctx, st); err != nil {
		return err
	}
	empty, err := st.IsEmpty(ctx)
	if err != nil {
		return err
	}
	if !empty {
		return nil
	}
	if err := checkNewSite(s); err != nil {
		return err
	}
	if s.Empty {
		a.log.Info("the store is empty; its home page says who is coming, with the settings that estate import gives it", "store", st.Name())
		return st.Write(ctx, func(b *store.Batch) error { return seedEmpty(s, b, time.Now().UTC().Truncate(time.Second)) })
	}
	a.log.Info("the store is empty; importing the demo agency", "store", st.Name())
	return seed(ctx, st, s.OriginalsDir())
}

// openLive puts a cache before the CMS. The CMS need not report its changes, so a
// generation is a period of the time that a cached response is fresh.
func (a *App) openLive(s config.Settings) error {
	if err := setPositionKeyOfFolder(s); err != nil {
		return err
	}
	client, err := a.openClient(s, 0)
	if err != nil {
		return err
	}
	fresh := time.Duration(s.CMS.Fresh)
	source, err := upstream.New(upstream.Config{Fresh: fresh, Stale: time.Duration(s.CMS.Stale), Log: a.log}, guessFilter{client})
	if err != nil {
		return err
	}
	a.closers = append(a.closers, source.Close)
	var notices atomic.Uint64 // a notice of the CMS starts a new generation within the period
	a.origin = origin{
		source:     source,
		generation: func() uint64 { return uint64(time.Now().UnixNano()/int64(fresh)) + notices.Load()<<32 },
		invalidate: func() { source.Invalidate(); notices.Add(1) },
		canFilter: func(ctx context.Context) bool {
			identity, err := client.Identity(ctx)
			return identity.HasPlugin() || err != nil && len(identity.Namespaces) == 0 // unknown
		},
		languages: client.Languages,
	}
	a.log.Info("live mode: content is read from the CMS", "cms", s.CMS.Address().Redacted())
	return nil
}

// openClient creates a client of the CMS on the shared Transport, with a timeout of
// at least minTimeout.
func (a *App) openClient(s config.Settings, minTimeout time.Duration) (*wordpress.Client, error) {
	if a.upstream == nil {
		var err error
		if a.upstream, err = newTransport(s, a.log); err != nil {
			return nil, err
		}
	}
	config := s.WordPressConfig()
	if a.problems == nil {
		a.problems = wordpress.NewProblems(a.reportProblem)
	}
	config.Problems, config.CacheKey = a.problems, cacheKey(s)
	config.Transport, config.Timeout = a.upstream, max(config.Timeout, minTimeout)
	return wordpress.New(config)
}

// reportProblem logs what is in the way of the CMS's API.
func (a *App) reportProblem(found wordpress.Problem) {
	if found.Recovered {
		a.log.Warn("the REST API of the CMS has a problem; the site works around it", "problem", found.Problem, "address", found.Address,
			"remedy", found.Remedy, "count", found.Count)
		return
	}
	a.log.Error("the REST API of the CMS has a problem", "problem", found.Problem, "address", found.Address, "remedy", found.Remedy, "count",
		found.Count)
}

// cacheKey returns wordpress.Config.CacheKey. A replica asks past every cache. In live mode a cache
// before the CMS may answer for as long as a response is fresh.
func cacheKey(s config.Settings) func() string {
	period := time.Nanosecond
	if s.CMS.IsLive() {
		period = time.Duration(s.CMS.Fresh)
	}
	return func() string { return strconv.FormatInt(time.Now().UnixNano()/int64(period), 36) }
}

// newTransport creates the Transport that limits and protects requests to the CMS.
func newTransport(s config.Settings, log *slog.Logger) (*resilience.Transport, error) {
	return resilience.New(resilience.Config{
		MaxParallel: s.CMS.Parallel, MaxPerSecond: s.CMS.PerSecond, Log: log, Transport: tracing.Transport("cms", wordpress.NewTransport()),
	})
}
