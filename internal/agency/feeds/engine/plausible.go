package engine

import (
	"context"
	"fmt"

	"estate/internal/agency/feeds"
	"estate/internal/agency/portals"
	"estate/internal/content"
	"estate/internal/content/plausible"
	"estate/internal/content/search"
)

// holdJump compares the price of a listing with the last one that could be read. One that is ten times as high or a tenth
// waits for a person; the item keeps the last price, so that a price on ask between them hides nothing.
func (r *run) holdJump(l *feeds.Listing, i *item, before content.Entity) {
	last := i.Price
	switch e := before.(type) {
	case *content.Property:
		if e.Locked("price") {
			return
		}
		if e.Price.Amount > 0 {
			last = e.Price.Amount
		}
	case *content.Development:
		if e.Price.From > 0 {
			last = e.Price.From
		}
	}
	jump, waits := r.state.Jumps[l.Key]
	switch {
	case l.Price == 0:
		i.Price = last
		delete(r.state.Jumps, l.Key)
		return
	case !plausible.IsJump(last, l.Price) || waits && jump.Accepted && jump.To == l.Price:
		i.Price = l.Price
		delete(r.state.Jumps, l.Key)
		return
	}
	i.Price, i.Hash, i.Version = last, "", "" // compared again in each run
	if !waits || jump.To != l.Price {
		jump = Jump{Reference: l.Reference(), From: last, To: l.Price, Since: r.engine.cfg.Now().UTC()}
	}
	if r.state.Jumps == nil {
		r.state.Jumps = map[string]Jump{}
	}
	r.state.Jumps[l.Key] = jump
	r.report.HeldPrice++
	r.report.problem(feeds.Problem{
		Line: l.Line, Key: l.Key, Field: "price", Value: fmt.Sprint(l.Price),
		Reason:  fmt.Sprintf("the last price was %d; the change waits for `estate feeds accept %s`", last, r.feed.Name),
		Warning: true,
	})
}

// holdsPrice reports that the price of a listing waits for a person.
func (r *run) holdsPrice(l *feeds.Listing) bool {
	jump, waits := r.state.Jumps[l.Key]
	return waits && !jump.Accepted
}

// warn names the values of a listing that are hardly true.
func (r *run) warn(l *feeds.Listing) {
	p := &content.Property{
		Reference: l.Reference(), Title: l.Titles, Description: descriptions(l), BuiltSize: l.Built, Bedrooms: l.Bedrooms,
		Bathrooms: l.Bathrooms,
	}
	p.Price = content.Price{Amount: max(l.Price, l.PriceTo), Mode: modes[l.Mode]}
	warnings := plausible.Property(p)
	for _, place := range [][2]string{{"town", l.Town}, {"area", l.Area}, {"type", l.Type}} {
		if reason := plausible.Text(place[1], false); reason != "" {
			warnings = append(warnings, plausible.Warning{Field: place[0], Value: place[1], Reason: reason})
		}
	}
	for _, w := range warnings {
		r.report.problem(feeds.Problem{Line: l.Line, Key: l.Key, Field: w.Field, Value: feeds.Clip(w.Value), Reason: w.Reason, Warning: true})
	}
}

// positioned returns a listing whose position is near its place. A position with another order or another sign is
// corrected, one that is near nothing is dropped; both are named.
func (r *run) positioned(l *feeds.Listing) (*feeds.Listing, error) {
	if l.Point == nil || l.Country != "" && portals.CountryCode(l.Country) != portals.Spain {
		return l, nil
	}
	if r.places == nil {
		if err := r.readPlaces(r.ctx); err != nil {
			return nil, err
		}
	}
	at, place := search.Point(*l.Point), r.placeOf(l)
	reference, distance, where, ok := r.reference(l, place)
	if !ok {
		r.places.Add(place, at)
		return l, nil
	}
	fixed, isNear := plausible.Near(at, reference, distance)
	if isNear && fixed == at {
		r.places.Add(place, at)
		return l, nil
	}
	copied := *l
	problem := feeds.Problem{Line: l.Line, Key: l.Key, Field: "position", Value: fmt.Sprintf("%g, %g", at.Lat, at.Lng), Warning: true}
	if isNear {
		copied.Point = &feeds.Point{Lat: fixed.Lat, Lng: fixed.Lng}
		problem.Reason = fmt.Sprintf("it is far from %s; read as %g, %g", where, fixed.Lat, fixed.Lng)
		r.places.Add(place, fixed)
	} else {
		copied.Point = nil
		problem.Reason = fmt.Sprintf("it is %.0f km from %s and is left out", search.Distance(at, reference), where)
	}
	r.report.problem(problem)
	return &copied, nil
}

// reference is what a position must be near: the middle of the province, then that of the homes of the place, then that of
// all homes of the agency.
func (r *run) reference(l *feeds.Listing, place int) (at search.Point, kilometres float64, where string, ok bool) {
	for _, name := range []string{l.Province, l.Town} {
		if lat, lng, ok := portals.CentreOf(name); ok {
			centre := search.Point{Lat: lat, Lng: lng}
			if homes, known := r.places.Middle(place); known && search.Distance(centre, homes) <= portals.ProvinceKilometres {
				return homes, plausible.MaxKilometres, "the homes of its town", true
			}
			return centre, portals.ProvinceKilometres, "its province", true
		}
	}
	if homes, ok := r.places.Middle(place); ok {
		return homes, plausible.MaxKilometres, "the homes of its town", true
	}
	homes, ok := r.places.MiddleOfAll()
	return homes, plausible.MaxKilometres, "the other homes of the agency", ok
}

// placeOf is the id of the town of a listing, else of its province; 0 when neither is known.
func (r *run) placeOf(l *feeds.Listing) int {
	silent := r.build
	silent.unknown = func(string, string) {}
	placing, _ := silent.placing(l)
	if placing.City != 0 {
		return placing.City
	}
	return placing.Province
}

// readPlaces reads the positions of the homes that the store has.
func (r *run) readPlaces(ctx context.Context) error {
	r.places = &plausible.Positions{}
	for row, err := range r.engine.store.Rows(ctx) {
		if err != nil {
			return err
		}
		if row.Position.Lat == 0 && row.Position.Lng == 0 {
			continue
		}
		place := row.City
		if place == 0 {
			place = row.Province
		}
		r.places.Add(place, row.Position)
	}
	return nil
}
