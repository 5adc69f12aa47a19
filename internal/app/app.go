package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"estate/internal/agency/feeds/engine"
	"estate/internal/agency/instagram"
	"estate/internal/agency/leads"
	"estate/internal/agency/leads/alerts"
	"estate/internal/app/backup"
	"estate/internal/app/config"
	"estate/internal/cms/replica"
	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/find/index"
	"estate/internal/find/indexer"
	"estate/internal/media"
	"estate/internal/media/basemap"
	"estate/internal/media/mediasync"
	"estate/internal/platform/cdn"
	"estate/internal/platform/resilience"
	"estate/internal/platform/tracing"
	"estate/internal/platform/vitebuild"
	"estate/internal/site/compose"
	"estate/internal/site/redirect"
	"estate/internal/site/resolve"
	"estate/internal/site/route"
	"estate/internal/site/server"
	"estate/internal/site/ssr"
	"estate/internal/store"
	"estate/internal/studio/account"
	"estate/internal/studio/api"
	"estate/internal/studio/edit"
	"estate/internal/studio/inbox"
	"estate/internal/studio/upload"
	"estate/web"
)

// App is the site: all parts that run, and what Close ends.
type App struct {
	server       *server.Server
	store        *store.Store // nil in live mode
	origin       origin
	replica      *replica.Replica      // nil outside replica mode
	upstream     *resilience.Transport // nil without a CMS
	build        string                // id of the front end
	site         string                // public address
	settings     config.Settings
	started      time.Time
	watched      atomic.Pointer[siteStatus] // by watchProblems; nil before its first look
	requests     *prometheus.HistogramVec
	reloadable   reloadable
	index        *index.Index     // nil in live mode
	indexUpdater *indexer.Updater // nil in live mode
	pages        *ssr.Pages
	pool         *ssr.Pool // nil without Node
	leadStore    *leads.Store
	leadService  *leads.Service
	alerts       *alerts.Service // nil: searches cannot be saved
	inbox        *inbox.Service
	accounts     *account.Store               // nil: the studio is off
	studio       *api.API                     // nil: it is off
	backup       *backup.Runner               // nil without a configured backup
	mediaSync    *mediasync.Sync              // nil without a bucket of originals
	policies     atomic.Pointer[policyReader] // set by openServer
	instagram    *instagram.Refresher         // nil if no feed is configured
	feeds        *engine.Engine               // nil without feeds
	purger       *cdn.Purger                  // nil without purges of a CDN
	channels     *channelSet                  // nil without channels
	problems     *wordpress.Problems          // of the CMS's API; nil without a CMS
	edit         *edit.Service                // of the studio
	uploads      *upload.Service              // of the studio; nil in live mode
	preview      func(w http.ResponseWriter, r *http.Request, source content.Source, link string) error
	closers      []func() error
	log          *slog.Logger
}

// DevOptions are the options for development and tests.
type DevOptions struct {
	Vite string // URL of a Vite server that serves the front end; "" for the built one
	// TestDate is the date of pages: the first day for viewings follows it, and the footer has its year. All else
	// (signatures, leases, mails) goes by the clock. Zero is the date of today.
	TestDate time.Time
	// TestPositionKey is the key of public positions; "" for the random one of the store.
	TestPositionKey string
}

// now is the clock of pages: it runs on from the date of a test; nil is the clock of this machine.
func (o DevOptions) now() func() time.Time {
	if o.TestDate.IsZero() {
		return nil
	}
	ahead := time.Until(o.TestDate)
	return func() time.Time { return time.Now().Add(ahead) }
}

// New opens the store, fills it with the demo agency if it is empty, and builds all
// parts. The caller closes the App.
func New(ctx context.Context, s config.Settings, dev DevOptions, log *slog.Logger) (_ *App, err error) {
	if err := s.MakeDataDir(); err != nil {
		return nil, err
	}
	a := &App{log: log, site: s.SiteURL, settings: s, started: time.Now()}
	a.requests = prometheus.NewHistogramVec(requestTimes, []string{"kind", "status"})
	if dev.TestPositionKey != "" {
		content.SetPositionKey([]byte(dev.TestPositionKey)) // the first key stays
	}
	if dev.TestPositionKey != "" || !dev.TestDate.IsZero() {
		log.WarnContext(ctx, "the date of pages or the key of public positions is that of a test")
	}
	for _, connection := range s.Unencrypted() {
		log.WarnContext(ctx, "a connection is not encrypted or its server not verified", "connection", connection)
	}
	defer func() {
		if err != nil {
			a.Close()
		}
	}()
	if err := a.openContent(ctx, s); err != nil {
		return nil, err
	}
	if err := a.openFeeds(ctx, s); err != nil {
		return nil, err
	}
	if err := a.openLeads(ctx, s); err != nil {
		return nil, err
	}
	if err := a.openAccounts(ctx, s); err != nil {
		return nil, err
	}
	if err := a.openBackup(s); err != nil {
		return nil, err
	}
	if err := a.openInstagram(s); err != nil {
		return nil, err
	}
	node, err := a.findNode(s)
	if err != nil {
		return nil, err
	}
	pictures, err := a.openMedia(ctx, s, node)
	if err != nil {
		return nil, err
	}
	renderer, err := a.openRenderer(s, node)
	if err != nil {
		return nil, err
	}
	if err := a.openPages(s); err != nil {
		return nil, err
	}
	if err := a.openServer(ctx, s, dev, pictures, renderer); err != nil {
		return nil, err
	}
	return a, nil
}

// openServer builds the chain from links to documents, and the server on it.
func (a *App) openServer(ctx context.Context, s config.Settings, dev DevOptions, pictures *media.Library, renderer ssr.Renderer) error {
	routes := s.RouteConfig()
	routes.Development = dev.Vite != ""
	table, err := route.NewTable(routes)
	if err != nil {
		return fmt.Errorf("permalink table: %w", err)
	}
	redirects, err := redirect.New(redirect.Config{Rules: s.LinkRules(), Results: table.IsResults, Hosts: s.OwnHosts()})
	if err != nil {
		return err
	}
	if err := a.openIndex(ctx, s, redirects); err != nil {
		return err
	}
	catalogs := newCatalogCache(a.origin.source, a.origin.generation)
	resolveConfig := s.ResolveConfig(a.log)
	listings := newListingCache(a.origin.source, a.origin.generation)
	resolveConfig.Catalog, resolveConfig.Listings, resolveConfig.Zone = catalogs.get, listings.get, zoneOf(a.origin.source)
	resolveConfig.CanFilter, resolveConfig.Languages = a.origin.canFilter, a.origin.languages
	resolver, err := resolve.New(resolveConfig, a.origin.source, table)
	if err != nil {
		return err
	}
	if a.build, err = buildID(); err != nil {
		return err
	}
	composeConfig := s.ComposeConfig(a.build, a.log)
	composeConfig.Catalog, composeConfig.Listings = catalogs.get, listings.get
	composeConfig.Languages, composeConfig.Alerts = a.origin.languages, a.takesAlerts(s)
	composeConfig.Now = dev.now()
	if s.PriceHistory && a.store != nil {
		composeConfig.PriceHistory = a.store.History
	}
	composer, err := compose.New(composeConfig, a.origin.source, pictures)
	if err != nil {
		return err
	}
	a.policies.Store(&policyReader{source: a.origin.source, composer: composer, redirects: redirects, resolver: resolver})
	if err := a.openPurger(s); err != nil {
		return err
	}
	if composeConfig.Alerts {
		if err := a.openAlerts(ctx, s, composer, pictures); err != nil {
			return err
		}
	}
	if err := a.openInbox(s, composer); err != nil {
		return err
	}
	if err := a.openEdit(s, pictures); err != nil {
		return err
	}
	if err := a.openUploads(s, pictures); err != nil {
		return err
	}
	a.openPreview(resolveConfig, composeConfig, table, pictures)
	rest, err := a.openREST(s)
	if err != nil {
		return err
	}
	tiles, err := basemap.New(s.BasemapConfig())
	if err != nil {
		return err
	}
	if err := a.openChannels(ctx, s, pictures); err != nil {
		return err
	}
	if err := a.openStudio(s); err != nil {
		return err
	}
	serverConfig := s.ServerConfig(a.build, dev.Vite, a.log)
	serverConfig.Limits.Refused = a.logRefused()
	serverConfig.Observe = a.observeRequest
	if serverConfig.Tracer, err = tracing.New(ctx, s.TracingConfig(a.build, a.log)); err != nil {
		return err
	}
	a.closers = append(a.closers, serverConfig.Tracer.Close)
	parts := server.Parts{
		Source: a.origin.source, Redirects: redirects, Resolver: resolver, Composer: composer,
		Renderer: renderer, Pages: a.pages, Pictures: pictures, Basemap: tiles, Enquiries: a.leadService,
		Links: a.origin.links, Languages: a.origin.languages, REST: rest,
		// A picture that turns out to be unreadable is left out of pages, as after a change of content.
		Generation: func() uint64 { return a.origin.generation() + pictures.UnreadableCount() }, Workers: a.workerStatus(),
		Channels: a.channelFiles(), Warm: a.warm(catalogs), Sentences: a.sentences(catalogs), CMS: a.cmsHooks(s), Ready: a.ready(),
		Healthy: a.healthy(), Problems: a.problemKinds, Studio: a.studioHandler(),
	}
	if a.alerts != nil {
		parts.Alerts = a.alerts
	}
	a.server, err = server.New(serverConfig, parts)
	return err
}

// errNotBuilt is returned by a program without the front end.
var errNotBuilt = errors.New("the front end is not built into this program: run `make build`")

// buildID identifies the front end in this program: a hash of its manifest and server bundle.
func buildID() (string, error) {
	manifest, err := fs.ReadFile(web.Client(), vitebuild.ManifestPath)
	if err != nil {
		return "", fmt.Errorf("%w (%w)", errNotBuilt, err)
	}
	bundle, err := web.ServerBundle()
	if err != nil {
		return "", fmt.Errorf("%w (%w)", errNotBuilt, err)
	}
	h := sha256.New()
	h.Write(manifest)
	h.Write(bundle)
	return hex.EncodeToString(h.Sum(nil)[:6]), nil
}

// Close closes all parts in reverse order of opening.
func (a *App) Close() {
	var problems []error
	for i := len(a.closers) - 1; i >= 0; i-- {
		problems = append(problems, a.closers[i]())
	}
	if err := errors.Join(problems...); err != nil {
		a.log.Error("shutdown failed", "err", err)
	}
}
