package demo

import (
	"fmt"

	"estate/internal/i18n"
)

// listingRow is one listing page of data/listings.toml in both languages: an offer,
// or a type beneath it, or an area beneath that.
type listingRow struct {
	ID       int       `toml:"id"`    // of the English page; the Spanish one has the next
	Offer    string    `toml:"offer"` // for-sale or for-rent
	Type     string    `toml:"type"`
	Area     string    `toml:"area"`  // the last word of the link
	Place    string    `toml:"place"` // the place it stands for; "" means one called like the area
	Picture  string    `toml:"picture"`
	Title    i18n.Text `toml:"title"`
	Subtitle i18n.Text `toml:"subtitle"`
	About    i18n.Text `toml:"about"` // for search engines
	Text     i18n.Text `toml:"text"`
}

// listingWords are the words that listing links are made of, English and Spanish.
// Where both languages read alike the word is missing here.
var listingWords = map[string]string{
	"for-sale": "venta", "for-rent": "alquiler",
	"apartments": "apartamentos", "houses": "casas", "country-properties": "fincas",
	"plots-and-lands": "parcelas", "commercials": "locales",
	"unique-buildings": "edificios-singulares", "other": "otros",
}

// addListings puts the listing pages into the set, each below its parent.
func (l *loader) addListings(set pageSet, names []string) ([]string, error) {
	var file struct{ Listing []listingRow }
	if err := readTOML("data/listings.toml", &file); err != nil {
		return nil, err
	}
	for _, row := range file.Listing {
		name, parent := listingName(row)
		if _, ok := set[parent]; !ok && parent != "" {
			return nil, fmt.Errorf("data/listings.toml: %s stands before its parent %s", name, parent)
		}
		set[name] = row.page(parent)
		names = append(names, name)
	}
	for _, row := range file.Listing {
		name, _ := listingName(row)
		linkNeighbours(set, name, near(file.Listing, row))
	}
	return names, nil
}

// listingName names a listing among all pages, and the listing above it.
func listingName(row listingRow) (name, parent string) {
	name = row.Offer
	for _, part := range []string{row.Type, row.Area} {
		if part != "" {
			name, parent = name+"/"+part, name
		}
	}
	return name, parent
}

// page is the listing as any other page: an introduction above the homes.
func (row listingRow) page(parent string) pageFile {
	page := pageFile{
		Parent: parent, Header: "hero", Picture: row.Picture,
		Filter: &filterRow{Offer: row.Offer, Type: row.Type, Place: row.Place},
		In:     map[i18n.Lang]sheet{},
	}
	if row.Area != "" && row.Place == "" {
		page.Filter.Place = row.Area
	}
	for i, lang := range i18n.Filled {
		page.In[lang] = sheet{
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

// near are the listings a visitor of row may want next: those right below it, or
// beside it where there is nothing below.
func near(all []listingRow, row listingRow) []string {
	name, parent := listingName(row)
	var below, beside []string
	for _, other := range all {
		otherName, otherParent := listingName(other)
		switch {
		case otherParent == name:
			below = append(below, otherName)
		case otherParent == parent && otherName != name && parent != "":
			beside = append(beside, otherName)
		}
	}
	if len(below) > 0 {
		return below
	}
	return beside
}

// linkNeighbours ends the listing with quick links.
func linkNeighbours(set pageSet, name string, neighbours []string) {
	if len(neighbours) == 0 {
		return
	}
	for _, lang := range i18n.Filled {
		var links []map[string]any
		for _, other := range neighbours {
			links = append(links, map[string]any{"text": set[other].In[lang].Title, "link": set.link(other, lang)})
		}
		text := set[name].In[lang]
		text.Sections = append(text.Sections, map[string]any{"layout": "shortlinks", "links": links})
		set[name].In[lang] = text
	}
}
