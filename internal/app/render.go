package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"estate/internal/app/config"
	"estate/internal/media"
	"estate/internal/media/mediasync"
	"estate/internal/platform/worker"
	"estate/internal/site/ssr"
	"estate/web"
)

// findNode finds the Node binary of the workers. Without one, "", the site serves
// fallback documents; a configured one that is missing is an error.
func (a *App) findNode(s config.Settings) (string, error) {
	node, version, err := ssr.FindNode(s.Node, searchDirs())
	switch {
	case err == nil:
		a.log.Debug("Node found", "path", node, "version", version)
		return node, nil
	case s.Node != "":
		return "", err
	}
	a.log.Warn("no Node found: pages are not rendered and pictures are not resized; install Node 20 or newer, or set --node", "err", err)
	return "", nil
}

// searchDirs are the folders below and above which node_modules with Node and sharp
// are searched: that of the program and the working directory.
func searchDirs() []string {
	var dirs []string
	if program, err := os.Executable(); err == nil {
		dirs = append(dirs, filepath.Dir(program))
	}
	if dir, err := os.Getwd(); err == nil {
		dirs = append(dirs, dir)
	}
	return dirs
}

// openMedia opens the picture library.
func (a *App) openMedia(ctx context.Context, s config.Settings, node string) (*media.Library, error) {
	hosts, private := s.PictureHosts()
	key, err := a.mediaKey(ctx, s)
	if err != nil {
		return nil, err
	}
	if err := a.openMediaSync(s); err != nil {
		return nil, err
	}
	var fetch func(context.Context, string) error
	if a.mediaSync != nil {
		fetch = a.mediaSync.Fetch
	}
	library, err := media.New(media.Config{
		Originals: s.OriginalsDir(), Fetch: fetch, Cache: s.RenditionsDir(), Hosts: hosts, PrivateHosts: private, Node: node, Near: searchDirs(),
		CMS: s.CMSURL(), Authorization: s.CMSAuthorization(), Key: key, Guard: a.guardPictures,
		Workers: s.Media.Workers, CacheBytes: int64(s.Media.CacheMB) << 20, Log: a.log,
	})
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, library.Close)
	return library, nil
}

// openMediaSync prepares the transfers between the originals and their bucket, if there is one.
func (a *App) openMediaSync(s config.Settings) error {
	if s.Media.Bucket == "" {
		return nil
	}
	originals, err := s.OpenBucket(s.Media.Bucket)
	if err != nil {
		return err
	}
	a.mediaSync, err = mediasync.Open(mediasync.Config{
		Folder: s.OriginalsDir(), State: s.OriginalsStateFile(), Bucket: originals, Accepts: media.IsOriginal, Log: a.log,
	})
	if err != nil {
		return err
	}
	a.closers = append(a.closers, a.mediaSync.Close)
	return nil
}

// openRenderer starts the render workers. Without Node the renderer always fails.
func (a *App) openRenderer(s config.Settings, node string) (ssr.Renderer, error) {
	bundle, err := web.ServerBundle()
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", errNotBuilt, err)
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

// openPages opens the cache of rendered pages.
func (a *App) openPages(s config.Settings) error {
	pages, err := ssr.NewPages(ssr.PagesConfig{MaxBytes: int64(s.Render.CacheMB) << 20, Log: a.log})
	if err != nil {
		return err
	}
	a.pages = pages
	a.closers = append(a.closers, pages.Close)
	return nil
}

// noRenderer is the renderer without Node.
type noRenderer struct{}

func (noRenderer) Render(context.Context, []byte) (ssr.Rendering, error) {
	return ssr.Rendering{}, ssr.ErrNoNode
}

// workerStatus returns the status of the render workers, nil without any.
func (a *App) workerStatus() func() worker.Status {
	if a.pool == nil {
		return nil
	}
	return a.pool.Status
}
