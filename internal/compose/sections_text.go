package compose

import (
	"regexp"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/search"
	"estate/internal/view"
)

func (d *draft) aboutSection(f *content.AboutFields) (view.Section, error) {
	section := &view.AboutSection{
		Kind: view.SectionAbout, Title: plain(f.Title), HTML: d.html(f.HTML),
		Picture: d.image(f.Picture, plain(f.Title)), Call: d.call(f.Call),
	}
	for _, figure := range f.Figures {
		if figure.Value != "" {
			section.Figures = append(section.Figures, view.Figure{Value: plain(figure.Value), Label: plain(figure.Label)})
		}
	}
	if section.Title == "" || section.HTML.IsZero() {
		return nil, errEmpty
	}
	return section, nil
}

func (d *draft) bannerSection(f *content.BannerFields) (view.Section, error) {
	if plain(f.Title) == "" {
		return nil, errEmpty
	}
	return &view.BannerSection{
		Kind: view.SectionBanner, Title: plain(f.Title), Text: plain(f.Text),
		Picture: d.image(f.Picture, ""), Film: d.stageFilm("banner", f.Film), Call: d.call(f.Call),
	}, nil
}

// homeSection opens the home page with the claim and the search panel.
func (d *draft) homeSection(f *content.HomeFields) (view.Section, error) {
	if plain(f.Claim) == "" {
		return nil, errEmpty
	}
	section := &view.HomeSection{
		Kind: view.SectionHome, Claim: plain(f.Claim), Text: plain(f.Text), Picture: d.image(f.Picture, ""),
		Film: d.stageFilm("home", f.Film), Inner: d.view.Screen != view.ScreenHome || d.opened(),
	}
	if f.Search {
		section.Search = d.panel(search.Filter{Kind: search.KindProperties}, d.openCounts(), nil)
	}
	return section, nil
}

// opened reports whether the page has an opening section already.
func (d *draft) opened() bool {
	return slices.ContainsFunc(d.view.Content, func(s view.Section) bool { return s.SectionKind() == view.SectionHome })
}

func (d *draft) introSection(f *content.IntroFields) (view.Section, error) {
	if plain(f.Title) == "" {
		return nil, errEmpty
	}
	return &view.IntroSection{
		Kind: view.SectionIntro, Eyebrow: plain(f.Eyebrow), Title: plain(f.Title), HTML: d.html(f.HTML),
	}, nil
}

func (d *draft) contentSection(raw content.UnsafeHTML) (view.Section, error) {
	html := d.html(raw)
	if html.IsZero() {
		return nil, errEmpty
	}
	return &view.ContentSection{Kind: view.SectionContent, HTML: html}, nil
}

func (d *draft) columnTextSection(f *content.ColumnTextFields) (view.Section, error) {
	section := &view.ColumnTextSection{Kind: view.SectionColumnText, Title: plain(f.Title)}
	for _, column := range f.Columns[:min(3, len(f.Columns))] {
		if html := d.html(column); !html.IsZero() {
			section.Columns = append(section.Columns, html)
		}
	}
	if len(section.Columns) == 0 {
		return nil, errEmpty
	}
	return section, nil
}

// pageBodySection shows the text of the block, else that of the page itself.
func (d *draft) pageBodySection(page *content.Page, f *content.PageBodyFields) (view.Section, error) {
	html := d.html(f.HTML)
	if html.IsZero() {
		html = d.html(page.Content)
	}
	if html.IsZero() {
		return nil, errEmpty
	}
	return &view.PageSection{Kind: view.SectionPage, Title: plain(f.Title), HTML: html}, nil
}

func (d *draft) servicesSection(f *content.ServicesFields) (view.Section, error) {
	section := &view.ServicesSection{Kind: view.SectionServices, Title: plain(f.Title), Text: plain(f.Text)}
	for _, item := range f.Items {
		if title := plain(item.Title); title != "" {
			section.Items = append(section.Items, view.Service{
				Title: title, Text: plain(item.Text), Href: d.href(item.Link), Picture: d.image(item.Picture, title),
			})
		}
	}
	if section.Title == "" || len(section.Items) == 0 {
		return nil, errEmpty
	}
	return section, nil
}

func (d *draft) shortlinksSection(f *content.ShortlinksFields) (view.Section, error) {
	links := d.calls(f.Links)
	if len(links) == 0 {
		return nil, errEmpty
	}
	return &view.ShortlinksSection{Kind: view.SectionShortlinks, Title: plain(f.Title), Links: links}, nil
}

func (d *draft) linkSection(f *content.LinkFields) (view.Section, error) {
	links := d.calls(f.Links)
	if plain(f.Title) == "" || len(links) == 0 {
		return nil, errEmpty
	}
	return &view.LinkSection{Kind: view.SectionLink, Title: plain(f.Title), Text: plain(f.Text), Links: links}, nil
}

// calls are the links of a list that lead somewhere.
func (d *draft) calls(calls []content.Call) []view.Anchor {
	var links []view.Anchor
	for i := range calls {
		if anchor := d.call(&calls[i]); anchor != nil {
			anchor.Text = plain(anchor.Text)
			anchor.Current = leadsTo(anchor.Href, d.result.Link.Route)
			links = append(links, *anchor)
		}
	}
	return links
}

func (d *draft) contactSection(f *content.ContactFields) (view.Section, error) {
	if plain(f.Title) == "" {
		return nil, errEmpty
	}
	section := &view.ContactSection{
		Kind: view.SectionContact, Title: plain(f.Title), Text: plain(f.Text),
		Phones: d.site.chrome.Phones, Mails: d.site.chrome.Mails, Address: d.site.chrome.Address,
		Hours: d.hours(),
	}
	if point := mapPoint(exactly(f.Map)); point != nil {
		section.Map = point.Href
	}
	if f.Form {
		section.Form = d.form(d.contactKind(), "")
	}
	return section, nil
}

var lineEnd = regexp.MustCompile(`\n|(?i:<br\s*/?>)`)

// hours are the opening hours, on the lines that the agency gave them.
func (d *draft) hours() string {
	var lines []string
	for _, line := range lineEnd.Split(d.site.settings.Hours.In(d.lang), -1) {
		if line = plain(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// exactly marks the agency's own door: it need not be hidden.
func exactly(p *content.GeoPoint) *content.GeoPoint {
	if p == nil {
		return nil
	}
	return &content.GeoPoint{Lat: p.Lat, Lng: p.Lng, Precision: "exact"}
}

func (d *draft) imageSection(f *content.ImageFields) (view.Section, error) {
	picture := d.image(f.Picture, plain(f.Caption))
	if picture == nil {
		return nil, errEmpty
	}
	return &view.ImageSection{Kind: view.SectionImage, Picture: picture, Caption: plain(f.Caption)}, nil
}
