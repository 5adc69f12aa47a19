package engine

import (
	"context"
	"fmt"
	"math"

	"estate/internal/agency/feeds"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// known are the properties of the store by what identifies them.
type known struct {
	feed        string
	byReference map[string][]candidate // type and folded reference
	byMark      map[string][]candidate // cadastral reference
	byCell      map[[2]int][]candidate
	lost        map[string]int         // ids of properties of this feed without a note, by key
	owners      map[content.Ref]string // names of feeds
}

// candidate is a property that a listing may be.
type candidate struct {
	id        int
	owner     string // name of the feed, "" for none
	offers    []int
	reference string
	at        search.Point
	price     int
	built     int
	beds      int
}

// match is the result of a search.
type match struct {
	candidate
	own     bool // a property of this feed whose note is lost
	perhaps Same
}

// cellDegrees is the side of a cell of positions, about 2 km.
const cellDegrees = 0.02

func cell(p search.Point) [2]int {
	return [2]int{int(math.Floor(p.Lat / cellDegrees)), int(math.Floor(p.Lng / cellDegrees))}
}

// readKnown reads the rows of the store and the items of all feeds. It reads the documents of
// properties that are no feed's: their cadastral references are in no row.
func (r *run) readKnown(ctx context.Context) (*known, error) {
	k := &known{
		feed: r.feed.Name, byReference: map[string][]candidate{}, byMark: map[string][]candidate{}, byCell: map[[2]int][]candidate{},
		lost: map[string]int{}, owners: map[content.Ref]string{},
	}
	owners, marks := k.owners, map[content.Ref]string{}
	for feed, items := range r.all {
		if _, err := r.engine.feed(feed); err != nil {
			continue // no feed any more: another one may take over
		}
		for _, i := range items {
			if i.live() {
				owners[i.ref()], marks[i.ref()] = feed, i.Mark
			}
		}
	}
	for row, err := range r.engine.store.Rows(ctx) {
		if err != nil {
			return nil, err
		}
		ref := content.Ref{Type: content.Type(row.Kind), ID: row.ID}
		c := candidate{
			id: row.ID, owner: owners[ref], offers: row.Offers, reference: row.Reference, at: row.Position, price: row.Price, built: row.Built,
			beds: row.Beds,
		}
		mark := marks[ref]
		if _, owned := owners[ref]; !owned && ref.Type == content.TypeProperty {
			entity, err := r.engine.store.ByID(ctx, i18n.Fallback, string(ref.Type), ref.ID, "")
			if property, ok := entity.(*content.Property); err == nil && ok {
				mark = property.CadastralReference
				if property.Origin != nil && property.ID >= FirstID && property.Origin.System == r.feed.Name {
					k.lost[property.Origin.Key] = property.ID
					continue
				}
			}
		}
		k.put(ref.Type, c, mark)
	}
	return k, nil
}

func (k *known) put(t content.Type, c candidate, mark string) {
	if reference := search.FoldReference(c.reference); reference != "" {
		key := string(t) + "/" + reference
		k.byReference[key] = append(k.byReference[key], c)
	}
	if mark != "" {
		k.byMark[mark] = append(k.byMark[mark], c)
	}
	if c.at != (search.Point{}) && t == content.TypeProperty {
		k.byCell[cell(c.at)] = append(k.byCell[cell(c.at)], c)
	}
}

// add adds a new property of this run, for the listings after it.
func (k *known) add(l *feeds.Listing, id int, owner string, t content.Type) {
	c := candidate{id: id, owner: owner, reference: l.Reference(), price: l.Price, built: l.Built, beds: l.Bedrooms}
	if l.Point != nil {
		c.at = search.Point{Lat: l.Point.Lat, Lng: l.Point.Lng}
	}
	k.put(t, c, l.Cadastral)
}

// find looks for the property that a listing is: by reference, then by cadastral reference. Two
// listings of one feed are never the same. Distance, price and size are only a proposal.
func (k *known) find(l *feeds.Listing, t content.Type) match {
	if id := k.lost[l.Key]; id != 0 && t == content.TypeProperty {
		return match{candidate: candidate{id: id}, own: true}
	}
	var near *candidate
	check := func(c candidate) (match, bool) {
		switch {
		case c.owner == k.feed && c.id >= FirstID:
			return match{}, false
		case !k.agrees(l, c):
			near = &c
			return match{}, false
		}
		return match{candidate: c}, true
	}
	for _, reference := range l.References {
		for _, c := range k.byReference[string(t)+"/"+search.FoldReference(reference)] {
			if m, ok := check(c); ok {
				return m
			}
		}
	}
	if l.Cadastral != "" {
		for _, c := range k.byMark[l.Cadastral] {
			if m, ok := check(c); ok {
				return m
			}
		}
	}
	if near != nil {
		return match{perhaps: Same{l.Key, l.Reference(), near.id, near.reference, "the same reference, but another place or size"}}
	}
	return match{perhaps: k.perhaps(l, t)}
}

// agrees reports whether nothing speaks against a match: the place is within 5 km, the sizes
// differ by less than a half.
func (k *known) agrees(l *feeds.Listing, c candidate) bool {
	if l.Point != nil && c.at != (search.Point{}) && distance(l.Point, c.at) > 5 {
		return false
	}
	if l.Built > 0 && c.built > 0 && (2*l.Built < c.built || 2*c.built < l.Built) {
		return false
	}
	return true
}

// Two properties with the same number of bedrooms are alike within these limits.
const (
	pricePercent   = 2
	sizePercent    = 5
	nearKilometres = 1.5
)

// perhaps looks for a property of another system within 1.5 km with the same bedrooms, within
// 2 % of the price and 5 % of the size.
func (k *known) perhaps(l *feeds.Listing, t content.Type) Same {
	if l.Point == nil || l.Price == 0 || l.Built == 0 || t != content.TypeProperty {
		return Same{}
	}
	at := cell(search.Point{Lat: l.Point.Lat, Lng: l.Point.Lng})
	for lat := at[0] - 1; lat <= at[0]+1; lat++ {
		for lng := at[1] - 1; lng <= at[1]+1; lng++ {
			for _, c := range k.byCell[[2]int{lat, lng}] {
				if c.owner == k.feed || c.beds != l.Bedrooms || !within(l.Price, c.price, pricePercent) || !within(l.Built, c.built, sizePercent) {
					continue
				}
				if km := distance(l.Point, c.at); km <= nearKilometres {
					return Same{
						l.Key, l.Reference(), c.id, c.reference,
						fmt.Sprintf("%.1f km apart, %d and %d €, %d and %d m²", km, l.Price, c.price, l.Built, c.built),
					}
				}
			}
		}
	}
	return Same{}
}

func within(a, b, percent int) bool {
	return b > 0 && math.Abs(float64(a-b)) <= float64(max(a, b)*percent)/100
}

// distance is in kilometres, for points that are near each other.
func distance(a *feeds.Point, b search.Point) float64 {
	const degree = 111.2
	x := (a.Lng - b.Lng) * math.Cos(a.Lat*math.Pi/180)
	return degree * math.Hypot(a.Lat-b.Lat, x)
}
