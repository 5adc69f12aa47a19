package upstream

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"

	"estate/internal/content"
)

// answer is what the source said once: something, or a refusal that is an answer
// too, such as "no such id".
type answer struct {
	value any
	err   *content.Error
	asked time.Time
	// late is when the source last failed to give a newer one in time, in Unix
	// nanoseconds: visitors do not wait for the same failure again and again.
	late atomic.Int64
}

func (a *answer) get() (any, error) {
	if a.err != nil {
		return nil, a.err
	}
	return a.value, nil
}

// answers keeps as many as fit. Whoever asks for nonsense pushes out nonsense:
// what is asked for often stays.
type answers struct {
	kept *otter.Cache[string, *answer]
}

func newAnswers(entities int) answers {
	return answers{otter.Must(&otter.Options[string, *answer]{
		MaximumWeight: uint64(entities),
		Weigher:       func(_ string, a *answer) uint32 { return weight(a.value) },
	})}
}

func (k answers) find(key string) *answer {
	found, _ := k.kept.GetIfPresent(key)
	return found
}

func (k answers) keep(key string, a *answer) { k.kept.Set(key, a) }

// weight counts entities: an answer of forty posts is as large as forty of one.
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

// refusal is what a source says that can answer and will not.
func refusal(err error) (*content.Error, bool) {
	known, ok := errors.AsType[*content.Error](err)
	return known, ok && known.Status < 500 && known.Status != statusTooMany
}

// statusTooMany asks to come back later.
const statusTooMany = 429
