package demo

import (
	"fmt"

	"estate/internal/content/i18n"
)

// listingRow is a listing page of data/listings.toml in both languages: of an offer, of a
// type of the offer, or of an area of the type.
type listingRow struct {
	ID       int       `toml:"id"`    // of the English page; the Spanish page has the next id
	Offer    string    `toml:"offer"` // for-sale or for-rent
	Type     string    `toml:"type"`
	Area     string    `toml:"area"`  // last segment of the link
	Place    string    `toml:"place"` // slug of the place; "" means Area
	Picture  string    `toml:"picture"`
	Title    i18n.Text `toml:"title"`
	Subtitle i18n.Text `toml:"subtitle"`
	About    i18n.Text `toml:"about"` // for search engines
	Text     i18n.Text `toml:"text"`
}

// listingWords maps the English words of listing links to the Spanish ones. Words that are
// equal in both languages are not listed.
var listingWords = map[string]string{
	"for-sale": "venta", "for-rent": "alquiler",
	"apartments": "apartamentos", "houses": "casas", "country-properties": "fincas",
	"plots-and-lands": "parcelas", "commercials": "locales",
	"unique-buildings": "edificios-singulares", "other": "otros",
}

// addListings adds the listing pages to the set.
func (l *loader) addListings(set pageSet, names []string) ([]string, error) {
	var file struct{ Listing []listingRow }
	if err := readTOML("data/listings.toml", &file); err != nil {
		return nil, err
	}
	for _, row := range file.Listing {
		name, parent := listingName(row)
		if _, ok := set[parent]; !ok && parent != "" {
			return nil, fmt.Errorf("data/listings.toml: %s must come after its parent %s", name, parent)
		}
		set[name] = row.page(parent)
		names = append(names, name)
	}
	for _, row := range file.Listing {
		name, _ := listingName(row)
		addRelatedLinks(set, name, relatedListings(file.Listing, row))
	}
	return names, nil
}

// listingName is the name of a listing in the page set, and that of its parent.
func listingName(row listingRow) (name, parent string) {
	name = row.Offer
	for _, part := range []string{row.Type, row.Area} {
		if part != "" {
			name, parent = name+"/"+part, name
		}
	}
	return name, parent
}

// page is the content page of the listing.
func (row listingRow) page(parent string) pageFile {
	page := pageFile{
		Parent: parent, Header: "hero", Picture: row.Picture,
		Filter: &filterRow{Offer: row.Offer, Type: row.Type, Place: row.Place},
		In:     map[i18n.Lang]pageText{},
	}
	if row.Area != "" && row.Place == "" {
		page.Filter.Place = row.Area
	}
	for i, lang := range i18n.Filled {
		page.In[lang] = pageText{
			ID: row.ID + i, Slug: row.slug(lang), Title: row.Title[lang], Subtitle: row.Subtitle[lang],
			Description: row.About[lang], Sections: row.sections(lang),
		}
	}
	return page
}

func (row listingRow) slug(lang i18n.Lang) string {
	word := row.Offer
	if row.Type != "" {
		word = row.Type
	}
	if row.Area != "" {
		return row.Area
	}
	if spanish, ok := listingWords[word]; ok && lang == i18n.LangES {
		return spanish
	}
	return word
}

func (row listingRow) sections(lang i18n.Lang) []map[string]any {
	return []map[string]any{{
		"layout": "description", "title": row.Subtitle[lang], "html": row.Text[lang],
	}}
}

// relatedListings are the children of a listing, or its siblings if it has none.
func relatedListings(all []listingRow, row listingRow) []string {
	name, parent := listingName(row)
	var children, siblings []string
	for _, other := range all {
		otherName, otherParent := listingName(other)
		switch {
		case otherParent == name:
			children = append(children, otherName)
		case otherParent == parent && otherName != name && parent != "":
			siblings = append(siblings, otherName)
		}
	}
	if len(children) > 0 {
		return children
	}
	return siblings
}

// addRelatedLinks adds a section with links to other listings.
func addRelatedLinks(set pageSet, name string, related []string) {
	if len(related) == 0 {
		return
	}
	for _, lang := range i18n.Filled {
		var links []map[string]any
		for _, other := range related {
			links = append(links, map[string]any{"text": set[other].In[lang].Title, "link": set.link(other, lang)})
		}
		text := set[name].In[lang]
		text.Sections = append(text.Sections, map[string]any{"layout": "shortlinks", "links": links})
		set[name].In[lang] = text
	}
}
