package demo

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

func TestEqualSeedsGiveEqualProperties(t *testing.T) {
	first, again := slices.Collect(Generate(300, 7)), slices.Collect(Generate(400, 7))
	if diff := cmp.Diff(first, again[:300]); diff != "" {
		t.Errorf("a larger number changed the first properties (-first +second):\n%s", diff)
	}
	other := slices.Collect(Generate(300, 8))
	if cmp.Equal(first, other) {
		t.Error("another seed gave the same properties")
	}
}

func TestGeneratedPropertiesArePlausible(t *testing.T) {
	slugs, references := map[string]bool{}, map[string]bool{}
	offers, modes, badges, types := map[int]int{}, map[content.PriceMode]int{}, map[content.Badge]int{}, map[int]int{}
	for p := range Generate(20_000, 1) {
		if slugs[p.Slug] || references[p.Reference] {
			t.Fatalf("%s: duplicate slug %q or reference %q", p.Title, p.Slug, p.Reference)
		}
		slugs[p.Slug], references[p.Reference] = true, true
		for _, problem := range problems(p) {
			t.Errorf("%s (%s): %s", p.Reference, p.Title.In(i18n.LangEN), problem)
		}
		offers[p.Offers[0]]++
		modes[p.Price.Mode]++
		types[p.Types[0]]++
		for _, badge := range p.Badges {
			badges[badge]++
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	for name, n := range map[string]int{"offers": len(offers), "price modes": len(modes), "badges": len(badges), "types": len(types)} {
		want := map[string]int{"offers": 3, "price modes": 5, "badges": 4, "types": 8}[name]
		if n != want {
			t.Errorf("%d different %s in 20000 properties, want %d", n, name, want)
		}
	}
}

func TestGenerateStopsWithTheCaller(t *testing.T) {
	n := 0
	for range Generate(1_000_000, 1) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("got %d properties, want 3", n)
	}
}

func BenchmarkGenerate(b *testing.B) {
	b.ReportAllocs()
	n := 0
	for range Generate(b.N, 1) {
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "properties/s")
}

// problems are the implausible facts of a property.
func problems(p *content.Property) []string {
	var found []string
	say := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	for _, lang := range i18n.Filled {
		if p.Title[lang] == "" || len(p.Description[lang]) < 100 {
			say("title or description in %s is missing or too short", lang)
		}
		if strings.ContainsAny(p.Description[lang], "{}") {
			say("the description in %s has an open gap: %s", lang, p.Description[lang])
		}
	}
	if p.Slug == "" || p.Link != "/properties/"+p.Slug+"/" || strings.ToLower(p.Slug) != p.Slug {
		say("slug %q and link %q do not agree", p.Slug, p.Link)
	}
	if p.Province == 0 || len(p.Types) != 1 || len(p.Offers) == 0 || p.Location == nil {
		say("it is not filed under a place, a type and an offer")
	}
	if p.Modified.Before(p.Date) || p.Modified.After(lastDay) || p.Date.Before(firstDay) {
		say("dates %s and %s lie outside the agency's calendar", p.Date, p.Modified)
	}
	if low, high := priceBounds(p); p.Price.Amount != 0 && (p.Price.Amount < low || p.Price.Amount > high) {
		say("%d € (%s) is not between %d and %d", p.Price.Amount, p.Price.Mode, low, high)
	}
	if p.Price.Previous != 0 && p.Price.Previous <= p.Price.Amount {
		say("it was reduced from %d to %d", p.Price.Previous, p.Price.Amount)
	}
	if p.Energy == nil || (p.Energy.Status == "rated") != (p.Energy.Consumption != "") {
		say("its energy label is missing or incomplete: %+v", p.Energy)
	}
	if slices.Contains(p.Offers, 12) && p.Registration == "" {
		say("a holiday let has no registration number")
	}
	for _, feature := range p.Features {
		if i18n.Words.T(i18n.LangES, "features."+feature) == "features."+feature {
			say("locales/es/features.json has no word for %q", feature)
		}
	}
	return found
}

// priceBounds is the plausible range of the price of a property.
func priceBounds(p *content.Property) (low, high int) {
	size := p.BuiltSize
	switch p.Price.Mode {
	case content.PriceMonth:
		return 300, max(2_000, size*90)
	case content.PriceWeek:
		return 450, 25_000
	case content.Price15Days:
		return 800, 48_000
	case content.PriceDay:
		return 70, 4_200
	}
	return max(5_000, size*500), size*16_000 + p.PlotSize*2_400 + 100_000
}
