package upstream

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"

	"estate/internal/content"
)

// entry is a cached response: a value, or a refusal such as "not found".
type entry struct {
	value     any
	refusal   *content.Error
	requested time.Time
	// failedAt is when the last attempt to replace the entry failed or was too slow, in Unix
	// nanoseconds. For Config.Fresh after it, callers do not wait for another attempt.
	failedAt atomic.Int64
}

func (e *entry) result() (any, error) {
	if e.refusal != nil {
		return nil, e.refusal
	}
	return e.value, nil
}

// cache keeps the most used responses, bounded by their number of entities. Age is judged by
// the reader (Source.load), because stale entries are still needed.
type cache struct {
	entries *otter.Cache[string, *entry]
}

func newCache(maxEntities int) cache {
	return cache{otter.Must(&otter.Options[string, *entry]{
		MaximumWeight: uint64(maxEntities),
		Weigher:       func(_ string, e *entry) uint32 { return weight(e.value) },
	})}
}

// get returns the entry of a key, nil on a cache miss.
func (c cache) get(key string) *entry {
	e, _ := c.entries.GetIfPresent(key)
	return e
}

func (c cache) set(key string, e *entry) { c.entries.Set(key, e) }

// weight returns the number of entities in a response, at least 1.
func weight(value any) uint32 {
	n := 0
	switch v := value.(type) {
	case []content.Entity:
		n = len(v)
	case *content.Archive:
		n = len(v.Items)
	case *content.Listing[*content.Property]:
		n = len(v.Items)
	case *content.Listing[*content.Development]:
		n = len(v.Items)
	case []*content.Term:
		n = len(v) / 8 // terms are small
	case []content.InstagramPost:
		n = len(v) / 8
	}
	return uint32(max(n, 1))
}

// asRefusal reports whether err is the answer of a source that is up: a client error other
// than 429.
func asRefusal(err error) (*content.Error, bool) {
	known, ok := errors.AsType[*content.Error](err)
	return known, ok && known.Status < 500 && known.Status != statusTooManyRequests
}

const statusTooManyRequests = 429
