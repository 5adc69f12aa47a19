package main

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
type site struct {
	server   *server.Server
	store    *store.Store // nil in live mode
	origin   origin
	replica  *replica.Replica      // nil unless content is copied from a CMS
	upstream *resilience.Transport // nil without a CMS
	build    string
	follower *follower // nil in live mode
	pages    *ssr.Pages
	pool     *ssr.Pool // nil without Node
	ledger   *leads.Ledger
	desk     *leads.Desk
	feed     *instagram.Keeper // nil where no feed is fetched
	closers  []func() error
	log      *slog.Logger
}

// developer is what only somebody who changes the program sets.
type developer struct {
	vite string // address of Vite's server
}

// assemble opens the store, seeds it when it is empty, and puts the parts together.
func assemble(ctx context.Context, s settings, dev developer, log *slog.Logger) (_ *site, err error) {
	if err := s.makeDataFolder(); err != nil {
		return nil, err
	}
	all := &site{log: log}
	defer func() {
		if err != nil {
			all.close()
		}
	}()
	if err := all.openContent(ctx, s); err != nil {
		return nil, err
	}
	if err := all.openDesk(ctx, s); err != nil {
		return nil, err
	}
	if err := all.openInstagram(s); err != nil {
		return nil, err
	}
	node, err := all.findNode(s)
	if err != nil {
		return nil, err
	}
	pictures, err := all.openMedia(s, node)
	if err != nil {
		return nil, err
	}
	table, err := route.NewTable(s.routes())
	if err != nil {
		return nil, fmt.Errorf("permalink table: %w", err)
	}
	redirects, err := redirect.New(redirect.Config{Rules: s.rules(), Results: table.IsResults, Hosts: s.ownHosts()})
	if err != nil {
		return nil, err
	}
	if err := all.follow(ctx, redirects); err != nil {
		return nil, err
	}
	catalogs := newCatalogs(all.origin.source, all.origin.generation)
	resolving := s.resolve(log)
	resolving.Catalog = catalogs.of
	resolver, err := resolve.New(resolving, all.origin.source, table)
	if err != nil {
		return nil, err
	}
	build, err := buildID()
	if err != nil {
		return nil, err
	}
	all.build = build
	composing := s.compose(build, log)
	composing.Catalog = catalogs.of
	composer, err := compose.New(composing, all.origin.source, pictures)
	if err != nil {
		return nil, err
	}
	renderer, err := all.openRenderer(s, node)
	if err != nil {
		return nil, err
	}
	all.pages, err = ssr.NewPages(ssr.PagesConfig{MaxBytes: int64(s.Render.CacheMB) << 20, Log: log})
	if err != nil {
		return nil, err
	}
	all.closers = append(all.closers, all.pages.Close)
	rest, err := all.openREST(s)
	if err != nil {
		return nil, err
	}
	all.server, err = server.New(s.server(build, dev.vite, log), server.Parts{
		Source: all.origin.source, Redirects: redirects, Resolver: resolver, Composer: composer,
		Renderer: renderer, Pages: all.pages, Pictures: pictures, Enquiries: all.desk,
		Links: all.origin.links, REST: rest, Generation: all.origin.generation, Workers: all.workers(),
		CMS: all.cms(s), Ready: all.ready(), Healthy: all.healthy(),
	})
	return all, err
}

// findNode looks for the Node that draws pages and pictures. Without one the
// site runs on fallback documents; one that was named and is not there is a mistake.
func (all *site) findNode(s settings) (string, error) {
	node, version, err := ssr.FindNode(s.Node, nearProgram())
	switch {
	case err == nil:
		all.log.Debug("node found", "path", node, "version", version)
		return node, nil
	case s.Node != "":
		return "", err
	}
	all.log.Warn("pages go out undrawn and pictures are not made: there is no Node; install Node 20 or newer, or name one with --node", "err", err)
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
func (all *site) openMedia(s settings, node string) (*media.Library, error) {
	hosts, private := s.pictureHosts()
	library, err := media.New(media.Config{
		Originals: s.originals(), Cache: s.renditions(), Hosts: hosts, PrivateHosts: private, Node: node, Near: nearProgram(),
		Workers: s.Media.Workers, CacheBytes: int64(s.Media.CacheMB) << 20, Log: all.log,
	})
	if err != nil {
		return nil, err
	}
	all.closers = append(all.closers, library.Close)
	return library, nil
}

// openRenderer starts the render workers, or a renderer that always declines.
func (all *site) openRenderer(s settings, node string) (ssr.Renderer, error) {
	bundle, err := web.ServerBundle()
	if err != nil {
		return nil, fmt.Errorf("the front end is not built into this program: run `make build` (%w)", err)
	}
	if node == "" {
		return noRenderer{}, nil
	}
	pool, err := ssr.NewPool(ssr.Config{
		Node: node, Bundle: bundle, Workers: s.Render.Workers, Timeout: time.Duration(s.Render.Timeout),
		MemoryLimit: int64(s.Render.MemoryMB) << 20, Log: all.log,
	})
	if err != nil {
		return nil, err
	}
	all.closers = append(all.closers, pool.Close)
	all.pool = pool
	return pool, nil
}

// noRenderer stands in where there is no Node.
type noRenderer struct{}

func (noRenderer) Render(context.Context, []byte) (ssr.Rendering, error) {
	return ssr.Rendering{}, ssr.ErrNoNode
}

// workers tells how the render workers are; nil when there are none.
func (all *site) workers() func() worker.Status {
	if all.pool == nil {
		return nil
	}
	return all.pool.Status
}

// ready tells whether the content has arrived; nil where it always has.
func (all *site) ready() func() bool {
	if all.replica == nil {
		return nil
	}
	return all.replica.Ready
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
func (all *site) close() {
	var problems []error
	for i := len(all.closers) - 1; i >= 0; i-- {
		problems = append(problems, all.closers[i]())
	}
	if err := errors.Join(problems...); err != nil {
		all.log.Error("the site did not end cleanly", "err", err)
	}
}
