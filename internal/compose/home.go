package compose

import (
	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/seo"
	"estate/internal/view"
)

// home is the screen of the roots: a content page composed of sections. Without
// a section that opens it, the page's own header does.
func (d *draft) home() {
	page := d.result.Page
	if page == nil {
		if own, ok := d.result.Entity.(*content.Page); ok {
			page = own
		} else {
			d.entity()
			return
		}
	}
	d.view.Screen = view.ScreenHome
	d.pageHeader(&page.Fields, page.Title, page.Featured, view.HeaderHome)
	d.view.Header.Type = view.HeaderHome
	d.pageBody(page, true)
	d.openingAsHeader()
	d.feed()
	// "Home" tells a search engine nothing: the agency's line stands in its place.
	d.subject.Title = first(plain(d.site.settings.Tagline.In(d.lang)), page.Title)
	d.about.Description = first(page.Fields.Description, d.t("seo.description.home"))
	d.twins(func(lang i18n.Lang) string { return lang.Prefix() + "/" })
	d.about.Canonical = d.path("/")
	d.about.Feed = d.path("/feed/")
	d.structured(d.site.agency.LD())
}

// openingAsHeader makes the claim of the opening section the h1 of the page.
func (d *draft) openingAsHeader() {
	for _, section := range d.view.Content {
		opening, ok := section.(*view.HomeSection)
		if !ok {
			continue
		}
		d.view.Header.Title, d.view.Header.Subtitle = opening.Claim, opening.Text
		if opening.Picture != nil {
			d.view.Header.Picture = opening.Picture
		}
		return
	}
}

// page is the screen of a content page.
func (d *draft) page(page *content.Page) {
	d.view.Screen = view.ScreenPage
	d.pageHeader(&page.Fields, page.Title, page.Featured, view.HeaderHero)
	d.crumbs(view.Breadcrumb{Text: first(plain(page.Title), d.view.Header.Title)})
	d.withPanel(page.Fields.HideSearch)
	d.pageBody(page, true)
	d.subject.Title = first(page.Title, page.Fields.Title)
	d.twins(d.translated(&page.Head))
	d.about.Canonical = first(page.LinkIn(d.lang), d.view.Link)
	d.areaCopy(page.Slug)
	d.about.Description = first(page.Fields.Description, plain(string(page.Excerpt)), d.about.Description,
		d.t("seo.description.page", "title", d.view.Header.Title, "site", d.site.title))
	d.about.Modified = page.Modified
}

// pageBody adds the sections of a page; its own text stands first unless a
// section shows it.
func (d *draft) pageBody(page *content.Page, withHome bool) {
	shown := false
	for _, section := range page.Sections {
		shown = shown || section.Layout == string(view.SectionPage)
	}
	if html := d.html(page.Content); !html.IsZero() && !shown {
		d.add(&view.PageSection{Kind: view.SectionPage, HTML: html})
	}
	for i := range page.Sections {
		if !withHome && page.Sections[i].Layout == string(view.SectionPropertyArchive) {
			continue // the results are there already
		}
		d.pageSection(page, page.Sections[i])
	}
}

// media is the page of one picture of the library.
func (d *draft) media(m *content.Media) {
	d.view.Screen = view.ScreenPage
	title := first(plain(m.Title.In(d.lang)), m.Slug)
	d.headline(view.HeaderSimple, title, "")
	d.crumbs(view.Breadcrumb{Text: title})
	if picture := d.image(&m.Image, title); picture != nil {
		d.add(&view.ImageSection{Kind: view.SectionImage, Picture: picture, Caption: plain(m.Caption.In(d.lang))})
	}
	d.subject.Title = title
	d.twins(m.LinkIn)
	d.about.Canonical = first(m.LinkIn(d.lang), d.view.Link)
	d.about.Robots = seo.RobotsFollow
	d.share(&m.Image, title)
}
