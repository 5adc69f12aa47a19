package media

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"estate/internal/content/cmsurl"
	"estate/internal/media/remote"
	"estate/internal/platform/coalesce"
	"estate/internal/platform/fairqueue"
	"estate/internal/platform/worker"
)

//go:embed worker.mjs
var script string

// Library serves the pictures of the site. It is safe for concurrent use.
type Library struct {
	cfg         Config
	originals   *os.Root
	cache       *disk
	hosts       remote.Hosts
	client      *remote.Client
	files       *remote.Client // films, sounds and documents
	cms         cmsurl.Base
	workers     *worker.Pool // nil without Node or sharp
	unavailable string       // why there are no workers
	// Renditions that are being created, by key. Those of remote originals wait for another
	// host, so they have a group of their own.
	local, fetched *coalesce.Group[string, created]
	turns          *fairqueue.Queue // clients take turns at the workers
	refused        *refusals
	unreadable     *unreadable
	passing        *fairqueue.Queue // connections to other hosts for files, by client
	copying        chan struct{}    // slots of files that are copied; a copy is in memory
}

// A file that passes through holds a connection to its host as long as its client reads. One
// client with slow reads must not hold all of them.
const (
	maxPassing        = 32 // connections to one host
	passingOfOne      = 4  // of one client, to all hosts
	maxPassingWaiting = 32 // requests of one client that wait
)

// maxCopies bounds the memory of copies: so many times Config.MaxBytes.
const maxCopies = 2

// New opens the folders and starts the workers. Without Node or sharp the library serves the
// renditions on disk only: Picture returns nil, and Status returns the reason.
func New(cfg Config) (*Library, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	if err := os.MkdirAll(cfg.Originals, 0o755); err != nil {
		return nil, fmt.Errorf("media: create the folder of originals: %w", err)
	}
	originals, err := os.OpenRoot(cfg.Originals)
	if err != nil {
		return nil, fmt.Errorf("media: open the folder of originals: %w", err)
	}
	cache, err := openDisk(cfg.Cache, cfg.CacheBytes, cfg.Now, cfg.Log)
	if err != nil {
		originals.Close()
		return nil, err
	}
	sources := cfg.sources()
	pictures := sources
	pictures.Guard = cfg.Guard
	files := sources
	files.Types, files.MaxConns = RemoteFileTypes, maxPassing
	l := &Library{
		cfg:        cfg,
		originals:  originals,
		cache:      cache,
		hosts:      remote.NewHosts(sources),
		client:     remote.New(pictures),
		files:      remote.New(files),
		cms:        cmsurl.ParseBase(cfg.CMS),
		local:      coalesce.NewGroup[string, created](cfg.WaitTimeout, cfg.Queue),
		fetched:    coalesce.NewGroup[string, created](cfg.WaitTimeout, cfg.Queue),
		turns:      fairqueue.New(fairqueue.Config{Slots: cfg.Workers, MaxWaiting: 2 * cfg.Queue}),
		refused:    newRefusals(cfg.Now),
		unreadable: openUnreadable(cfg.Cache, cfg.Now, cfg.Log),
		passing:    fairqueue.New(fairqueue.Config{PerClient: passingOfOne, MaxWaiting: maxPassingWaiting}),
		copying:    make(chan struct{}, maxCopies),
	}
	if err := l.startWorkers(); err != nil {
		l.unavailable = err.Error()
		cfg.Log.Warn("pictures are not available", "err", err)
	}
	return l, nil
}

func (l *Library) startWorkers() error {
	if l.cfg.Node == "" {
		return fmt.Errorf("%w: Node was not found; install Node 20 or later, or set the path of its binary", ErrUnavailable)
	}
	found := worker.FindUpwards(l.cfg.Near, filepath.Join("node_modules", "sharp", "package.json"))
	if len(found) == 0 {
		return fmt.Errorf("%w: sharp is not in node_modules beside or above the program; run npm install sharp there", ErrUnavailable)
	}
	init, err := json.Marshal(map[string]any{
		"sharpFrom": found[0],
		"threads":   l.cfg.Threads,
		"maxPixels": l.cfg.MaxPixels,
	})
	if err != nil {
		return fmt.Errorf("media: %w", err)
	}
	l.workers, err = worker.New(worker.Config{
		Name:        "media",
		Node:        l.cfg.Node,
		Script:      script,
		Init:        func() ([]byte, error) { return init, nil },
		Workers:     l.cfg.Workers,
		Queue:       l.cfg.Queue,
		Timeout:     l.cfg.Timeout,
		MemoryLimit: l.cfg.MemoryLimit,
		Recycle:     2000,
		Log:         l.cfg.Log,
	})
	return err
}

// available reports whether renditions can be created.
func (l *Library) available() bool { return l.workers != nil }

// Status is the health of a Library.
type Status struct {
	Workers    worker.Status `json:"workers"`
	CacheFiles int           `json:"cacheFiles"`
	CacheBytes int64         `json:"cacheBytes"`
	// Unavailable is the reason why no renditions are created; empty if they are.
	Unavailable string `json:"unavailable,omitempty"`
}

// Status returns the health of the library.
func (l *Library) Status() Status {
	s := Status{Unavailable: l.unavailable}
	s.CacheFiles, s.CacheBytes = l.cache.usage()
	if l.workers != nil {
		s.Workers = l.workers.Status()
	}
	return s
}

// Pids returns the process ids of the workers that are up.
func (l *Library) Pids() []int {
	if l.workers == nil {
		return nil
	}
	return l.workers.Pids()
}

// Close stops the workers and the creation of renditions.
func (l *Library) Close() error {
	l.local.Close()
	l.fetched.Close()
	var errs []error
	if l.workers != nil {
		errs = append(errs, l.workers.Close())
	}
	l.client.Close()
	l.files.Close()
	l.cache.close()
	return errors.Join(append(errs, l.originals.Close())...)
}
