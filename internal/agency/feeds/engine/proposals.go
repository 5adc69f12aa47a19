package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"estate/internal/agency/feeds"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store"
)

// Proposal is two properties of different systems that are perhaps the same: a person decides. Its
// JSON names are stored data.
type Proposal struct {
	Keep   Proposed  `json:"keep"` // the one to keep if they are the same
	Other  Proposed  `json:"other"`
	Why    string    `json:"why"`
	Metres int       `json:"metres"` // between them; -1 when a position is unknown
	Since  time.Time `json:"since"`
}

// Proposed is one property of a proposal.
type Proposed struct {
	ID        int    `json:"id"`
	Reference string `json:"reference"`
	Title     string `json:"title"`
	Link      string `json:"link"`
	Feed      string `json:"feed,omitempty"` // "" for a property that comes from no feed
	Shared    bool   `json:"shared,omitempty"`
	Price     int    `json:"price,omitempty"` // euros; 0 when on ask
	Built     int    `json:"built,omitempty"` // m²
	Bedrooms  int    `json:"bedrooms,omitempty"`
}

const (
	// maxCompared bounds the pairs whose documents are read.
	maxCompared = 2000
	// publicShift is how far a public position may be from the property, in kilometres.
	publicShift = 0.8
)

// alike are two rows that may be the same property.
type alike struct {
	a, b  *candidate
	same  bool    // the references are equal
	score float64 // lower is more alike
}

// propose finds the properties that are perhaps the same and stores them. Pairs that a person has
// decided on are left out.
func (e *Engine) propose(ctx context.Context, all map[string]map[string]*item) error {
	decided, err := readPairs(ctx, e.store)
	if err != nil {
		return err
	}
	candidates, err := e.candidates(ctx, all)
	if err != nil {
		return err
	}
	before, err := e.readProposals(ctx)
	if err != nil {
		return err
	}
	since := map[string]time.Time{}
	for _, p := range before {
		since[pairName(p.Keep.ID, p.Other.ID)] = p.Since
	}
	likes := slices.DeleteFunc(findAlike(candidates), func(l alike) bool {
		p := decided[pairName(l.a.id, l.b.id)]
		return p != nil && p.Apart
	})
	entities := map[int]*content.Property{}
	read := func(id int) *content.Property {
		if property, ok := entities[id]; ok {
			return property
		}
		entity, _ := e.store.ByID(ctx, i18n.Fallback, string(content.TypeProperty), id, "") // deleted meanwhile
		entities[id], _ = entity.(*content.Property)
		return entities[id]
	}
	var compared []comparison
	for _, l := range likes[:min(len(likes), maxCompared)] {
		if c, ok := compare(l, read(l.a.id), read(l.b.id)); ok {
			compared = append(compared, c)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	slices.SortStableFunc(compared, func(a, b comparison) int {
		return cmp.Or(cmp.Compare(a.score, b.score), a.a.ID-b.a.ID, a.b.ID-b.b.ID)
	})
	// In a building all flats are alike: each property gets its nearest match in each other system.
	list := []Proposal{}
	taken := map[string]bool{}
	for _, c := range compared {
		first, second := fmt.Sprintf("%d %s", c.a.ID, c.ownerB), fmt.Sprintf("%d %s", c.b.ID, c.ownerA)
		if taken[first] || taken[second] || len(list) == maxSame {
			continue
		}
		taken[first], taken[second] = true, true
		p := c.proposal(e)
		p.Since = e.cfg.Now().UTC().Truncate(time.Second)
		if t, known := since[pairName(p.Keep.ID, p.Other.ID)]; known {
			p.Since = t
		}
		list = append(list, p)
	}
	return e.store.Write(ctx, func(b *store.Batch) error {
		if len(list) == 0 {
			return b.PutNote(pairsNote, "")
		}
		return b.PutNote(pairsNote, encode(list))
	})
}

// candidates are the published properties by price, each with its feed.
func (e *Engine) candidates(ctx context.Context, all map[string]map[string]*item) ([]candidate, error) {
	owners := map[int]string{}
	for feed, items := range all {
		for _, i := range items {
			if i.live() && i.Type == content.TypeProperty {
				owners[i.ID] = feed
			}
		}
	}
	var list []candidate
	systems := map[string]bool{}
	for row, err := range e.store.Rows(ctx) {
		if err != nil {
			return nil, err
		}
		if row.Kind != search.KindProperties {
			continue
		}
		systems[owners[row.ID]] = true
		list = append(list, candidate{
			id: row.ID, owner: owners[row.ID], offers: row.Offers, reference: search.FoldReference(row.Reference),
			at: row.Position, price: row.Price, built: row.Built, beds: row.Beds,
		})
	}
	if len(systems) < 2 {
		return nil, nil
	}
	slices.SortFunc(list, func(a, b candidate) int { return cmp.Or(a.price-b.price, a.id-b.id) })
	return list, nil
}

// findAlike returns the pairs of different systems by their rows, those with equal references first.
func findAlike(candidates []candidate) []alike {
	var found []alike
	byReference := map[string][]*candidate{}
	for n := range candidates {
		c := &candidates[n]
		if c.reference != "" {
			for _, other := range byReference[c.reference] {
				if other.owner != c.owner {
					found = append(found, alike{other, c, true, 0})
				}
			}
			byReference[c.reference] = append(byReference[c.reference], c)
		}
	}
	for n := range candidates {
		a := &candidates[n]
		if a.price == 0 || a.built == 0 || a.at == (search.Point{}) {
			continue
		}
		for m := n + 1; m < len(candidates); m++ {
			b := &candidates[m]
			if !within(a.price, b.price, pricePercent) {
				break // they are sorted by price
			}
			if a.owner == b.owner || a.beds != b.beds || !within(a.built, b.built, sizePercent) || b.at == (search.Point{}) ||
				!overlap(a.offers, b.offers) || a.reference != "" && a.reference == b.reference {
				continue
			}
			km := distance(&feeds.Point{Lat: a.at.Lat, Lng: a.at.Lng}, b.at)
			if km > nearKilometres+2*publicShift {
				continue
			}
			found = append(found, alike{a, b, false, 1 + km + share(a.price, b.price) + share(a.built, b.built)})
		}
	}
	slices.SortStableFunc(found, func(a, b alike) int { return cmp.Compare(a.score, b.score) })
	return found
}

func overlap(a, b []int) bool {
	return len(a) == 0 || len(b) == 0 || slices.ContainsFunc(a, func(id int) bool { return slices.Contains(b, id) })
}

// share is the difference of two numbers as a share of the larger one.
func share(a, b int) float64 { return math.Abs(float64(a-b)) / float64(max(a, b, 1)) }

// comparison is a pair of properties that are perhaps the same.
type comparison struct {
	a, b           *content.Property
	ownerA, ownerB string
	sameReference  bool
	metres         int // -1 when a position is unknown
	score          float64
}

// compare reads what the rows do not have: the true positions and the cadastral references.
func compare(l alike, a, b *content.Property) (c comparison, ok bool) {
	if a == nil || b == nil {
		return c, false
	}
	c = comparison{a: a, b: b, ownerA: l.a.owner, ownerB: l.b.owner, sameReference: l.same, metres: -1}
	if a.CadastralReference != "" && b.CadastralReference != "" && a.CadastralReference != b.CadastralReference && !l.same {
		return c, false
	}
	if a.Location != nil && b.Location != nil {
		km := distance(&feeds.Point{Lat: a.Location.Lat, Lng: a.Location.Lng}, search.Point{Lat: b.Location.Lat, Lng: b.Location.Lng})
		c.metres = int(math.Round(km * 1000))
		if km > nearKilometres && !l.same {
			return c, false
		}
		c.score = km
	}
	c.score += 10*share(l.a.price, l.b.price) + 5*share(l.a.built, l.b.built)
	if l.same {
		c.score = -1
	}
	return c, true
}

// proposal names the property to keep first: that of no feed, an own one before one of another
// agency, that of the feed that is configured first, the older one.
func (c *comparison) proposal(e *Engine) Proposal {
	place := func(feed string) int {
		return slices.IndexFunc(e.cfg.Feeds, func(f Feed) bool { return f.Name == feed })
	}
	rank := func(p *content.Property, owner string) []int {
		shared := 0
		if !p.Own() {
			shared = 1
		}
		if owner == "" {
			return []int{-1, 0, 0, p.ID}
		}
		return []int{0, shared, place(owner), p.ID}
	}
	a, b := proposed(c.a, c.ownerA), proposed(c.b, c.ownerB)
	if slices.Compare(rank(c.b, c.ownerB), rank(c.a, c.ownerA)) < 0 {
		a, b = b, a
	}
	return Proposal{Keep: a, Other: b, Why: c.why(a, b), Metres: c.metres}
}

func proposed(p *content.Property, owner string) Proposed {
	title := p.Title[i18n.Fallback]
	return Proposed{
		ID: p.ID, Reference: p.Reference, Title: title, Link: p.LinkIn(i18n.Fallback), Feed: owner, Shared: !p.Own(),
		Price: p.Price.Public(), Built: p.BuiltSize, Bedrooms: p.Bedrooms,
	}
}

// why tells a person why two properties are proposed.
func (c *comparison) why(a, b Proposed) string {
	where := "the place of one is not known"
	switch {
	case c.metres >= 0 && c.metres < 1000:
		where = fmt.Sprintf("%d m apart", c.metres)
	case c.metres >= 0:
		where = fmt.Sprintf("%.1f km apart", float64(c.metres)/1000)
	}
	if c.sameReference {
		return "the same reference; " + where
	}
	return fmt.Sprintf("%s; %s; %s; %d bedrooms each", where, bothOf(a.Price, b.Price, "€"), bothOf(a.Built, b.Built, "m²"), a.Bedrooms)
}

func bothOf(a, b int, unit string) string {
	if a == b {
		return fmt.Sprintf("both %s %s", grouped(a), unit)
	}
	return fmt.Sprintf("%s and %s %s", grouped(a), grouped(b), unit)
}

// grouped is a number with commas: 1,250,000.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

func (e *Engine) readProposals(ctx context.Context) ([]Proposal, error) {
	text, err := e.store.Note(ctx, pairsNote)
	if err != nil || text == "" {
		return nil, err
	}
	var list []Proposal
	_ = json.Unmarshal([]byte(text), &list) // unreadable: the next run finds them again
	return list, nil
}

// Proposals are the properties that are perhaps the same and wait for a person, the closest ones
// first.
func (e *Engine) Proposals(ctx context.Context) ([]Proposal, error) {
	list, err := e.readProposals(ctx)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	decided, err := readPairs(ctx, e.store)
	if err != nil {
		return nil, err
	}
	joinedAway := map[int]time.Time{}
	for _, p := range decided {
		if !p.Apart {
			joinedAway[p.Other.ID] = p.At
		}
	}
	return slices.DeleteFunc(list, func(p Proposal) bool {
		pair := decided[pairName(p.Keep.ID, p.Other.ID)]
		gone := func(id int) bool { at, joined := joinedAway[id]; return joined && !at.Before(p.Since) }
		return pair != nil && pair.Apart || gone(p.Keep.ID) || gone(p.Other.ID)
	}), nil
}

// Joined are the properties that a person has made one, by the number of the one that stays.
func (e *Engine) Joined(ctx context.Context) ([]Pair, error) {
	all, err := readPairs(ctx, e.store)
	if err != nil {
		return nil, err
	}
	list := []Pair{}
	for _, p := range all {
		if !p.Apart {
			list = append(list, *p)
		}
	}
	slices.SortFunc(list, func(a, b Pair) int { return cmp.Or(a.Keep.ID-b.Keep.ID, a.Other.ID-b.Other.ID) })
	return list, nil
}
