package plausible

import (
	"fmt"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

func home(change func(*content.Property)) *content.Property {
	p := &content.Property{Reference: "MB-1", Title: i18n.Text{"en": "Villa in Marbella"}, Description: i18n.Text{"en": "<p>A villa &amp; a garden.</p>"}, BuiltSize: 300, Bedrooms: 4}
	p.Price = content.Price{Amount: 1_250_000, Mode: content.PriceSale}
	change(p)
	return p
}

func TestValuesThatAreHardlyTrue(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*content.Property)
		want   string
	}{
		"nothing":           {func(*content.Property) {}, ""},
		"on ask":            {func(p *content.Property) { p.Price.Amount = 0 }, ""},
		"cheap":             {func(p *content.Property) { p.Price.Amount = 450 }, "price 450"},
		"dear":              {func(p *content.Property) { p.Price.Amount = 150_000_000 }, "price 150000000"},
		"rent":              {func(p *content.Property) { p.Price.Amount, p.Price.Mode = 900, content.PriceMonth }, ""},
		"rent of a price":   {func(p *content.Property) { p.Price.Mode = content.PriceMonth }, "price 1250000"},
		"size":              {func(p *content.Property) { p.BuiltSize = 262_000 }, "built 262000"},
		"rooms":             {func(p *content.Property) { p.Bedrooms = 450 }, "bedrooms 450"},
		"title":             {func(p *content.Property) { p.Title["en"] = "mb 1" }, "title/en mb 1"},
		"entity in a title": {func(p *content.Property) { p.Title["en"] = "Caf&eacute;" }, "title/en Caf&eacute;"},
		"entity in a text":  {func(p *content.Property) { p.Description["en"] = "<p>One.&amp;#13;</p>" }, "description/en <p>One.&#13;</p>"},
		"entity of markup":  {func(p *content.Property) { p.Description["en"] = "<p>Caf&eacute; &#38; bar</p>" }, ""},
		"wrong encoding":    {func(p *content.Property) { p.Title["en"] = "Villa in OjÃ©n" }, "title/en Villa in OjÃ©n"},
		"right encoding":    {func(p *content.Property) { p.Title["es"] = "Casa en Ojén – CASA ÃNGEL" }, ""},
	} {
		var got []string
		for _, w := range Property(home(tt.change)) {
			got = append(got, fmt.Sprintf("%s %s", w.Field, w.Value))
		}
		if strings.Join(got, "|") != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestAJumpIsAPowerOfTen(t *testing.T) {
	for pair, want := range map[[2]int]bool{{1_500_000, 15_000_000}: true, {15_000_000, 1_500_000}: true, {1_500_000, 14_000_000}: false, {0, 15}: false, {15, 0}: false} {
		if got := IsJump(pair[0], pair[1]); got != want {
			t.Errorf("IsJump(%v) = %v", pair, got)
		}
	}
}

func TestPositionsAreNearTheirTown(t *testing.T) {
	var all Positions
	for i := range 5 {
		all.Add(7, search.Point{Lat: 36.5 + float64(i)/100, Lng: -4.9})
	}
	all.Add(7, search.Point{Lat: -4.9, Lng: 36.5}) // a wrong one does not move the middle
	middle, ok := all.Middle(7)
	if !ok || search.Distance(middle, search.Point{Lat: 36.5, Lng: -4.9}) > 5 {
		t.Fatalf("middle %v, %v", middle, ok)
	}
	for at, want := range map[[2]float64][3]any{
		{36.51, -4.88}: {36.51, -4.88, true}, {-4.88, 36.51}: {36.51, -4.88, true}, {36.51, 4.88}: {36.51, -4.88, true}, {4.88, 36.51}: {36.51, -4.88, true}, {40.4, -3.7}: {0., 0., false},
	} {
		if got, ok := Near(search.Point{Lat: at[0], Lng: at[1]}, middle, MaxKilometres); [3]any{got.Lat, got.Lng, ok} != want {
			t.Errorf("Near(%v) = %v, %v, want %v", at, got, ok, want)
		}
	}
	if _, ok := all.Middle(8); ok {
		t.Error("a place without homes has a middle")
	}
}
