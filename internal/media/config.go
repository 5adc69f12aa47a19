package media

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"estate/internal/media/remote"
)

// Config sets the folders of pictures and the limits of renditions.
type Config struct {
	// Originals is the folder of local pictures; /media/x.jpg is x.jpg in it.
	Originals string
	// Fetch brings a local original into its folder that is not there yet; an error that is
	// fs.ErrNotExist means that there is none. nil: what is not in the folder does not exist.
	Fetch func(ctx context.Context, file string) error
	// Cache is the folder of renditions and copies of remote originals.
	Cache string
	// Hosts are the hosts of remote originals: exact names, with the port if it is not 443.
	// They are fetched by https from public IP addresses only.
	Hosts []string
	// PrivateHosts are further hosts, also fetched by http and from private IP addresses: a
	// CMS in the same network.
	PrivateHosts []string
	// CMS is the address of the CMS, such as https://cms.example.com; "" for none. Its files have
	// the scheme of this address, whatever the content writes.
	CMS string
	// Authorization maps hosts to the Authorization header of requests to them.
	Authorization map[string]string
	// Key signs the addresses of remote originals: only what content names is fetched. All
	// nodes of a site need the same. nil means that addresses are not signed.
	Key []byte
	// Guard limits the requests for pictures; nil means no limits.
	Guard remote.Guard
	// Node is the path of the Node binary. Without it renditions on disk are served, but none is created.
	Node string
	// Near are the folders in or above which node_modules/sharp is searched.
	Near []string
	// Workers is the number of processes that create renditions; 0 means 1.
	Workers int
	// Threads is the number of threads of a worker; 0 means 2.
	Threads int
	// Queue is the number of renditions that may be created or queued at once, of local and of
	// remote originals each; 0 means 256.
	Queue int
	// MaxBytes limits the size of an original; 0 means 32 MB.
	MaxBytes int64
	// MaxPixels limits the pixels of a decoded original; 0 means 50 million.
	MaxPixels int64
	// Timeout limits the creation of one rendition in a worker; 0 means 15 s.
	Timeout time.Duration
	// WaitTimeout limits the wait for a rendition, queue and fetch of the original included; 0 means 60 s.
	WaitTimeout time.Duration
	// MemoryLimit limits the resident memory of a worker in bytes; 0 means 1 GB.
	MemoryLimit int64
	// CacheBytes limits the cache folder; the least recently used files are evicted. 0 means 2 GB.
	CacheBytes int64
	// RemoteAge is the time after which a remote original is revalidated; 0 means a week.
	RemoteAge time.Duration
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Log receives refused pictures and failures; nil means slog.Default.
	Log *slog.Logger
}

// Validate returns all errors of the configuration, joined.
func (c *Config) Validate() error {
	var errs []error
	if c.Originals == "" {
		errs = append(errs, errors.New("media: the folder of originals is not set"))
	}
	if c.Cache == "" {
		errs = append(errs, errors.New("media: the cache folder is not set"))
	}
	for _, n := range []struct {
		name  string
		value int64
	}{
		{"workers", int64(c.Workers)},
		{"threads", int64(c.Threads)},
		{"queue", int64(c.Queue)},
		{"maximum size of an original", c.MaxBytes},
		{"maximum of pixels", c.MaxPixels},
		{"timeout", int64(c.Timeout)},
		{"wait timeout", int64(c.WaitTimeout)},
		{"memory limit", c.MemoryLimit},
		{"cache size", c.CacheBytes},
		{"age of remote originals", int64(c.RemoteAge)},
	} {
		if n.value < 0 {
			errs = append(errs, fmt.Errorf("media: %s is %d; use 0 for the default or a positive number", n.name, n.value))
		}
	}
	sources := c.sources()
	return errors.Join(append(errs, sources.Validate())...)
}

func (c *Config) sources() remote.Config {
	return remote.Config{Hosts: c.Hosts, PrivateHosts: c.PrivateHosts, MaxBytes: c.MaxBytes, Authorization: c.Authorization}
}

func (c Config) withDefaults() Config {
	c.Workers = cmp.Or(c.Workers, 1)
	c.Threads = cmp.Or(c.Threads, 2)
	c.Queue = cmp.Or(c.Queue, 256)
	c.MaxBytes = cmp.Or(c.MaxBytes, 32<<20)
	c.MaxPixels = cmp.Or(c.MaxPixels, 50_000_000)
	c.Timeout = cmp.Or(c.Timeout, 15*time.Second)
	c.WaitTimeout = cmp.Or(c.WaitTimeout, time.Minute)
	c.MemoryLimit = cmp.Or(c.MemoryLimit, 1<<30)
	c.CacheBytes = cmp.Or(c.CacheBytes, 2<<30)
	c.RemoteAge = cmp.Or(c.RemoteAge, 7*24*time.Hour)
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Log = cmp.Or(c.Log, slog.Default())
	return c
}
