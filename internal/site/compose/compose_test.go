package compose_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/content/search"
	"estate/internal/find/index"
	"estate/internal/site/compose"
	"estate/internal/site/resolve"
	"estate/internal/site/view"
	"estate/internal/store"
)

func TestHeaderTextsByPageType(t *testing.T) {
	h := newHarness(t, nil)
	tests := []struct{ link, title, subtitle, eyebrow string }{
		{"/blog/", "Read about Costa del Sol", "Sample Homes Blog", ""},
		{"/properties/", "Discover All Our Properties", "", ""},
		{"/developments/", "Discover All Our Developments", "", ""},
		{"/favorites/", "Favorites", "", ""},
		{"/properties/?s_city=7001", "Properties in: Nueva Andalucia", "", ""},
		{"/properties/?s_province=636", "Properties in: Marbella", "", ""},
		{"/properties/?s_offer=10", "Our Properties: For Rent", "", ""},
		{"/properties/?s_type=15", "Exclusive Villas", "", ""},
		{"/properties/villa-azul/", "Discover our: Home ZR-1001P", "By the golf", ""},
		{"/cities/nueva-andalucia/", "Our exclusive properties in Nueva Andalucia", "", "Properties in: Nueva Andalucia"},
		{"/for-sale/villas/marbella/", "Villas for sale in Marbella", "From the Golden Mile to Elviria", "Properties in: Marbella"},
		{"/about/", "Buy & Sell with us", "A family house", ""},
		{"/market-note-28/", "Market Note 28", "on 11 August 2024", ""},
		{"/nothing/here/", "Oops! Error 404", "Please try another search or look into our more recent properties below", ""},
		{"/es/properties/", "Descubra todas nuestras propiedades", "", ""},
		{"/es/cities/nueva-andalucia/", "Nuestras propiedades exclusivas en Nueva Andalucía", "", "Propiedades en: Nueva Andalucía"},
	}
	for _, tt := range tests {
		t.Run(tt.link, func(t *testing.T) {
			header := h.view(t, tt.link).Header
			if header.Title != tt.title || header.Subtitle != tt.subtitle || header.Eyebrow != tt.eyebrow {
				t.Errorf("got %q / %q / %q, want %q / %q / %q", header.Title, header.Subtitle, header.Eyebrow, tt.title, tt.subtitle, tt.eyebrow)
			}
		})
	}
}

func TestFilteredResultsHaveACanonicalPage(t *testing.T) {
	h := newHarness(t, nil)
	tests := []struct{ link, canonical, robots string }{
		{"/properties/", "/properties/", "index"},
		{"/properties/page/2/", "/properties/page/2/", "index"},
		{"/properties/?s_offer=3&s_type=15&s_province=636", "/for-sale/villas/marbella/", "noindex, follow"},
		{"/properties/?s_city=7002&s_beds=3", "/cities/marbella-golden-mile/", "noindex, follow"},
		{"/properties/?s_beds=3", "/properties/", "noindex, follow"},
		{"/for-sale/villas/marbella/?s_beds=3", "/for-sale/villas/marbella/", "noindex, follow"},
		{"/cities/marbella-golden-mile/", "/cities/marbella-golden-mile/", "index"},
		{"/search-developments/", "/developments/", "index"},
		{"/developments/?s_categories=59", "/developments/", "noindex, follow"},
	}
	for _, tt := range tests {
		t.Run(tt.link, func(t *testing.T) {
			head := h.view(t, tt.link).Head
			if head.Canonical != siteURL+tt.canonical {
				t.Errorf("canonical = %s, want %s", head.Canonical, tt.canonical)
			}
			if !strings.HasPrefix(head.Robots, tt.robots) {
				t.Errorf("robots = %s, want %s", head.Robots, tt.robots)
			}
			if strings.HasPrefix(tt.robots, "noindex") && len(head.Alternates) > 0 {
				t.Errorf("a page that is not indexed names alternates: %v", head.Alternates)
			}
		})
	}
}

func TestAlternatesAreReciprocal(t *testing.T) {
	h := newHarness(t, nil)
	for _, screen := range screens {
		v := h.view(t, screen.link)
		for _, alternate := range v.Head.Alternates {
			path := strings.TrimPrefix(alternate.Href, siteURL)
			translation := h.view(t, path)
			if translation.Status != 200 || translation.Head.Canonical != alternate.Href {
				t.Errorf("%s names %s, which answers %d with canonical %s", v.Link, path, translation.Status, translation.Head.Canonical)
			}
			back := false
			for _, other := range translation.Head.Alternates {
				back = back || other.Href == v.Head.Canonical
			}
			if !back {
				t.Errorf("%s names %s, which does not name it back", v.Link, path)
			}
		}
	}
}

func TestEveryLinkIsInNormalForm(t *testing.T) {
	h := newHarness(t, nil)
	for _, screen := range screens {
		for _, href := range hrefs(t, h.view(t, screen.link)) {
			if strings.HasPrefix(href, "/") && link.Normalize(href) != href {
				t.Errorf("%s links to %s, whose normal form is %s", screen.link, href, link.Normalize(href))
			}
			if strings.HasPrefix(strings.ToLower(href), "javascript:") {
				t.Errorf("%s links to %s", screen.link, href)
			}
		}
	}
}

func TestSuggestionsWhenNothingIsFound(t *testing.T) {
	h := newHarness(t, nil)
	v := h.view(t, "/properties/?s_beds=5&price_to=300000&s_city=7001")
	archive := find[*view.PropertyArchiveSection](t, v)
	if archive.Empty != "No results found! Try another search" {
		t.Errorf("says %q", archive.Empty)
	}
	if len(archive.Suggestions) == 0 || !strings.HasPrefix(archive.Suggestions[0].Text, "Up to ") {
		t.Fatalf("suggestions = %v, want a higher price first", archive.Suggestions)
	}
	for _, suggestion := range archive.Suggestions {
		found := find[*view.PropertyArchiveSection](t, h.view(t, suggestion.Href))
		if found.Total == 0 || !strings.HasSuffix(suggestion.Text, ": "+found.Summary) {
			t.Errorf("%q leads to %q", suggestion.Text, found.Summary)
		}
	}
}

func TestNearestPropertiesWhenNothingIsFound(t *testing.T) {
	h := newHarness(t, nil)
	v := h.view(t, "/properties/?s_beds=5&price_to=300000&s_city=7001")
	near := find[*view.PropertyArchiveSection](t, v).Near
	if len(near) == 0 || len(near) > 6 {
		t.Fatalf("got %d nearest properties, want 1 to 6", len(near))
	}
	seen, keys := map[int]bool{}, map[string]string{}
	for _, card := range near {
		if card.Differs == nil || card.Differs.Text == "" {
			t.Fatalf("%s does not say how it differs", card.Title)
		}
		if seen[card.ID] {
			t.Errorf("%s is there twice", card.Title)
		}
		seen[card.ID], keys[card.Differs.Key] = true, card.Differs.Text
	}
	for key, want := range map[string]string{"price": "over your maximum", "place": "Without “"} {
		if text, ok := keys[key]; ok && !strings.Contains(text, want) {
			t.Errorf("%s: %q", key, text)
		}
	}
	if other := find[*view.PropertyArchiveSection](t, h.view(t, "/properties/")); other.Near != nil {
		t.Error("a search with results has nearest properties")
	}
	// No property misses only one of these: the nearest ones miss two, and name both.
	v = h.view(t, "/properties/?s_features=no-such-feature,nor-this-one")
	pairs := find[*view.PropertyArchiveSection](t, v).Near
	if len(pairs) == 0 {
		t.Error("no property misses two values")
	}
	for _, card := range pairs {
		if !strings.Contains(card.Differs.Text, "” · Without “") {
			t.Errorf("%s names one difference of two: %q", card.Title, card.Differs.Text)
		}
	}
}

// A mistyped reference is not near to any home of the coast, but to references that are spelt alike.
func TestAnUnknownReferenceLeadsToLikeOnesAndTheTelephone(t *testing.T) {
	h := newHarness(t, nil)
	ix := index.New(index.Config{Rows: h.store.Rows})
	if err := ix.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.store.UseSearcher(ix)
	section := find[*view.PropertyArchiveSection](t, h.view(t, "/properties/?search_reference=ZR-1001X"))
	if section.Total != 0 || len(section.Near) == 0 || section.Near[0].Reference != "ZR-1001P" {
		t.Errorf("%d results, nearest %v, want ZR-1001P first", section.Total, section.Near)
	}
	for _, card := range section.Near {
		if !strings.HasPrefix(card.Reference, "ZR-1") {
			t.Errorf("%s is not like ZR-1001X", card.Reference)
		}
	}
	if found := find[*view.PropertyArchiveSection](t, h.view(t, "/properties/?search_reference=ZR-1001P")); found.Total != 1 || found.Near != nil {
		t.Errorf("a known reference: %d results, nearest %v, want 1 and none", found.Total, found.Near)
	}
	if len(section.Suggestions) == 0 || !strings.HasPrefix(section.Suggestions[0].Href, "tel:+34") {
		t.Errorf("the ways out are %v, want the telephone first", section.Suggestions)
	}
}

func TestNearestDevelopmentsWhenNothingIsFound(t *testing.T) {
	h := newHarness(t, nil)
	for link, want := range map[string]string{
		"/developments/?s_beds=8": " bedrooms instead of 8", "/es/developments/?s_beds=8": " dormitorios en lugar de 8",
		"/developments/?price_to=100000": "over your maximum", "/es/developments/?price_to=100000": "por encima de su máximo",
		"/developments/?price_from=20000000": "below your minimum", "/developments/?s_features=no-such-feature": "Without “",
	} {
		section := find[*view.PropertyArchiveSection](t, h.view(t, link))
		if section.Total != 0 {
			t.Fatalf("%s finds %d developments", link, section.Total)
		}
		if len(section.Near) == 0 {
			t.Errorf("%s: no nearest developments", link)
		}
		said := false // one whose price is on ask has no distance
		for _, card := range section.Near {
			if card.Kind != "developments" || card.Differs == nil || card.Differs.Text == "" {
				t.Errorf("%s: %s %q differs by %+v", link, card.Kind, card.Title, card.Differs)
				continue
			}
			said = said || strings.Contains(card.Differs.Text, want)
		}
		if !said {
			t.Errorf("%s: no development says %q", link, want)
		}
	}
}

func TestSharedComparison(t *testing.T) {
	h := newHarness(t, nil)
	favorites := find[*view.FavoritesSection](t, h.view(t, "/favorites/?compare=1002,1001,7,1002&ids=1001,1002,9999"))
	if !slices.Equal(favorites.Compared, []int{1002, 1001}) {
		t.Errorf("compared = %v, want the saved ones of the query in its order", favorites.Compared)
	}
	if len(favorites.Comparables) != 2 {
		t.Fatalf("got further facts of %d properties, want 2: the third is withdrawn", len(favorites.Comparables))
	}
	for _, facts := range favorites.Comparables {
		if facts.PerM2 != "" && !strings.HasSuffix(facts.PerM2, " €/m²") {
			t.Errorf("price per m² = %q", facts.PerM2)
		}
	}
	if own := find[*view.FavoritesSection](t, h.view(t, "/favorites/")); own.Compared != nil || own.Comparables != nil {
		t.Error("a list without ids compares something")
	}
}

func TestSoldPropertiesKeepTheirPage(t *testing.T) {
	h := newHarness(t, nil)
	v := h.view(t, "/properties/villa-sold/")
	property := find[*view.PropertySection](t, v)
	if len(property.Badges) != 1 || property.Badges[0].Text != "Sold" {
		t.Errorf("badges = %v", property.Badges)
	}
	if data := jsonld(v); !strings.Contains(data, "SoldOut") {
		t.Errorf("structured data says %s", data)
	}
	if similar := find[*view.PropertiesSection](t, v); len(similar.Cards) != 3 {
		t.Errorf("got %d similar properties, want 3", len(similar.Cards))
	}
}

func TestPricesHaveTheirMode(t *testing.T) {
	h := newHarness(t, nil)
	for raw, want := range map[string]view.Price{
		"/properties/villa-azul/":     {Text: "1.250.000 €", Previous: "1.400.000 €", Note: "Taxes not included"},
		"/properties/villa-on-ask/":   {Text: "Price On Ask"},
		"/properties/flat-to-let/":    {Text: "1.500 €", Mode: "per month"},
		"/es/properties/flat-to-let/": {Text: "1.500 €", Mode: "al mes"},
	} {
		if got := find[*view.PropertySection](t, h.view(t, raw)).Price; got != want {
			t.Errorf("%s: got %+v, want %+v", raw, got, want)
		}
	}
}

func TestContentIsSanitised(t *testing.T) {
	h := newHarness(t, nil)
	post := find[*view.PostSection](t, h.view(t, "/golden-mile-guide/"))
	for _, bad := range []string{"<script", "onclick", "youtube.com/embed"} {
		if strings.Contains(post.HTML.String(), bad) {
			t.Errorf("the post holds %s: %s", bad, post.HTML)
		}
	}
	if !strings.Contains(post.HTML.String(), "<picture>") || !strings.Contains(post.HTML.String(), `data-src="https://www.youtube-nocookie.com/`) {
		t.Errorf("picture or frame is missing: %s", post.HTML)
	}
}

func TestDatesAreInTheAgencysTimeZone(t *testing.T) {
	h := newHarness(t, nil)
	if got := find[*view.PostSection](t, h.view(t, "/golden-mile-guide/")); got.Date != "2 June 2025" || got.ISODate != "2025-06-02" {
		t.Errorf("got %s (%s), want the day in Marbella", got.Date, got.ISODate)
	}
}

func TestNeighboursFollowTheDates(t *testing.T) {
	h := newHarness(t, nil)
	post := find[*view.PostSection](t, h.view(t, "/market-note-2/"))
	if post.Previous == nil || post.Previous.Text != "Market Note 1" || post.Next == nil || post.Next.Text != "Market Note 3" {
		t.Errorf("previous %v, next %v", post.Previous, post.Next)
	}
	if last := find[*view.PostSection](t, h.view(t, "/golden-mile-guide/")); last.Next != nil {
		t.Errorf("the newest post has a next one: %v", last.Next)
	}
}

func TestInvalidSectionsAreLeftOut(t *testing.T) {
	h := newHarness(t, nil)
	want := "home intro services locations property-carousel about blog-section shortlinks banner link contact"
	if got := kinds(h.view(t, "/")); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestUnknownFavoritesAreShownAsWithdrawn(t *testing.T) {
	h := newHarness(t, nil)
	section := find[*view.FavoritesSection](t, h.view(t, "/favorites/?ids=9999,1002"))
	if len(section.Cards) != 2 || !section.Cards[0].Withdrawn || section.Cards[0].Href != "" || section.Cards[1].ID != 1002 {
		t.Errorf("cards = %+v", section.Cards)
	}
}

func TestCurrentMenuEntryIsMarked(t *testing.T) {
	h := newHarness(t, nil)
	menu := h.view(t, "/cities/nueva-andalucia/").Chrome.Menu
	if menu[0].Current || !menu[0].Columns[0].Items[0].Current || menu[1].Current {
		t.Errorf("menu = %+v", menu)
	}
	if again := h.view(t, "/properties/").Chrome.Menu; again[0].Columns[0].Items[0].Current {
		t.Error("the mark is in the next View too")
	}
	if len(menu) != 2 || len(menu[0].Columns[0].Items) != 1 {
		t.Errorf("entries without a link are shown: %+v", menu)
	}
}

func TestPreviewIsNotIndexed(t *testing.T) {
	h := newHarness(t, nil)
	parsed, _ := link.Parse("/market-note-1/?preview=true")
	result, err := h.resolver.Resolve(t.Context(), resolve.Request{Link: parsed, Auth: "Bearer contenttest"})
	if err != nil {
		t.Fatal(err)
	}
	v, err := h.composer.View(t.Context(), result)
	if err != nil {
		t.Fatal(err)
	}
	if !v.Preview || v.Head.Robots != "noindex, nofollow" || v.Header.Title != "Market Note 1, revised" {
		t.Errorf("preview %v, robots %q, title %q", v.Preview, v.Head.Robots, v.Header.Title)
	}
}

// failing is a source whose look-ups beside the main record fail.
type failing struct{ content.Source }

var errDown = errors.New("down")

func (failing) Settings(context.Context, i18n.Lang) (*content.Settings, error) { return nil, errDown }

func (failing) Author(context.Context, i18n.Lang, int) (*content.Author, error) {
	return nil, errDown
}

func (failing) Terms(context.Context, i18n.Lang, string) ([]*content.Term, error) {
	return nil, errDown
}

func (failing) Properties(context.Context, i18n.Lang, search.Filter) (*content.Listing[*content.Property], error) {
	return nil, errDown
}

func (failing) Archive(context.Context, i18n.Lang, content.ArchiveQuery) (*content.Archive, error) {
	return nil, errDown
}

func TestWarningsAboutContentAreLoggedOnce(t *testing.T) {
	var log bytes.Buffer
	h := newHarness(t, func(c *compose.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	for range 3 {
		h.view(t, "/")
	}
	if got := strings.Count(log.String(), "section left out"); got != 2 {
		t.Errorf("logged %d warnings for two invalid sections:\n%s", got, log.String())
	}
}

func TestBuyingCostsThatCannotBeReadAreLoggedOnce(t *testing.T) {
	for table, want := range map[string]int{"date: 2026-11-22\ntransfer: seven": 1, "none": 0, "": 0} {
		var log bytes.Buffer
		h := newHarness(t, func(c *compose.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		for _, lang := range i18n.Filled {
			settings, err := h.store.Settings(t.Context(), lang)
			if err != nil {
				t.Fatal(err)
			}
			changed := *settings
			changed.Costs = table
			if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.PutSettings(lang, &changed) }); err != nil {
				t.Fatal(err)
			}
		}
		for _, raw := range []string{"/", "/es/", "/"} {
			h.view(t, raw)
		}
		if got := strings.Count(log.String(), "no buying costs"); got != want || want > 0 && !strings.Contains(log.String(), "transfer: seven") {
			t.Errorf("%q: logged %d times, want %d:\n%s", table, got, want, log.String())
		}
	}
}

func TestViewingHoursThatCannotBeReadAreLoggedOnce(t *testing.T) {
	for hours, want := range map[string][2]int{"weekdays from ten": {1, 1}, "mon 10-11; fri late": {1, 0}, "none": {0, 0}, "": {0, 0}} {
		var log bytes.Buffer
		h := newHarness(t, func(c *compose.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		for _, lang := range i18n.Filled {
			settings, err := h.store.Settings(t.Context(), lang)
			if err != nil {
				t.Fatal(err)
			}
			changed := *settings
			changed.Viewing = hours
			if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.PutSettings(lang, &changed) }); err != nil {
				t.Fatal(err)
			}
		}
		for _, raw := range []string{"/", "/es/", "/"} {
			h.view(t, raw)
		}
		if got := [2]int{strings.Count(log.String(), "option left out"), strings.Count(log.String(), "takes no viewing requests")}; got != want {
			t.Errorf("%q: logged %v problems and notices that viewings are off, want %v:\n%s", hours, got, want, log.String())
		}
	}
}

func TestViewSurvivesFailedLookUps(t *testing.T) {
	h := newHarness(t, nil)
	composer, err := compose.New(compose.Config{SiteURL: siteURL, Log: slog.New(slog.DiscardHandler)}, h.store, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, raw := range []string{"/", "/properties/villa-azul/", "/golden-mile-guide/", "/blog/", "/no/page/", "/properties/?s_beds=8&price_to=100000"} {
		parsed, _ := link.Parse(raw)
		result, err := h.resolver.Resolve(t.Context(), resolve.Request{Link: parsed})
		if err != nil {
			t.Fatal(err)
		}
		result.Source = failing{h.store}
		v, err := composer.View(t.Context(), result)
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		if v.Header.Title == "" || len(v.Languages) != 2 || v.Head.Title == "" {
			t.Errorf("%s: got %+v", raw, v.Header)
		}
	}
}

func TestConfigErrorsNameEverySetting(t *testing.T) {
	err := compose.Config{SiteURL: "example", Prefetch: "sometimes", Blog: "blog", Brochure: compose.Brochure{Template: "x"}}.Validate()
	for _, part := range []string{"site address", "prefetch mode", "blog path", "brochure template"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("Validate = %v, want it to name the %s", err, part)
		}
	}
}
