package demo

import (
	"fmt"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// termRow is a term of data/terms.toml or data/places.toml. Terms of the blog have an id, a
// slug and a name per language; other terms share id and slug.
type termRow struct {
	Taxonomy string            `toml:"taxonomy"`
	ID       int               `toml:"id"`
	Slug     string            `toml:"slug"`
	In       string            `toml:"in"` // slug of the parent place
	Name     i18n.Text         `toml:"name"`
	About    i18n.Text         `toml:"about"`
	Lat      float64           `toml:"lat"`
	Lng      float64           `toml:"lng"`
	IDs      map[i18n.Lang]int `toml:"ids"`
	Slugs    i18n.Text         `toml:"slugs"`
}

// The taxonomies of the data files.
const (
	taxOffer       = "s_offer"
	taxType        = "s_type"
	taxLocation    = "s_location"
	taxCategory    = "s_category"   // of properties
	taxCategories  = "s_categories" // of developments
	taxCollections = "collections"
	taxBlog        = "category"
	taxTag         = "tag"
)

// termTable finds terms by taxonomy and slug.
type termTable struct {
	all    []*content.Term
	bySlug map[string]*content.Term // taxonomy/slug, of the blog taxonomy/lang/slug
	points map[int]content.GeoPoint // of places
}

func readTerms() (*termTable, error) {
	var words struct{ Term []termRow }
	var places struct{ Place []termRow }
	if err := readTOML("data/terms.toml", &words); err != nil {
		return nil, err
	}
	if err := readTOML("data/places.toml", &places); err != nil {
		return nil, err
	}
	t := &termTable{bySlug: map[string]*content.Term{}, points: map[int]content.GeoPoint{}}
	for _, row := range words.Term {
		t.add(row)
	}
	for _, row := range places.Place {
		if err := t.addPlace(row); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (t *termTable) add(row termRow) {
	if len(row.IDs) > 0 {
		t.addBlogTerms(row)
		return
	}
	term := &content.Term{ID: row.ID, Taxonomy: row.Taxonomy, Slug: row.Slug, Name: row.Name, Description: row.About}
	t.all = append(t.all, term)
	t.bySlug[row.Taxonomy+"/"+row.Slug] = term
}

// addBlogTerms adds the translations of a category or tag.
func (t *termTable) addBlogTerms(row termRow) {
	links := map[i18n.Lang]string{}
	for lang, slug := range row.Slugs {
		links[lang] = lang.Prefix() + "/" + row.Taxonomy + "/" + slug + "/"
	}
	for _, lang := range i18n.Filled {
		term := &content.Term{
			ID: row.IDs[lang], Taxonomy: row.Taxonomy, Slug: row.Slugs[lang], Lang: lang,
			Name:        i18n.Text{lang: row.Name[lang]},
			Description: i18n.Text{lang: row.About[lang]},
			Link:        links[lang], AlternativeLinks: links,
		}
		t.all = append(t.all, term)
		t.bySlug[row.Taxonomy+"/"+string(lang)+"/"+row.Slugs[lang]] = term
		// Data files use the English slug in both languages.
		t.bySlug[row.Taxonomy+"/"+string(lang)+"/"+row.Slugs[i18n.LangEN]] = term
	}
}

func (t *termTable) addPlace(row termRow) error {
	term := &content.Term{
		ID: row.ID, Taxonomy: taxLocation, Slug: row.Slug, Name: row.Name, Description: row.About,
		Link:             "/cities/" + row.Slug + "/",
		AlternativeLinks: map[i18n.Lang]string{i18n.LangEN: "/cities/" + row.Slug + "/", i18n.LangES: "/es/cities/" + row.Slug + "/"},
	}
	if row.In != "" {
		parent, err := t.find(taxLocation, row.In)
		if err != nil {
			return fmt.Errorf("data/places.toml: %s: %w", row.Slug, err)
		}
		term.Parent = parent.ID
	}
	t.all = append(t.all, term)
	t.bySlug[taxLocation+"/"+row.Slug] = term
	t.points[row.ID] = content.GeoPoint{Lat: row.Lat, Lng: row.Lng, Precision: "area"}
	return nil
}

// find returns a shared term by its slug.
func (t *termTable) find(taxonomy, slug string) (*content.Term, error) {
	term, ok := t.bySlug[taxonomy+"/"+slug]
	if !ok {
		return nil, fmt.Errorf("unknown %s %q; data/terms.toml and data/places.toml list all", taxonomy, slug)
	}
	return term, nil
}

// ids are the ids of shared terms.
func (t *termTable) ids(taxonomy string, slugs []string) ([]int, error) {
	var ids []int
	for _, slug := range slugs {
		term, err := t.find(taxonomy, slug)
		if err != nil {
			return nil, err
		}
		ids = append(ids, term.ID)
	}
	return ids, nil
}

// blog are the ids of categories or tags in one language, by their English slugs.
func (t *termTable) blog(taxonomy string, lang i18n.Lang, slugs []string) ([]int, error) {
	var ids []int
	for _, slug := range slugs {
		term, err := t.find(taxonomy, string(lang)+"/"+slug)
		if err != nil {
			return nil, err
		}
		ids = append(ids, term.ID)
	}
	return ids, nil
}

// branch is the province, city and subarea of a place; levels below it are 0.
func (t *termTable) branch(slug string) (province, city, subarea int, err error) {
	place, err := t.find(taxLocation, slug)
	if err != nil {
		return 0, 0, 0, err
	}
	path := []int{place.ID}
	for parent := place.Parent; parent != 0; {
		path = append([]int{parent}, path...)
		parent = t.parentOf(parent)
	}
	path = append(path, 0, 0)
	return path[0], path[1], path[2], nil
}

func (t *termTable) parentOf(id int) int {
	for _, term := range t.all {
		if term.Taxonomy == taxLocation && term.ID == id {
			return term.Parent
		}
	}
	return 0
}

// countTerms sets the number of entities of each term.
func countTerms(c *Content) {
	counts := map[content.Ref]int{}
	count := func(taxonomy string, ids ...int) {
		for _, id := range ids {
			counts[content.Ref{Type: content.Type(taxonomy), ID: id}]++
		}
	}
	place := func(p content.Placing) {
		count(taxOffer, p.Offers...)
		count(taxType, p.Types...)
		count(taxLocation, p.Province, p.City, p.Subarea)
	}
	for _, p := range c.Properties {
		place(p.Placing)
		count(taxCategory, p.Categories...)
	}
	for _, d := range c.Developments {
		place(d.Placing)
		count(taxCategories, d.Categories...)
	}
	for _, p := range c.Posts {
		count(taxBlog, p.Categories...)
		count(taxTag, p.Tags...)
	}
	for _, term := range c.Terms {
		term.Count = counts[term.Ref()]
	}
}
