package demo

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// On a results page every card has its own cover: default order, any offer, type and place.
func TestNoCoverTwiceOnAResultsPage(t *testing.T) {
	c := agency(t)
	properties := slices.DeleteFunc(slices.Clone(c.Properties), func(p *content.Property) bool {
		return slices.Contains(p.Badges, content.BadgeSold)
	})
	slices.SortFunc(properties, func(a, b *content.Property) int {
		return cmp.Or(b.Modified.Compare(a.Modified), cmp.Compare(b.ID, a.ID))
	})
	offers, types, places := []int{0}, []int{0}, []int{0}
	for _, term := range c.Terms {
		switch term.Taxonomy {
		case taxOffer:
			offers = append(offers, term.ID)
		case taxType:
			types = append(types, term.ID)
		case taxLocation:
			places = append(places, term.ID)
		}
	}
	reported := map[string]bool{}
	for _, offer := range offers {
		for _, kind := range types {
			for _, place := range places {
				var listing []*content.Property
				for _, p := range properties {
					if (offer == 0 || slices.Contains(p.Offers, offer)) && (kind == 0 || slices.Contains(p.Types, kind)) &&
						(place == 0 || slices.Contains([]int{p.Province, p.City, p.Subarea}, place)) {
						listing = append(listing, p)
					}
				}
				for page := range slices.Chunk(listing, search.PerPage) {
					for _, pair := range sameCover(page) {
						if !reported[pair] {
							t.Errorf("offer %d, type %d, place %d: %s", offer, kind, place, pair)
						}
						reported[pair] = true
					}
				}
			}
		}
	}
}

// The first three pages of all properties show villas from outside. There are fewer pictures of
// villas than villas, and no cover is twice on a page, so that others have a room as cover.
func TestVillasOnTheFirstPagesHaveAnExteriorAsCover(t *testing.T) {
	properties := slices.DeleteFunc(slices.Clone(agency(t).Properties), (*content.Property).Sold)
	slices.SortFunc(properties, func(a, b *content.Property) int {
		return cmp.Or(b.Modified.Compare(a.Modified), cmp.Compare(b.ID, a.ID))
	})
	villas := 0
	for _, p := range properties[:3*search.PerPage] {
		if p.Types[0] != 15 {
			continue
		}
		if villas++; !strings.HasPrefix(path.Base(p.Featured.URL), "villa-") {
			t.Errorf("%s has the cover %s", p.Reference, p.Featured.URL)
		}
	}
	if villas < 10 {
		t.Errorf("%d villas on three pages, want some", villas)
	}
}

// sameCover lists the pairs of properties with one cover.
func sameCover(page []*content.Property) []string {
	var pairs []string
	first := map[string]string{}
	for _, p := range page {
		if p.Featured == nil {
			continue
		}
		if other, ok := first[p.Featured.URL]; ok {
			pairs = append(pairs, other+" and "+p.Reference+" share "+p.Featured.URL)
		}
		first[p.Featured.URL] = p.Reference
	}
	return pairs
}

func TestDevelopmentsAndPostsHaveDifferentCovers(t *testing.T) {
	c := agency(t)
	covers := seen{}
	for _, d := range c.Developments {
		covers.add(t, "cover of a development", d.Featured.URL)
	}
	for _, post := range c.Posts {
		covers.add(t, "cover of a post", string(post.Lang)+post.Featured.URL)
	}
}

// A flagship property is for sale at 5 M€ or more and has bedrooms.
func TestExpensivePropertiesHaveManyPictures(t *testing.T) {
	for _, p := range agency(t).Properties {
		least := 0
		switch {
		case p.Price.Mode != content.PriceSale:
		case p.Price.Amount >= 5_000_000 && p.Bedrooms > 0:
			least = 12
		case p.Price.Amount > 2_000_000:
			least = 6
		}
		different := map[string]bool{}
		for _, image := range p.Gallery {
			different[image.URL] = true
		}
		if len(different) < least || len(different) != len(p.Gallery) {
			t.Errorf("%s at %d € has %d pictures, %d of them different, want at least %d different ones",
				p.Reference, p.Price.Amount, len(p.Gallery), len(different), least)
		}
	}
}

// sameHouse groups the pictures that show one house, by the start of their names.
var sameHouse = [][]string{
	{"villa-01", "villa-07"}, {"villa-02", "villa-08"}, {"villa-03", "villa-10", "villa-05"}, {"villa-06", "villa-09"},
}

func TestPicturesAgreeWithTypeAndFeatures(t *testing.T) {
	c := agency(t)
	types := map[int]string{}
	for _, term := range c.Terms {
		if term.Taxonomy == taxType {
			types[term.ID] = term.Slug
		}
	}
	for _, p := range c.Properties {
		house := ""
		for i, image := range p.Gallery {
			stem := strings.TrimSuffix(path.Base(image.URL), path.Ext(image.URL))
			if problem := pictureProblem(p, types[p.Types[0]], stem, image.Alt.In(i18n.LangEN), i == 0); problem != "" {
				t.Errorf("%s (%s): %s %s", p.Reference, types[p.Types[0]], stem, problem)
			}
			if strings.HasPrefix(stem, "villa-") {
				if house != "" && house != houseOf(stem) {
					t.Errorf("%s shows two houses: %s and %s", p.Reference, house, houseOf(stem))
				}
				house = houseOf(stem)
			}
		}
	}
}

// pictureProblem tells why a picture does not fit a property; "" means that it fits.
func pictureProblem(p *content.Property, kind, stem, alt string, cover bool) string {
	has := func(features ...string) bool {
		return slices.ContainsFunc(features, func(f string) bool {
			return slices.Contains(p.Features, f) || slices.Contains(p.Collections, f)
		})
	}
	group, _, _ := strings.Cut(stem, "-")
	view := has("sea_views", "sea-views", "beachfront", "second_line_beach")
	switch {
	case !slices.Contains(groups[kind], group):
		return "does not show that type"
	case kind == "plots-and-lands":
		return ""
	case cover && group == "coast":
		return "is no cover: it shows no property"
	case group == "interior" && strings.Contains(alt, "sea") && !view, group == "coast" && !view:
		return "shows the sea, which the property does not see"
	case strings.Contains(alt, "wine cellar") && !has("wine_cellar"):
		return "shows a wine cellar that is not in the list of features"
	case strings.Contains(alt, "gym") && !has("gym"):
		return "shows a gym that is not in the list of features"
	case strings.Contains(alt, "fireplace") && kind != "commercials" && !has("fireplace"):
		return "shows a fireplace that is not in the list of features"
	case group == "garage" && kind != "other" && !has("garage"):
		return "shows a garage that is not in the list of features"
	case (group == "villa" || group == "apartments") && strings.Contains(alt, "pool") &&
		!has("private_pool", "heated_pool", "infinity_pool", "indoor_pool", "communal_pool"):
		return "shows a pool that is not in the list of features"
	case group == "marina" && kind != "other" && kind != "commercials" && !has("marina_views"):
		return "shows the marina, which the property does not see"
	}
	return ""
}

// groups has, for each type, the groups of pictures that may show it.
var groups = map[string][]string{
	"apartments":         {"apartments", "interior", "coast", "marina", "garage"},
	"villas":             {"villa", "interior", "coast", "marina", "garage"},
	"houses":             {"townhouses", "interior", "coast", "marina", "garage"},
	"country-properties": {"villa", "interior", "coast", "garage"},
	"plots-and-lands":    {"plot", "coast"},
	"commercials":        {"commercial", "interior", "marina"},
	"unique-buildings":   {"villa", "townhouses", "interior", "coast", "garage"},
	"other":              {"garage", "marina"},
}

// houseOf names the house that a picture of a villa shows.
func houseOf(stem string) string {
	for _, house := range sameHouse {
		for _, name := range house {
			if strings.HasPrefix(stem, name) {
				return house[0]
			}
		}
	}
	return stem
}
