package compose

import (
	"context"
	"sync"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
)

// listingsLife bounds how old the list of listing pages gets.
const listingsLife = time.Minute

// listingsKeeper remembers which listing pages there are, so that a filtered
// page can name the nearest one as its canonical.
type listingsKeeper struct {
	mu    sync.Mutex
	links map[content.PropertyFilter]string
	made  time.Time
}

// listings are the links of all listing pages of the language by what they preset.
func (d *draft) listings() map[content.PropertyFilter]string {
	k := d.keepers[d.lang]
	k.mu.Lock()
	defer k.mu.Unlock()
	now := d.cfg.Now()
	if k.links != nil && now.Sub(k.made) < listingsLife {
		return k.links
	}
	links, err := loadListings(d.ctx, d.source, d.lang)
	if err != nil {
		d.missed("listing pages", err)
		return k.links
	}
	k.links, k.made = links, now
	return links
}

// mostPages bounds how many content pages are looked through.
const mostPages = 500

func loadListings(ctx context.Context, source content.Source, lang i18n.Lang) (map[content.PropertyFilter]string, error) {
	links := map[content.PropertyFilter]string{}
	for page := 1; (page-1)*100 < mostPages; page++ {
		archive, err := source.Archive(ctx, lang, content.ArchiveQuery{Endpoint: "pages", Page: page, PerPage: 100})
		if err != nil {
			return nil, err
		}
		for _, entity := range archive.Items {
			if p, ok := entity.(*content.Page); ok && p.Filter != nil {
				if link := p.LinkIn(lang); link != "" && (*p.Filter != content.PropertyFilter{}) {
					links[*p.Filter] = link
				}
			}
		}
		if page >= archive.TotalPages {
			break
		}
	}
	return links, nil
}

// nearest is the page that stands for a filtered one before search engines: the
// listing page with the same offer, type and place, else the page of the place,
// else a listing page that asks for less, else the open search.
func (d *draft) nearest(f search.Filter) string {
	if kindOf(f) == search.KindDevelopments {
		return d.resultsPath(search.KindDevelopments)
	}
	want := content.PropertyFilter{Offer: only(f.Offers), Type: only(f.Types), Location: onePlace(f)}
	listings := d.listings()
	if link := listings[want]; link != "" {
		return link
	}
	if place := d.site.catalog.Option(search.KeyLocation, want.Location); want.Location != 0 && place != nil {
		return d.cityLink(place)
	}
	for _, less := range []content.PropertyFilter{
		{Offer: want.Offer, Type: want.Type}, {Type: want.Type}, {Offer: want.Offer},
	} {
		if link := listings[less]; link != "" {
			return link
		}
	}
	return d.resultsPath(search.KindProperties)
}

// only is the one id of a list, 0 when there is none or several.
func only(ids []int) int {
	if len(ids) == 1 {
		return ids[0]
	}
	return 0
}
