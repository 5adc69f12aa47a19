package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"estate/internal/compose"
	"estate/internal/config"
	"estate/internal/instagram"
	"estate/internal/leads"
	"estate/internal/media"
	"estate/internal/redirect"
	"estate/internal/replica"
	"estate/internal/resilience"
	"estate/internal/resolve"
	"estate/internal/route"
	"estate/internal/server"
	"estate/internal/ssr"
	"estate/internal/store"
	"estate/internal/worker"
	"estate/web"
)

// site is everything that runs, and how it ends.
type App struct {
	server      *server.Server
	store       *store.Store // nil in live mode
	origin      origin
	replica     *replica.Replica      // nil unless content is copied from a CMS
	upstream    *resilience.Transport // nil without a CMS
	build       string
	follower    *follower // nil in live mode
	pages       *ssr.Pages
	pool        *ssr.Pool // nil without Node
	leadStore   *leads.Store
	leadService *leads.Service
	feed        *instagram.Refresher // nil where no feed is fetched
	closers     []func() error
	log         *slog.Logger
}

// developer is what only somebody who changes the program sets.
type DevOptions struct {
	Vite string // address of Vite's server
}

// assemble opens the store, seeds it when it is empty, and puts the parts together.
func New(ctx context.Context, s config.Settings, dev DevOptions, log *slog.Logger) (_ *App, err error) {
	if err := s.MakeDataDir(); err != nil {
		return nil, err
	}
	a := &App{log: log}
	defer func() {
		if err != nil {
			a.close()
		}
	}()
	if err := a.openContent(ctx, s); err != nil {
		return nil, err
	}
	if err := a.openLeads(ctx, s); err != nil {
		return nil, err
	}
	if err := a.openInstagram(s); err != nil {
		return nil, err
	}
	node, err := a.findNode(s)
	if err != nil {
		return nil, err
	}
	pictures, err := a.openMedia(s, node)
	if err != nil {
		return nil, err
	}
	table, err := route.NewTable(s.RouteConfig())
	if err != nil {
		return nil, fmt.Errorf("permalink table: %w", err)
	}
	redirects, err := redirect.New(redirect.Config{Rules: s.LinkRules(), Results: table.IsResults, Hosts: s.OwnHosts()})
	if err != nil {
		return nil, err
	}
	if err := a.follow(ctx, redirects); err != nil {
		return nil, err
	}
	catalogs := newCatalogs(a.origin.source, a.origin.generation)
	resolving := s.ResolveConfig(log)
	resolving.Catalog = catalogs.of
	resolver, err := resolve.New(resolving, a.origin.source, table)
	if err != nil {
		return nil, err
	}
	build, err := buildID()
	if err != nil {
		return nil, err
	}
	a.build = build
	composing := s.ComposeConfig(build, log)
	composing.Catalog = catalogs.of
	composer, err := compose.New(composing, a.origin.source, pictures)
	if err != nil {
		return nil, err
	}
	renderer, err := a.openRenderer(s, node)
	if err != nil {
		return nil, err
	}
	a.pages, err = ssr.NewPages(ssr.PagesConfig{MaxBytes: int64(s.Render.CacheMB) << 20, Log: log})
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, a.pages.Close)
	rest, err := a.openREST(s)
	if err != nil {
		return nil, err
	}
	a.server, err = server.New(s.ServerConfig(build, dev.Vite, log), server.Parts{
		Source: a.origin.source, Redirects: redirects, Resolver: resolver, Composer: composer,
		Renderer: renderer, Pages: a.pages, Pictures: pictures, Enquiries: a.leadService,
		Links: a.origin.links, REST: rest, Generation: a.origin.generation, Workers: a.workers(),
		CMS: a.cms(s), Ready: a.ready(), Healthy: a.healthy(),
	})
	return a, err
}

// findNode looks for the Node that draws pages and pictures. Without one the
// site runs on fallback documents; one that was named and is not there is a mistake.
func (a *App) findNode(s config.Settings) (string, error) {
	node, version, err := ssr.FindNode(s.Node, nearProgram())
	switch {
	case err == nil:
		a.log.Debug("node found", "path", node, "version", version)
		return node, nil
	case s.Node != "":
		return "", err
	}
	a.log.Warn("pages go out undrawn and pictures are not made: there is no Node; install Node 20 or newer, or name one with --node", "err", err)
	return "", nil
}

// nearProgram are folders whose node_modules may hold Node and sharp: beside and
// above the program, and where it was started.
func nearProgram() []string {
	var folders []string
	if program, err := os.Executable(); err == nil {
		folders = append(folders, filepath.Dir(program))
	}
	if here, err := os.Getwd(); err == nil {
		folders = append(folders, here)
	}
	return folders
}

// openMedia opens the picture library.
func (a *App) openMedia(s config.Settings, node string) (*media.Library, error) {
	hosts, private := s.PictureHosts()
	library, err := media.New(media.Config{
		Originals: s.OriginalsDir(), Cache: s.RenditionsDir(), Hosts: hosts, PrivateHosts: private, Node: node, Near: nearProgram(),
		Workers: s.Media.Workers, CacheBytes: int64(s.Media.CacheMB) << 20, Log: a.log,
	})
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, library.Close)
	return library, nil
}

// openRenderer starts the render workers, or a renderer that always declines.
func (a *App) openRenderer(s config.Settings, node string) (ssr.Renderer, error) {
	bundle, err := web.ServerBundle()
	if err != nil {
		return nil, fmt.Errorf("the front end is not built into this program: run `make build` (%w)", err)
	}
	if node == "" {
		return noRenderer{}, nil
	}
	pool, err := ssr.NewPool(ssr.Config{
		Node: node, Bundle: bundle, Workers: s.Render.Workers, Timeout: time.Duration(s.Render.Timeout),
		MemoryLimit: int64(s.Render.MemoryMB) << 20, Log: a.log,
	})
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, pool.Close)
	a.pool = pool
	return pool, nil
}

// noRenderer stands in where there is no Node.
type noRenderer struct{}

func (noRenderer) Render(context.Context, []byte) (ssr.Rendering, error) {
	return ssr.Rendering{}, ssr.ErrNoNode
}

// workers tells how the render workers are; nil when there are none.
func (a *App) workers() func() worker.Status {
	if a.pool == nil {
		return nil
	}
	return a.pool.Status
}

// ready tells whether the content has arrived; nil where it always has.
func (a *App) ready() func() bool {
	if a.replica == nil {
		return nil
	}
	return a.replica.Ready
}

// buildID names the front end in this program: the hash of its manifest and bundle.
func buildID() (string, error) {
	manifest, err := fs.ReadFile(web.Client(), web.ManifestPath)
	if err != nil {
		return "", fmt.Errorf("the front end is not built into this program: run `make build` (%w)", err)
	}
	bundle, err := web.ServerBundle()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	h.Write(manifest)
	h.Write(bundle)
	return hex.EncodeToString(h.Sum(nil)[:6]), nil
}

// close ends every part, the last opened first.
func (a *App) close() {
	var problems []error
	for i := len(a.closers) - 1; i >= 0; i-- {
		problems = append(problems, a.closers[i]())
	}
	if err := errors.Join(problems...); err != nil {
		a.log.Error("the site did not end cleanly", "err", err)
	}
}
