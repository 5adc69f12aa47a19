package demo

import (
	"cmp"
	"encoding/json"
	"path"
	"regexp"
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

// galleries are the pictures of all homes and developments.
func galleries(c *Content) map[string][]content.Image {
	all := map[string][]content.Image{}
	for _, p := range c.Properties {
		all[p.Reference] = p.Gallery
	}
	for _, d := range c.Developments {
		all[d.Reference] = d.Gallery
	}
	return all
}

// maxHomesOfARoom is how many homes may show one room: a visitor who compares homes meets it.
const maxHomesOfARoom = 6

func TestRoomsAreNotRepeated(t *testing.T) {
	homes := map[string][]string{}
	for reference, gallery := range galleries(agency(t)) {
		shown := map[string]bool{}
		for _, image := range gallery {
			if shown[image.URL] {
				t.Errorf("%s shows %s twice", reference, image.URL)
			}
			shown[image.URL] = true
			if group := groupOf(image); group == "interior" || group == "set" {
				homes[image.URL] = append(homes[image.URL], reference)
			}
		}
	}
	for room, references := range homes {
		slices.Sort(references)
		if len(references) > maxHomesOfARoom {
			t.Errorf("%s is in %d homes, want at most %d: %v", room, len(references), maxHomesOfARoom, references)
		}
	}
}

// The pictures of a villa or of a house with rooms of its own show that house: no other home has
// them. A residence or a street may hold several homes, but a home stands in one of them.
func TestEveryHomeShowsOneHouseAndSharesNone(t *testing.T) {
	houses := houseOfPicture(t)
	owner := map[string]string{}
	for reference, gallery := range galleries(agency(t)) {
		own := ""
		for _, image := range gallery {
			house := houses[path.Base(image.URL)]
			if house == "" {
				continue
			}
			if own != "" && own != house {
				t.Errorf("%s shows two houses: %s and %s", reference, own, house)
			}
			own = house
		}
		if !strings.HasPrefix(own, "villa-") && own != "apartments-04" {
			continue
		}
		if other := owner[own]; other != "" {
			t.Errorf("%s and %s show the same house, %s", other, reference, own)
		}
		owner[own] = reference
	}
}

// fullWidth is the width in pixels of a whole picture; details are narrower.
const fullWidth = 1600

// A house with a set of rooms, or with more than one exterior, is a flagship home: its rooms are
// its own, and there are enough of them for a visit.
func TestFlagshipHomesHaveRoomsOfTheirOwn(t *testing.T) {
	flagships := map[string]bool{}
	for _, house := range []string{
		"villa-01", "villa-02", "villa-03", "villa-06", "villa-11", "villa-12", "villa-13", "villa-15", "villa-16", "apartments-04",
	} {
		flagships[house] = true
	}
	houses, all := houseOfPicture(t), galleries(agency(t))
	homes := map[string][]string{}
	for reference, gallery := range all {
		for _, image := range gallery {
			homes[image.URL] = append(homes[image.URL], reference)
		}
	}
	found := 0
	for reference, gallery := range all {
		if len(gallery) == 0 || !flagships[houses[path.Base(gallery[0].URL)]] {
			continue
		}
		found++
		if gallery[0].Width < fullWidth {
			t.Errorf("flagship home %s has a cover of %d px, want %d: it fills the screen", reference, gallery[0].Width, fullWidth)
		}
		rooms := 0
		for _, image := range gallery {
			if group := groupOf(image); group != "interior" && group != "set" {
				continue
			}
			if rooms++; len(homes[image.URL]) > 1 {
				t.Errorf("%s is a room of flagship home %s and of %v", image.URL, reference, homes[image.URL])
			}
		}
		if len(gallery) < 7 || rooms < 3 {
			t.Errorf("flagship home %s has %d pictures, %d of them rooms, want at least 7 and 3", reference, len(gallery), rooms)
		}
	}
	if found != len(flagships) {
		t.Errorf("%d flagship homes, want %d", found, len(flagships))
	}
}

// denied are claims that a visitor sees to be untrue on the cover, by the house that it shows.
var denied = map[string]*regexp.Regexp{
	"":             regexp.MustCompile(`(?i)round tower|glazed tower|\bdome\b|thatch|torre\b|cúpula`),
	"villa-11":     regexp.MustCompile(`(?i)sea view|single.storey|arches|vistas al mar|una (sola )?planta`),
	"villa-12":     regexp.MustCompile(`(?i)upper floor|two floors|sea view|staircase|planta (alta|superior)|dos plantas|vistas al mar`),
	"villa-13":     regexp.MustCompile(`(?i)terracotta|glass walls|sea view|infinity|tejado de teja|vistas al mar|piscina infinita`),
	"villa-15":     regexp.MustCompile(`(?i)sea view|infinity|single.storey|vistas al mar|piscina infinita`),
	"villa-16":     regexp.MustCompile(`(?i)sea view|infinity|single.storey|white walls|vistas al mar|piscina infinita|una (sola )?planta`),
	"villa-14":     regexp.MustCompile(`(?i)sea view|infinity|vistas al mar|piscina infinita`),
	"apartments-":  regexp.MustCompile(`(?i)(fifth|sixth|seventh|eighth|ninth|tenth)[ -]floor|\b(quinto|sexto|séptimo|octavo|noveno|décimo)\b`),
	"townhouses-0": regexp.MustCompile(`(?i)bungalow|detached villa|water mill|molino de agua`),
	"plot-":        regexp.MustCompile(`(?i)\bpines?\b|tennis|pinos?\b|tenis`),
}

func TestNoTextClaimsWhatTheCoverDenies(t *testing.T) {
	houses := houseOfPicture(t)
	for _, p := range agency(t).Properties {
		if p.Featured == nil {
			continue
		}
		file := path.Base(p.Featured.URL)
		for _, lang := range i18n.Filled {
			text := p.Title[lang] + " " + p.Subtitle[lang] + " " + string(p.Description[lang])
			for start, claim := range denied {
				if strings.HasPrefix(cmp.Or(houses[file], file), start) {
					if words := claim.FindString(text); words != "" {
						t.Errorf("%s says %q in %s, and its cover %s shows otherwise", p.Reference, words, lang, file)
					}
				}
			}
		}
	}
}

// groupOf is the first word of the file name of a picture: villa, interior, set.
func groupOf(image content.Image) string {
	group, _, _ := strings.Cut(path.Base(image.URL), "-")
	return group
}

// houseOfPicture has the house or the residence of each picture that shows one.
func houseOfPicture(t *testing.T) map[string]string {
	t.Helper()
	data, err := dataFiles.ReadFile("data/pictures.json")
	if err != nil {
		t.Fatal(err)
	}
	var pictures []struct {
		File  string `json:"file"`
		House string `json:"house"`
	}
	if err := json.Unmarshal(data, &pictures); err != nil {
		t.Fatal(err)
	}
	houses := map[string]string{}
	for _, p := range pictures {
		houses[p.File] = p.House
	}
	return houses
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
		for i, image := range p.Gallery {
			stem := strings.TrimSuffix(path.Base(image.URL), path.Ext(image.URL))
			if problem := pictureProblem(p, types[p.Types[0]], stem, image.Alt.In(i18n.LangEN), i == 0); problem != "" {
				t.Errorf("%s (%s): %s %s", p.Reference, types[p.Types[0]], stem, problem)
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
	case (group == "interior" || group == "set") && strings.Contains(alt, "sea") && !view, group == "coast" && !view:
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
	"apartments":         {"apartments", "interior", "set", "coast", "marina", "garage"},
	"villas":             {"villa", "interior", "set", "coast", "marina", "garage"},
	"houses":             {"townhouses", "interior", "coast", "marina", "garage"},
	"country-properties": {"villa", "interior", "set", "coast", "garage"},
	"plots-and-lands":    {"plot", "coast"},
	"commercials":        {"commercial", "interior", "marina"},
	"unique-buildings":   {"villa", "townhouses", "interior", "coast", "garage"},
	"other":              {"garage", "marina"},
}
