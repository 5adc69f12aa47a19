package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"estate/internal/compose"
	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/index"
	"estate/internal/link"
	"estate/internal/media"
	"estate/internal/redirect"
	"estate/internal/resolve"
	"estate/internal/restapi"
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
	store    *store.Store
	follower *follower
	pages    *ssr.Pages
	pool     *ssr.Pool // nil without Node
	closers  []func() error
	log      *slog.Logger
}

// developer is what only somebody who changes the program sets.
type developer struct {
	vite string // address of Vite's server
}

func (d developer) on() bool { return d.vite != "" }

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
	if err := all.openStore(ctx, s); err != nil {
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
	rules := link.Rules{OptionPrefix: s.ReservedPrefix, Tracking: s.TrackingKeys}
	redirects, err := redirect.New(redirect.Config{Rules: rules, Results: table.IsResults, Hosts: s.ownHosts()})
	if err != nil {
		return nil, err
	}
	if err := all.follow(ctx, redirects); err != nil {
		return nil, err
	}
	catalogs := newCatalogs(all.store, all.store.Generation)
	resolving := s.resolve(log)
	resolving.Catalog = catalogs.of
	resolver, err := resolve.New(resolving, all.store, table)
	if err != nil {
		return nil, err
	}
	build, err := buildID()
	if err != nil {
		return nil, err
	}
	composing := s.compose(build, dev.on(), log)
	composing.Catalog = catalogs.of
	composer, err := compose.New(composing, all.store, pictures)
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
	rest, err := restapi.New(restapi.Config{SiteURL: s.SiteURL, PostTypes: s.postTypeEndpoints(), Taxonomies: s.taxonomyEndpoints(), Log: log}, all.store)
	if err != nil {
		return nil, err
	}
	all.server, err = server.New(
		server.Config{
			SiteURL: s.SiteURL, Client: web.Client(), Build: build, Rules: rules, FrameHosts: s.FrameHosts,
			Blog: i18n.Text(s.PostsPage), Archives: s.archives(), Taxonomies: s.taxonomies(),
			RenderWait: 2 * time.Duration(s.Render.Timeout), Vite: dev.vite, Log: log,
		},
		server.Parts{
			Source: all.store, Redirects: redirects, Resolver: resolver, Composer: composer,
			Renderer: renderer, Pages: all.pages, Pictures: pictures,
			Links: all.store, REST: rest, Generation: all.store.Generation, Workers: all.workers(),
		},
	)
	return all, err
}

// openStore opens the store; an empty one gets the demo agency.
func (all *site) openStore(ctx context.Context, s settings) error {
	st, err := store.Open(ctx, store.Config{Path: s.storeFile(), SiteURL: s.SiteURL})
	if err != nil {
		return err
	}
	all.store = st
	all.closers = append(all.closers, st.Close)
	empty, err := st.IsEmpty(ctx)
	if err != nil {
		return err
	}
	if empty {
		all.log.Info("the store is empty; it gets the demo agency", "store", s.storeFile())
		if err := seed(ctx, st, s.originals()); err != nil {
			return err
		}
	}
	return nil
}

// follow fills the search index and the redirects from the store and keeps them current.
func (all *site) follow(ctx context.Context, redirects *redirect.Table) error {
	ix := index.New(index.Config{Rows: all.store.Rows})
	all.store.UseSearcher(ix)
	all.follower = &follower{store: all.store, index: ix, redirects: redirects, log: all.log}
	if err := all.follower.start(ctx); err != nil {
		return err
	}
	cancel := all.store.Subscribe(all.follower.told)
	all.closers = append(all.closers, func() error { cancel(); return nil })
	return nil
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
	library, err := media.New(media.Config{
		Originals: s.originals(), Cache: s.renditions(), Hosts: s.Media.Hosts, PrivateHosts: s.Media.PrivateHosts, Node: node, Near: nearProgram(),
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

func (noRenderer) Render(context.Context, []byte) ([]byte, error) { return nil, ssr.ErrNoNode }

// workers tells how the render workers are; nil when there are none.
func (all *site) workers() func() worker.Status {
	if all.pool == nil {
		return nil
	}
	return all.pool.Status
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

// routes, redirects, resolve and compose translate the settings for each package.
func (s *settings) routes() route.Config {
	config := route.Agency()
	config.Home, config.PostsPage = i18n.Text(s.Home), i18n.Text(s.PostsPage)
	config.CategoryBase, config.TagBase, config.AuthorBase = s.CategoryBase, s.TagBase, s.AuthorBase
	config.Subdirectory = s.Subdirectory
	for _, t := range s.PostTypes {
		config.PostTypes = append(config.PostTypes, route.PostType{Type: t.Type, Endpoint: t.Endpoint, Archive: t.Archive})
	}
	for _, t := range s.Taxonomies {
		config.Taxonomies = append(config.Taxonomies, route.Taxonomy{Taxonomy: t.Taxonomy, Endpoint: t.Endpoint})
	}
	return config
}

func (s *settings) compose(build string, dev bool, log *slog.Logger) compose.Config {
	return compose.Config{
		SiteURL: s.SiteURL, Build: build, Dev: dev, Prefetch: s.Prefetch, ForcedRefresh: s.ForcedRefresh, SellAlways: s.SellAlways,
		ReservedPrefix: s.ReservedPrefix, WhatsApp: s.WhatsApp, Log: log,
		Brochure: compose.Brochure{
			Template: s.Brochure.Template, AgencyID: s.Brochure.Agency, ReportType: s.Brochure.Report,
			ClientID: s.Brochure.Client, Languages: s.Brochure.Languages,
		},
		Blog: s.PostsPage[i18n.Fallback],
	}
}

// archives are the paths of the archives that configured post types have.
func (s *settings) archives() []string {
	var paths []string
	for _, t := range s.PostTypes {
		if t.Archive != "" {
			paths = append(paths, t.Archive)
		}
	}
	return paths
}

// taxonomies are those whose terms have pages.
func (s *settings) taxonomies() []string {
	names := []string{"category", "tag"}
	for _, t := range s.Taxonomies {
		names = append(names, t.Taxonomy)
	}
	return names
}

// ownHosts are the hosts whose addresses are inside the site.
func (s *settings) ownHosts() []string {
	site, err := url.Parse(s.SiteURL)
	if err != nil {
		return nil // validate has refused it
	}
	return []string{site.Host}
}

// postTypeEndpoints and taxonomyEndpoints tell the REST API what configured endpoints hold.
func (s *settings) postTypeEndpoints() map[string]content.Type {
	types := map[string]content.Type{}
	for _, t := range s.PostTypes {
		types[t.Endpoint] = content.Type(t.Type)
	}
	return types
}

func (s *settings) taxonomyEndpoints() map[string]string {
	names := map[string]string{}
	for _, t := range s.Taxonomies {
		names[t.Endpoint] = t.Taxonomy
	}
	return names
}

func (s *settings) resolve(log *slog.Logger) resolve.Config {
	config := resolve.Config{Subdirectory: s.Subdirectory, Homepage: len(s.Home) > 0, Log: log}
	for _, t := range s.Taxonomies {
		config.Taxonomies = append(config.Taxonomies, resolve.Taxonomy{
			Name: t.Taxonomy, PostTypeEndpoint: t.PostTypeEndpoint, Params: t.Params,
		})
	}
	return config
}
