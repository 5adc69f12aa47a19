package server

import (
	"time"

	"github.com/maypok86/otter/v2"

	"estate/internal/ssr"
)

// linkCache remembers which page a link showed at which state of the content,
// so that a hit composes nothing. After a change each entry is checked once.
type linkCache struct {
	entries *otter.Cache[string, *linkEntry]
}

type linkEntry struct {
	generation uint64
	until      time.Time
	status     int
	robots     string
	key        ssr.Key // the page itself lives in ssr.Pages, which bounds the memory
}

// entryLife bounds how long an entry is trusted while nothing changes: views
// hold the year and "new" badges, which change by themselves.
const entryLife = time.Hour

// longestCachedLink keeps the cache's memory bounded: longer addresses are
// answered, but not remembered.
const longestCachedLink = 512

func newLinkCache(most int) *linkCache {
	return &linkCache{otter.Must(&otter.Options[string, *linkEntry]{MaximumSize: most})}
}
