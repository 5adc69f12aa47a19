package compose

import (
	"time"
	"weak"

	"github.com/maypok86/otter/v2"

	"estate/internal/content"
	"estate/internal/view"
)

// Limits of the cards that are kept in one language.
const (
	maxCards     = 600       // of about 2 KB: half of it JSON
	cardLifetime = time.Hour // an unreadable picture is tried again after a day
)

// cardCache keeps the cards of properties in one language: most pages of results show the properties
// of other pages. It keeps no property in memory.
type cardCache struct {
	cards *otter.Cache[cardKey, *keptCard]
	now   func() time.Time
}

// keptCard is a card with its JSON.
type keptCard struct {
	card view.Card
	json []byte
}

// cardKey is what a card is made from. An entity and the option lists are never changed: the source
// replaces them.
type cardKey struct {
	property   weak.Pointer[content.Property]
	text       weak.Pointer[localizer] // that of the option lists
	unreadable uint64                  // number of unreadable pictures
	period     int64                   // of cardLifetime
}

func newCardCache(now func() time.Time) *cardCache {
	return &cardCache{otter.Must(&otter.Options[cardKey, *keptCard]{MaximumSize: maxCards}), now}
}

// card returns the kept card, or a new one. Its lists are shared and must not be changed.
func (c *cardCache) card(b *cardBuilder, p *content.Property) *keptCard {
	key := cardKey{property: weak.Make(p), text: weak.Make(b.localizer), period: c.now().UnixNano() / int64(cardLifetime)}
	if b.renditions != nil {
		key.unreadable = b.renditions.UnreadableCount()
	}
	if kept, ok := c.cards.GetIfPresent(key); ok {
		return kept
	}
	kept := &keptCard{card: b.newProperty(p)}
	kept.json = encoded(&kept.card)
	c.cards.Set(key, kept)
	return kept
}
