package store

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"runtime"
	"strings"

	"estate/internal/content"
	"estate/internal/platform/sqldb"
)

// Config configures a store.
type Config struct {
	// Path is the SQLite file. It and its folder are created when missing.
	Path string
	// URL is the address of a PostgreSQL database, used in place of a file. It may
	// hold a password, so it is never printed.
	URL string
	// ReadOnly opens an existing store beside the process that writes it: nothing
	// is created, migrated or locked, and later changes are not seen.
	ReadOnly bool
	// Beside opens a file for writing also while the running site keeps it; both see each other's changes.
	// Without it a second process is refused.
	Beside bool
	// SiteURL is the site's own address; stored redirects to another host count
	// as external. Empty means that every absolute address is external.
	SiteURL string
	// Endpoints names the endpoints of configured post types and taxonomies whose
	// type differs from the endpoint: {"events": "event"}.
	Endpoints map[string]content.Type
	// Authorize reports whether a request's credential opens the draft or the revisions
	// of an entity. Nil opens them for nobody.
	Authorize func(content.Credential, content.Ref) bool
	// CacheBytes bounds the decoded documents kept in memory, by the size of
	// their JSON. 0 means 8 MiB.
	CacheBytes int
	// Log receives what happens outside of calls: lost connections, failed
	// subscribers. Nil discards it.
	Log *slog.Logger
	// KeepChanges is the least number of changes that the log keeps. 0 means 100,000.
	KeepChanges int
	// Readers is the number of read connections. 0 means one per processor, at least
	// four.
	Readers int
}

// Validate reports every setting that cannot work.
func (c Config) Validate() error {
	var errs []error
	if strings.TrimSpace(c.Path) == "" && c.URL == "" {
		errs = append(errs, errors.New("store: no file named; set Path, or URL for a server"))
	}
	if c.URL != "" {
		if err := sqldb.CheckURL(c.URL); err != nil {
			errs = append(errs, fmt.Errorf("store: URL: %w", err))
		}
	}
	if strings.ContainsRune(c.Path, 0) {
		errs = append(errs, errors.New("store: Path holds a zero byte"))
	}
	if c.SiteURL != "" {
		if site, err := url.Parse(c.SiteURL); err != nil || site.Host == "" {
			errs = append(errs, fmt.Errorf("store: SiteURL %q is no address; write it as https://www.example.com", c.SiteURL))
		}
	}
	if c.CacheBytes < 0 || c.KeepChanges < 0 || c.Readers < 0 {
		errs = append(errs, errors.New("store: CacheBytes, KeepChanges and Readers must not be negative"))
	}
	return errors.Join(errs...)
}

func (c Config) withDefaults() Config {
	c.CacheBytes = cmp.Or(c.CacheBytes, 8<<20)
	c.KeepChanges = cmp.Or(c.KeepChanges, 100_000)
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	c.Readers = cmp.Or(c.Readers, max(4, runtime.GOMAXPROCS(0)))
	return c
}
