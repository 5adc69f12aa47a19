package server

import (
	"sync/atomic"
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
	// lines are those of the page's headers, made at the first use.
	lines atomic.Pointer[[]byte]
}

// linkLifetime bounds the age of an entry without a change of content: the year and "new"
// badges of a view change by themselves.
const linkLifetime = time.Hour

// maxCachedLinkBytes bounds the keys of the cache: longer links are answered but not cached.
const maxCachedLinkBytes = 512

func newLinkCache(maxLinks int) *linkCache {
	return &linkCache{otter.Must(&otter.Options[string, *linkEntry]{MaximumSize: maxLinks})}
}
