package media

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"estate/internal/media/remote"
)

// Config says where pictures lie and what renditions may cost.
type Config struct {
	// Originals is the folder of the site's own pictures; /media/x.jpg is x.jpg in it.
	Originals string
	// Cache is the folder for renditions and copies of remote originals.
	Cache string
	// Hosts may be asked for remote originals: exact names, with a port where it
	// is not 443. They are reached by https at public addresses only.
	Hosts []string
	// PrivateHosts are further ones that may also be reached by http and at private addresses:
	// a CMS in the same network.
	PrivateHosts []string
	// Node is the path of the Node binary. Without one renditions on disk are served, but none is made.
	Node string
	// Near are the folders in or above which node_modules/sharp is looked for.
	Near []string
	// Workers is the number of processes that make renditions; 0 means 1.
	Workers int
	// Threads is what each worker may use for one rendition; 0 means 2.
	Threads int
	// Queue is how many renditions may be in the making or wait; 0 means 256.
	Queue int
	// MaxBytes bounds an original; 0 means 32 MB.
	MaxBytes int64
	// MaxPixels bounds an original once decoded; 0 means 50 million.
	MaxPixels int64
	// Timeout bounds the making of one rendition inside a worker; 0 means 15 s.
	Timeout time.Duration
	// WaitTimeout limits the wait for a rendition, queue and fetch of the original included; 0 means 60 s.
	WaitTimeout time.Duration
	// MemoryLimit bounds a worker's resident memory; 0 means 1 GB.
	MemoryLimit int64
	// CacheBytes bounds the cache folder; what was used longest ago goes first. 0 means 2 GB.
	CacheBytes int64
	// RemoteAge is how long a remote original counts as unchanged; 0 means a week.
	RemoteAge time.Duration
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Log takes refused pictures and failures; nil means slog.Default.
	Log *slog.Logger
}

// Validate tells everything that is wrong with the configuration.
func (c *Config) Validate() error {
	var errs []error
	if c.Originals == "" {
		errs = append(errs, errors.New("media: no folder of originals is given"))
	}
	if c.Cache == "" {
		errs = append(errs, errors.New("media: no cache folder is given"))
	}
	for _, n := range []struct {
		what  string
		value int64
	}{
		{"workers", int64(c.Workers)},
		{"threads", int64(c.Threads)},
		{"queue", int64(c.Queue)},
		{"largest original", c.MaxBytes},
		{"most pixels", c.MaxPixels},
		{"time limit", int64(c.Timeout)},
		{"wait timeout", int64(c.WaitTimeout)},
		{"memory limit", c.MemoryLimit},
		{"cache size", c.CacheBytes},
		{"age of remote originals", int64(c.RemoteAge)},
	} {
		if n.value < 0 {
			errs = append(errs, fmt.Errorf("media: %s is %d; use 0 for the default or a positive number", n.what, n.value))
		}
	}
	sources := c.sources()
	return errors.Join(append(errs, sources.Validate())...)
}

func (c *Config) sources() remote.Config {
	return remote.Config{Hosts: c.Hosts, PrivateHosts: c.PrivateHosts, MaxBytes: c.MaxBytes}
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
