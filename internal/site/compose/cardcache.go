package compose

import (
	"strings"
	"time"
	"weak"

	"github.com/maypok86/otter/v2"

	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

// Limits of the cards that are cached in one language.
const (
	maxCards     = 600       // of about 2 KB: half of it JSON
	cardLifetime = time.Hour // an unreadable picture is tried again after a day, which changes no other part of the key
)

// cardCache caches the cards of properties in one language: most pages of results show properties
// of other pages. Its keys do not keep a property in memory.
type cardCache struct {
	cards *otter.Cache[cardKey, *cachedCard]
	now   func() time.Time
}

// cachedCard is a card with its JSON.
type cachedCard struct {
	card *view.Card
	json []byte
	// readable reports that the HTML of the card shows all its fields but the id and the kind of properties.
	readable bool
}

// cardKey is what a card is made from. An entity and the option lists are never changed: the source
// replaces them.
type cardKey struct {
	property   weak.Pointer[content.Property]
	localizer  weak.Pointer[localizer] // new with the option lists
	unreadable uint64                  // pictures found unreadable since the start
	period     int64                   // of cardLifetime
}

func newCardCache(now func() time.Time) *cardCache {
	return &cardCache{otter.Must(&otter.Options[cardKey, *cachedCard]{MaximumSize: maxCards}), now}
}

// card returns the cached card, or a new one. It is shared and must not be changed.
func (c *cardCache) card(b *cardBuilder, p *content.Property) *cachedCard {
	key := cardKey{property: weak.Make(p), localizer: weak.Make(b.localizer), period: c.now().UnixNano() / int64(cardLifetime)}
	if b.renditions != nil {
		key.unreadable = b.renditions.UnreadableCount()
	}
	if cached, ok := c.cards.GetIfPresent(key); ok {
		return cached
	}
	cached := &cachedCard{card: b.newProperty(p)}
	cached.readable = isReadable(cached.card)
	cached.json = mustMarshal(cached.card)
	c.cards.Set(key, cached)
	return cached
}

// isReadable reports whether the browser can read a card of results from its HTML, which shows all
// but the id (web/src/features/property-card/read-card.ts). A parser of HTML changes some characters.
func isReadable(card *view.Card) bool {
	switch {
	case card.Kind != string(search.KindProperties), card.Withdrawn, card.Differs != nil, card.Spot != nil, card.Price.Note != "":
		return false
	case card.Picture == nil, len(card.Picture.Widths) == 0, card.Picture.Alt != "", card.Picture.Altered:
		return false
	}
	return strings.HasPrefix(card.Href, "/") && !strings.ContainsAny(card.Href+card.Title+card.Place+card.Reference, "\r\x00")
}
