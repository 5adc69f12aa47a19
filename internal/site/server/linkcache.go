package server

import (
	"time"

	"github.com/maypok86/otter/v2"

	"estate/internal/site/ssr"
)

// linkCache holds the page of a link at a generation of the content, so that a cache hit
// composes nothing. An entry of another generation is checked once and renewed.
type linkCache struct {
	entries *otter.Cache[string, *linkEntry]
}

type linkEntry struct {
	generation uint64
	until      time.Time
	status     int
	robots     string
	key        ssr.Key // of the page in ssr.Pages, which bounds the memory
	surrogate  surrogate
}

// linkLifetime bounds the age of an entry without a change of content: the year and "new"
// badges of a view change by themselves.
const linkLifetime = time.Hour

// maxCachedLinkBytes bounds the keys of the cache: longer links are answered but not cached.
const maxCachedLinkBytes = 512

// maxCachedLinks is the maximum number of links in the cache.
const maxCachedLinks = 20_000

func newLinkCache() *linkCache {
	return &linkCache{otter.Must(&otter.Options[string, *linkEntry]{MaximumSize: maxCachedLinks})}
}

// cachedPage returns what is known about a link, and its page if that is current.
func (s *Server) cachedPage(raw string, now time.Time) (*linkEntry, *ssr.Page) {
	generation := s.parts.Generation() // read first: a later change makes the entry outdated
	entry, _ := s.links.entries.GetIfPresent(raw)
	if entry == nil || entry.generation != generation || !now.Before(entry.until) {
		return entry, nil
	}
	page, _ := s.parts.Pages.Cached(entry.key)
	return entry, page
}
