package engine

import (
	"fmt"
	"strings"
	"testing"

	"estate/internal/agency/feeds"
	"estate/internal/content"
	"estate/internal/content/i18n"
)

// problems are the problems of a report as "key field value", warnings with an exclamation mark.
func (r *Report) problems() string {
	var all []string
	for _, p := range r.Problems {
		text := strings.Join(strings.Fields(fmt.Sprintln(p.Key, p.Field, p.Value)), " ")
		if p.Warning {
			text += "!"
		}
		all = append(all, text)
	}
	return strings.Join(all, "|")
}

func TestAnUnreadPriceNeverLeavesTheOldAmount(t *testing.T) {
	source := &list{listings: villas(2)}
	h := start(t, map[string]feeds.Source{"crm": source})
	h.run("crm")
	for _, l := range []*feeds.Listing{&source.listings[0]} {
		l.Price, l.OnAsk, l.UnreadPrice = 0, true, "450.000.00"
	}
	source.listings = append(source.listings, villa("new", func(l *feeds.Listing) { l.Price, l.OnAsk, l.UnreadPrice = 0, true, "cheap" }))
	r := h.run("crm")
	if r.Changed != 1 || r.Added != 0 || r.Skipped != 1 || r.problems() != "k000 price 450.000.00!|new price cheap" {
		t.Errorf("%+v", r)
	}
	if p := h.byReference("REF-k000"); !p.Price.OnAsk || p.Price.Amount != 0 {
		t.Errorf("the old amount is shown: %+v", p.Price)
	}
	source.listings[0].Price, source.listings[0].OnAsk, source.listings[0].UnreadPrice = 950_000, false, ""
	source.listings = source.listings[:2]
	h.run("crm")
	if p := h.byReference("REF-k000"); p.Price.OnAsk || p.Price.Amount != 950_000 {
		t.Errorf("a readable price: %+v", p.Price)
	}
}

func TestAJumpOfAPriceWaitsForAPerson(t *testing.T) {
	source := &list{listings: villas(3)}
	h := start(t, map[string]feeds.Source{"crm": source})
	h.run("crm")
	price := func() int { return h.byReference("REF-k000").Price.Amount }
	set := func(amount int) { source.listings[0].Price, source.listings[0].OnAsk = amount, amount == 0 }
	set(10_000_000)
	source.listings[0].Bedrooms = 7
	if r := h.run("crm"); r.HeldPrice != 1 || price() != 1_000_000 || h.byReference("REF-k000").Bedrooms != 7 || r.problems() != "k000 price 10000000!" {
		t.Fatalf("the price is %d, %+v", price(), r)
	}
	if r := h.run("crm"); r.HeldPrice != 1 || r.Changed != 0 || price() != 1_000_000 {
		t.Fatalf("the second run: %d, %+v", price(), r)
	}
	// A price on ask between hides no jump.
	set(0)
	h.run("crm")
	set(10_000_000)
	if r := h.run("crm"); r.HeldPrice != 1 || price() != 0 {
		t.Fatalf("after a price on ask: %d, %+v", price(), r)
	}
	if held, err := h.engine.Accept(t.Context(), "crm"); !held || err != nil {
		t.Fatal(held, err)
	}
	if r := h.run("crm"); r.HeldPrice != 0 || price() != 10_000_000 {
		t.Errorf("accepted: %d, %+v", price(), r)
	}
	if held, _ := h.engine.Accept(t.Context(), "crm"); held {
		t.Error("something is still held")
	}
	// An acceptance is for the price that the person saw.
	set(1_000_000)
	h.run("crm")
	if _, err := h.engine.Accept(t.Context(), "crm"); err != nil {
		t.Fatal(err)
	}
	set(500_000)
	if r := h.run("crm"); r.HeldPrice != 1 || price() != 10_000_000 {
		t.Errorf("another price than the accepted one: %d, %+v", price(), r)
	}
}

func TestANewHomeThatIsOffTheMarketIsLeftOut(t *testing.T) {
	source := &list{listings: villas(1)}
	h := start(t, map[string]feeds.Source{"crm": source})
	h.run("crm")
	source.listings = append(source.listings, villa("new", func(l *feeds.Listing) { l.Status = feeds.StatusWithdrawn }))
	source.listings[0].Status = feeds.StatusWithdrawn
	if r := h.run("crm"); r.Added != 0 || r.Changed != 1 || h.byReference("REF-k000").Availability != content.AvailabilityWithdrawn {
		t.Errorf("%+v", r)
	}
}

func TestHardlyTrueValuesAreNamed(t *testing.T) {
	source := &list{listings: []feeds.Listing{
		villa("dear", func(l *feeds.Listing) { l.Price = 150_000_000 }), villa("large", func(l *feeds.Listing) { l.Built = 262_000 }),
		villa("cheap", func(l *feeds.Listing) { l.Price = 450 }),
		villa("title", func(l *feeds.Listing) { l.Titles = i18n.Text{"en": "REF-title"} }), villa("coded", func(l *feeds.Listing) { l.Town = "OjÃ©n" }),
	}}
	h := start(t, map[string]feeds.Source{"crm": source})
	const want = "dear price 150000000!|large built 262000!|cheap price 450!|title title/en REF-title!|coded town OjÃ©n!"
	for range 2 { // an unchanged home too
		if r := h.run("crm"); r.problems() != want {
			t.Errorf("%s, want %s", r.problems(), want)
		}
	}
}

func TestPositionsAreNearTheirPlace(t *testing.T) {
	at := func(lat, lng float64) func(*feeds.Listing) {
		return func(l *feeds.Listing) { l.Point = &feeds.Point{Lat: lat, Lng: lng} }
	}
	nowhere := func(l *feeds.Listing) { l.Province, l.Town = "Costa X", "Village Y" }
	source := &list{listings: []feeds.Listing{
		villa("right", at(36.51, -4.88)), villa("sign", at(36.51, 4.88)), villa("far", at(52.5, 13.4)), villa("abroad", at(52.5, 13.4), func(l *feeds.Listing) { l.Country = "Germany" }),
		villa("two", at(36.52, -4.9)), villa("three", at(36.53, -4.91)), villa("unknown place", at(40.4, -3.7), nowhere), villa("order", at(-4.9, 36.5)),
	}}
	h := start(t, map[string]feeds.Source{"crm": source})
	r := h.run("crm")
	if want := "sign position 36.51, 4.88!|far position 52.5, 13.4!|unknown place position 40.4, -3.7!|order position -4.9, 36.5!"; r.problems() != want {
		t.Errorf("%s, want %s", r.problems(), want)
	}
	for reference, want := range map[string]float64{"REF-right": -4.88, "REF-sign": -4.88, "REF-abroad": 13.4, "REF-order": -4.9} {
		if p := h.byReference(reference); p.Location == nil || p.Location.Lng != want {
			t.Errorf("%s: %+v, want %v", reference, p.Location, want)
		}
	}
	for _, reference := range []string{"REF-far", "REF-unknown place"} {
		if p := h.byReference(reference); p.Location != nil {
			t.Errorf("%s is at %+v", reference, p.Location)
		}
	}
}

func TestAnUnknownTypeIsNeitherReferenceNorRawWord(t *testing.T) {
	source := &list{listings: []feeds.Listing{villa("none", func(l *feeds.Listing) { l.Type = "" }), villa("odd", func(l *feeds.Listing) { l.Type = "Spaceship 9" })}}
	h := start(t, map[string]feeds.Source{"crm": source})
	h.run("crm")
	for key, link := range map[string]string{"none": "/properties/property-in-marbella-ref-none/", "odd": "/properties/property-in-marbella-ref-odd/"} {
		p := h.byReference("REF-" + key)
		if p.Title[i18n.LangEN] != "Property in Marbella" || p.Title[i18n.LangES] != "Inmueble en Marbella" || p.Link != link {
			t.Errorf("%s: %q, %s", key, p.Title, p.Link)
		}
	}
}

func TestTypesAsFeedsNameThem(t *testing.T) {
	types := map[string]int{
		"country_house": 100, "town_house": 81, "House/Villa": 81, "Apartment / Flat": 7, "Penthouse Apartment": 7, "Semi Detached Villa": 15, "Triplex": 7, "Building Plot": 45,
		"Ático Dúplex": 7, "Chalet adosado": 81, "Land - Building Plot": 45, "chalet independiente": 15, "casa rústica": 100, "suelo urbano": 45, "plaza de garaje": 74, "VILLAS": 15,
	}
	source := &list{}
	for word := range types {
		source.listings = append(source.listings, villa(word, func(l *feeds.Listing) { l.Type = word }))
	}
	h := start(t, map[string]feeds.Source{"crm": source})
	if r := h.run("crm"); len(r.Unknown[kindType]) != 0 {
		t.Errorf("unknown types: %v", r.Unknown[kindType])
	}
	for word, id := range types {
		if p := h.byReference("REF-" + word); len(p.Types) != 1 || p.Types[0] != id || strings.HasPrefix(p.Title[i18n.LangEN], "Property") {
			t.Errorf("%s: types %v, title %q, want %d", word, p.Types, p.Title[i18n.LangEN], id)
		}
	}
}

func TestProblemsThatRepeatAreSummedUp(t *testing.T) {
	var r Report
	for i := range 14 {
		r.problem(feeds.Problem{Line: i, Key: fmt.Sprint(i), Field: "price_freq", Value: "hourly", Reason: "unknown", Skipped: true})
	}
	r.problem(feeds.Problem{Line: 20, Key: "x", Field: "beds", Value: "many", Reason: "no number"})
	if len(r.Repeated) != 1 || r.Repeated[0].N != 14 || len(r.Repeated[0].Places) != maxPlaces || len(r.Problems) != 1 || r.Skipped != 14 {
		t.Errorf("%+v", r)
	}
	if place := r.Repeated[0].Places[4]; place.String() != "line 4 4" {
		t.Errorf("the fifth one is at %q", place)
	}
}
