package wordpress

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// mediaLookup holds the media that a response names by id alone, as fields of ACF do whose return
// format is the id.
type mediaLookup struct {
	found  map[int]*content.Image
	wanted map[int]bool // named, and not found yet
}

// image returns a medium by id, nil when it is not loaded.
func (l *mediaLookup) image(id int) *content.Image {
	if l == nil {
		return nil
	}
	image, known := l.found[id]
	if !known {
		l.wanted[id] = true
		return nil
	}
	if image == nil {
		return nil
	}
	copied := *image
	return &copied
}

// withMedia decodes a response, and a second time with the media that it names by id alone.
func withMedia[T any](ctx context.Context, c *Client, lang i18n.Lang, decode func(decoder) T) (T, error) {
	d := c.decoder(lang)
	d.byID = &mediaLookup{found: map[int]*content.Image{}, wanted: map[int]bool{}}
	value := decode(d)
	if len(d.byID.wanted) == 0 {
		return value, nil
	}
	if err := c.loadMedia(ctx, lang, d.byID); err != nil {
		return value, err
	}
	return decode(d), nil
}

const mediaTTL = 10 * time.Minute

// mediaCache keeps media by id.
type mediaCache struct {
	mu      sync.Mutex
	entries map[int]cachedImage
}

type cachedImage struct {
	image *content.Image // nil: the CMS has none
	until time.Time
}

// maxCachedMedia bounds the media that are kept by id.
const maxCachedMedia = 20_000

// loadMedia loads the wanted media. Those that the CMS does not have are nil.
func (c *Client) loadMedia(ctx context.Context, lang i18n.Lang, lookup *mediaLookup) error {
	now := c.config.Now()
	var missing []int
	c.media.mu.Lock()
	for id := range lookup.wanted {
		if known, ok := c.media.entries[id]; ok && now.Before(known.until) {
			lookup.found[id] = known.image
		} else {
			missing = append(missing, id)
		}
	}
	c.media.mu.Unlock()
	slices.Sort(missing)
	for ids := range slices.Chunk(missing, maxPerPage) {
		// WordPress omits media_details.width alone.
		items, err := c.included(ctx, lang, "media", Params{"_fields": "id,source_url,alt_text,alt,color,media_details"}, ids)
		if err != nil && !isRefusal(err) && !isPartMissing(err) {
			return err
		}
		loaded := map[int]*content.Image{}
		for _, id := range ids {
			loaded[id] = nil
		}
		for _, item := range items {
			loaded[item.at("id").integer()] = c.decoder(lang).image(item)
		}
		maps.Copy(lookup.found, loaded)
		c.media.mu.Lock()
		if c.media.entries == nil || len(c.media.entries) > maxCachedMedia {
			c.media.entries = map[int]cachedImage{}
		}
		for id, image := range loaded {
			c.media.entries[id] = cachedImage{image, now.Add(mediaTTL)}
		}
		c.media.mu.Unlock()
	}
	return nil
}

// isRefusal reports an answer of WordPress that is no outage.
func isRefusal(err error) bool {
	failure, known := errors.AsType[*content.Error](err)
	return known && failure.Status < 500 && failure.Status != 429
}

// file returns the address of a file field of ACF: an address, an object, or an id.
func (d decoder) file(n node) string {
	if n.isObject() {
		return strings.TrimSpace(n.first("url", "source_url", "link").text())
	}
	if id := n.mediaID(); id > 0 {
		if image := d.byID.image(id); image != nil {
			return image.URL
		}
		return ""
	}
	return strings.TrimSpace(n.text())
}

// mediaID returns a bare id, 0 for any other value.
func (n node) mediaID() int {
	text := strings.TrimSpace(n.text())
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0
	}
	return n.integer()
}

// linkTarget returns the address of a link field of ACF: an address, or an object with one.
func (n node) linkTarget() string {
	if n.isObject() {
		n = n.first("url", "link")
	}
	return strings.TrimSpace(n.text())
}
