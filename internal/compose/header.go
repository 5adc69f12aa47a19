package compose

import (
	"estate/internal/content"
	"estate/internal/search"
	"estate/internal/view"
)

// headline fills the header of a screen: its type, the h1 and the line below.
func (d *draft) headline(kind view.HeaderType, title, subtitle string) {
	d.view.Header = view.Header{Type: kind, Title: title, Subtitle: subtitle}
}

// headerTypes are what editors may choose for a page.
var headerTypes = map[string]view.HeaderType{
	"home": view.HeaderHome, "simple": view.HeaderSimple, "single": view.HeaderSingle,
	"hero": view.HeaderHero, "none": view.HeaderNone,
}

// pageHeader is the header that the fields of a page or post ask for. Without a
// choice a picture makes it what its kind has, and none makes it simple.
func (d *draft) pageHeader(fields *content.PageFields, title string, featured *content.Image, withPicture view.HeaderType) {
	d.headline(withPicture, first(plain(fields.Title), plain(title)), plain(fields.Subtitle))
	image := fields.HeaderImage
	if image == nil || image.URL == "" {
		image = featured
	}
	d.view.Header.Picture = d.image(image, "")
	d.share(image, d.view.Header.Title)
	if chosen, ok := headerTypes[fields.HeaderType]; ok {
		d.view.Header.Type = chosen
	} else if d.view.Header.Picture == nil {
		d.view.Header.Type = view.HeaderSimple
	}
}

// withPanel puts the search panel under the header, unless the page hides it.
func (d *draft) withPanel(hidden bool) {
	if !hidden {
		d.view.Header.Search = d.panel(search.Filter{Kind: search.KindProperties}, nil, nil)
	}
}

// crumbs tells the way to the view. The last step is the view itself.
func (d *draft) crumbs(steps ...view.Breadcrumb) {
	way := append([]view.Breadcrumb{{Text: d.t("header.home"), Href: d.path("/")}}, steps...)
	way[len(way)-1].Href = ""
	d.view.Header.Breadcrumbs = way
}

// searchHeader is the header of results by what they are narrowed to
// (specification §2.7).
func (d *draft) searchHeader(f search.Filter) string {
	catalog := d.site.catalog
	if place := onePlace(f); place != 0 {
		if name := catalog.Name(search.KeyLocation, place, d.lang); name != "" {
			return d.t("header.place", "name", name)
		}
	}
	if len(f.Types) == 1 {
		if name := catalog.Name(search.KeyType, f.Types[0], d.lang); name != "" {
			return d.t("header.custom", "type", name)
		}
	}
	if len(f.Offers) == 1 {
		if name := catalog.Name(search.KeyOffer, f.Offers[0], d.lang); name != "" {
			return d.t("header.offer", "name", name)
		}
	}
	return d.t("header.properties")
}

// onePlace is the one place a filter is narrowed to, 0 when there is none or several.
func onePlace(f search.Filter) int {
	if len(f.Provinces)+len(f.Cities)+len(f.Subareas) != 1 {
		return 0
	}
	for _, ids := range [][]int{f.Provinces, f.Cities, f.Subareas} {
		if len(ids) == 1 {
			return ids[0]
		}
	}
	return 0
}
