package compose

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"unicode/utf8"

	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

func (b *sectionBuilder) aboutSection(f *content.AboutFields) (view.Section, error) {
	section := &view.AboutSection{
		Kind: view.SectionAbout, Title: plain(f.Title), HTML: b.html(f.HTML),
		Picture: b.picture(f.Picture, plain(f.Title)), Call: b.call(f.Call),
	}
	for _, figure := range f.Figures {
		if figure.Value != "" {
			section.Figures = append(section.Figures, view.Figure{Value: plain(figure.Value), Label: plain(figure.Label)})
		}
	}
	if section.Title == "" || section.HTML.IsZero() {
		return nil, errMissingField
	}
	return section, nil
}

func (b *sectionBuilder) bannerSection(f *content.BannerFields) (view.Section, error) {
	if plain(f.Title) == "" {
		return nil, errMissingField
	}
	return &view.BannerSection{
		Kind: view.SectionBanner, Title: plain(f.Title), Text: plain(f.Text),
		Picture: b.picture(f.Picture, ""), Film: b.backgroundFilm("banner", f.Film), Call: b.call(f.Call),
	}, nil
}

// homeSection is the opening of the home page: claim and search panel.
func (b *sectionBuilder) homeSection(ctx context.Context, f *content.HomeFields) (view.Section, error) {
	if plain(f.Claim) == "" {
		return nil, errMissingField
	}
	section := &view.HomeSection{
		Kind: view.SectionHome, Claim: plain(f.Claim), Text: plain(f.Text), Picture: b.picture(f.Picture, ""),
		Film: b.backgroundFilm("home", f.Film), Inner: b.view.Screen != view.ScreenHome || b.hasOpening(),
	}
	if f.Search {
		section.Search = b.search.panel(search.Filter{Kind: search.KindProperties}, b.lookups.allCounts(ctx))
		section.Search.Sentence = b.path(SentencePath)
	}
	return section, nil
}

// hasOpening reports whether the page has a home section already.
func (b *sectionBuilder) hasOpening() bool {
	return slices.ContainsFunc(b.view.Content, func(s view.Section) bool { return s.SectionKind() == view.SectionHome })
}

func (b *sectionBuilder) introSection(f *content.IntroFields) (view.Section, error) {
	if plain(f.Title) == "" {
		return nil, errMissingField
	}
	return &view.IntroSection{
		Kind: view.SectionIntro, Eyebrow: plain(f.Eyebrow), Title: plain(f.Title), HTML: b.html(f.HTML),
	}, nil
}

func (b *sectionBuilder) contentSection(raw content.UnsafeHTML) (view.Section, error) {
	html := b.html(raw)
	if html.IsZero() {
		return nil, errMissingField
	}
	return &view.ContentSection{Kind: view.SectionContent, HTML: html}, nil
}

func (b *sectionBuilder) columnTextSection(f *content.ColumnTextFields) (view.Section, error) {
	section := &view.ColumnTextSection{Kind: view.SectionColumnText, Title: plain(f.Title)}
	for _, column := range f.Columns[:min(3, len(f.Columns))] {
		if html := b.html(column); !html.IsZero() {
			section.Columns = append(section.Columns, html)
		}
	}
	if len(section.Columns) == 0 {
		return nil, errMissingField
	}
	return section, nil
}

// pageBodySection shows the text of the block, else that of the page.
func (b *sectionBuilder) pageBodySection(page *content.Page, f *content.PageBodyFields) (view.Section, error) {
	html := b.html(f.HTML)
	if html.IsZero() {
		html = b.html(page.Content)
	}
	if html.IsZero() {
		return nil, errMissingField
	}
	return &view.PageSection{Kind: view.SectionPage, Title: plain(f.Title), HTML: html}, nil
}

func (b *sectionBuilder) servicesSection(f *content.ServicesFields) (view.Section, error) {
	section := &view.ServicesSection{Kind: view.SectionServices, Title: plain(f.Title), Text: plain(f.Text)}
	for _, item := range f.Items {
		if title := plain(item.Title); title != "" {
			section.Items = append(section.Items, view.Service{
				Title: title, Text: plain(item.Text), Href: b.href(item.Link), Picture: b.picture(item.Picture, title),
			})
		}
	}
	if section.Title == "" || len(section.Items) == 0 {
		return nil, errMissingField
	}
	return section, nil
}

func (b *sectionBuilder) teamSection(f *content.TeamFields) (view.Section, error) {
	section := &view.TeamSection{Kind: view.SectionTeam, Title: plain(f.Title), Text: plain(f.Text)}
	for _, item := range f.Items {
		if name := plain(item.Name); name != "" {
			section.People = append(section.People, view.Person{
				Name: name, Role: plain(item.Text), Languages: plain(item.Languages), Areas: plain(item.Areas),
				Href: b.href(item.Link), Picture: b.picture(item.Picture, name),
			})
		}
	}
	if section.Title == "" || len(section.People) == 0 {
		return nil, errMissingField
	}
	return section, nil
}

func (b *sectionBuilder) reviewsSection(f *content.ReviewsFields) (view.Section, error) {
	section := &view.ReviewsSection{Kind: view.SectionReviews, Title: plain(f.Title), Text: plain(f.Text)}
	for _, item := range f.Items {
		if text, name := plain(item.Text), plain(item.Name); text != "" && name != "" {
			section.Reviews = append(section.Reviews, view.Review{Text: text, Name: name})
		}
	}
	if section.Title == "" || len(section.Reviews) == 0 {
		return nil, errMissingField
	}
	return section, nil
}

func (b *sectionBuilder) shortlinksSection(f *content.ShortlinksFields) (view.Section, error) {
	links := b.calls(f.Links, b.result.Link.Route)
	if len(links) == 0 {
		return nil, errMissingField
	}
	return &view.ShortlinksSection{Kind: view.SectionShortlinks, Title: plain(f.Title), Links: links}, nil
}

func (b *sectionBuilder) linkSection(f *content.LinkFields) (view.Section, error) {
	links := b.calls(f.Links, b.result.Link.Route)
	if plain(f.Title) == "" || len(links) == 0 {
		return nil, errMissingField
	}
	return &view.LinkSection{Kind: view.SectionLink, Title: plain(f.Title), Text: plain(f.Text), Links: links}, nil
}

func (b *sectionBuilder) contactSection(f *content.ContactFields) (view.Section, error) {
	if plain(f.Title) == "" {
		return nil, errMissingField
	}
	section := b.forms.contact(plain(f.Title))
	section.Text = plain(f.Text)
	if f.Map != nil { // the office is a public position
		if point := mapPoint(0, &content.GeoPoint{Lat: f.Map.Lat, Lng: f.Map.Lng, Precision: content.PrecisionExact}); point != nil {
			section.Map = point.Href
		}
	}
	if f.Form {
		section.Form = b.forms.form(b.forms.contactKind(), "")
	}
	if f.Callback {
		section.Form = b.forms.form(b.forms.contactKind(), "")
		section.Form.Call = true
	}
	if section.Form == nil && section.Map == "" && len(section.Phones)+len(section.Mails)+len(section.Address)+len(section.Hours) == 0 {
		return nil, errMissingField
	}
	return section, nil
}

func (b *sectionBuilder) infoSection(f *content.InfoFields) (view.Section, error) {
	section := &view.InfoSection{Kind: view.SectionInfo, Title: plain(f.Title)}
	for _, item := range f.Items {
		fact := view.InfoItem{Label: plain(item.Label), Value: plain(item.Value)}
		if slices.Contains(content.SectionIcons, item.Icon) {
			fact.Icon = item.Icon
		}
		if fact.Label != "" && fact.Value != "" {
			section.Items = append(section.Items, fact)
		}
	}
	if len(section.Items) == 0 {
		return nil, errMissingField
	}
	return section, nil
}

func (b *sectionBuilder) tabSection(f *content.TabFields) (view.Section, error) {
	section := &view.TabSection{Kind: view.SectionTab, Title: plain(f.Title)}
	for _, tab := range f.Tabs {
		title, html := plain(tab.Title), b.html(tab.HTML)
		if title != "" && !html.IsZero() {
			section.Tabs = append(section.Tabs, view.Tab{ID: b.anchor(tab.ID), Title: title, HTML: html})
		}
	}
	if len(section.Tabs) == 0 {
		return nil, errMissingField
	}
	return section, nil
}

var anchorPattern = regexp.MustCompile(`^[A-Za-z][\w-]{0,60}$`)

// anchor is a unique id for a part of the page: the wanted one, unless it is no id,
// reserved or taken.
func (b *sectionBuilder) anchor(wanted string) string {
	if !anchorPattern.MatchString(wanted) {
		wanted = "tab"
	}
	if b.anchors == nil {
		b.anchors = map[string]bool{}
	}
	id := wanted
	for n := 2; b.anchors[id] || b.sanitizer.IsReserved(id); n++ {
		id = wanted + "-" + strconv.Itoa(n)
	}
	b.anchors[id] = true
	return id
}

const (
	defaultLines = 6 // of a folded description
	maxLines     = 40
	lineLength   = 80 // characters, estimated
)

func (b *sectionBuilder) descriptionSection(f *content.DescriptionFields) (view.Section, error) {
	html := b.html(f.HTML)
	if html.IsZero() {
		return nil, errMissingField
	}
	lines := defaultLines
	if f.Lines > 0 {
		lines = min(f.Lines, maxLines)
	}
	return &view.DescriptionSection{
		Kind: view.SectionDescription, Title: plain(f.Title), HTML: html, Lines: lines,
		// A text that is at most two lines longer is not folded.
		Long: utf8.RuneCountInString(plain(html.String())) > (lines+2)*lineLength,
	}, nil
}

func (b *sectionBuilder) gutembergSection(f *content.GutembergFields) (view.Section, error) {
	html := b.html(f.HTML)
	if html.IsZero() {
		return nil, errMissingField
	}
	return &view.GutembergSection{Kind: view.SectionGutemberg, HTML: html}, nil
}
