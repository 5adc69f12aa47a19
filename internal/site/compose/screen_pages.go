package compose

import (
	"cmp"
	"context"
	"slices"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
	"estate/internal/site/seo"
	"estate/internal/site/view"
)

// home is the screen of the roots: a content page made of sections.
func (s *screen) home(ctx context.Context) {
	page := s.result.Page
	if page == nil {
		own, ok := s.result.Entity.(*content.Page)
		if !ok {
			s.single(ctx)
			return
		}
		page = own
	}
	s.view.Screen = view.ScreenHome
	s.setPageHeader(&page.Fields, page.Title, page.Featured, view.HeaderHome)
	s.view.Header.Type = view.HeaderHome
	if plain(page.Fields.Title) == "" {
		s.view.Header.Title = s.site.title // "Home" says nothing
	}
	s.addPageBody(ctx, page)
	s.setHeaderFromOpening()
	s.addFeed(ctx)
	// The tagline, because "Home" as a title means nothing to search engines.
	s.head.subject.Title = cmp.Or(plain(s.site.settings.Tagline.In(s.lang)), page.Title)
	s.head.Description = cmp.Or(page.Fields.Description, s.t("seo.description.home", "site", s.site.title))
	s.head.setTranslations(func(lang i18n.Lang) string { return lang.Prefix() + "/" })
	s.head.Canonical = s.path("/")
	s.head.Feed = s.path("/feed/")
	s.head.addJSONLD(s.site.agency.LD())
}

// setHeaderFromOpening makes the claim of the first home section the h1.
func (s *screen) setHeaderFromOpening() {
	for _, section := range s.view.Content {
		opening, ok := section.(*view.HomeSection)
		if !ok {
			continue
		}
		s.view.Header.Title, s.view.Header.Subtitle = opening.Claim, opening.Text
		if opening.Picture != nil {
			s.view.Header.Picture = opening.Picture
		}
		return
	}
}

// page is the screen of a content page.
func (s *screen) page(ctx context.Context, page *content.Page) {
	s.view.Screen = view.ScreenPage
	s.setPageHeader(&page.Fields, page.Title, page.Featured, view.HeaderHero)
	s.setBreadcrumbs(view.Breadcrumb{Text: cmp.Or(plainTitle(page.Title), s.view.Header.Title)})
	if !page.Fields.HideSearch {
		s.setPanel()
	}
	s.addPageBody(ctx, page)
	s.head.subject.Title = cmp.Or(page.Title, page.Fields.Title)
	s.setTranslationsOf(ctx, &page.Head)
	s.head.Canonical = cmp.Or(page.LinkIn(s.lang), s.view.Link)
	s.setAreaCopy(page.Slug)
	s.head.Description = cmp.Or(page.Fields.Description, sanitize.Excerpt(string(page.Excerpt)), s.head.Description,
		s.t("seo.description.page", "title", s.view.Header.Title, "site", s.site.title))
	s.head.Modified = page.Modified
}

// setTranslationsOf sets the published translations of an entity in one language.
func (s *screen) setTranslationsOf(ctx context.Context, head *content.Head) {
	links := content.Translations(ctx, s.lookups.source, head)
	s.head.setTranslations(func(lang i18n.Lang) string { return links[lang] })
}

// addPageBody adds the sections of a page except for the kinds in skip. The page's
// own text comes first, unless a section shows it.
func (s *screen) addPageBody(ctx context.Context, page *content.Page, skip ...view.SectionKind) {
	hasBodySection := slices.ContainsFunc(page.Sections, func(block content.Section) bool {
		return block.Layout == string(view.SectionPage)
	})
	if page.Protected {
		s.add(&view.PageSection{Kind: view.SectionPage, HTML: s.protected()})
		return
	}
	if html := s.html(page.Content); !html.IsZero() && !hasBodySection {
		s.add(&view.PageSection{Kind: view.SectionPage, HTML: html})
	}
	for i := range page.Sections {
		if !slices.Contains(skip, view.SectionKind(page.Sections[i].Layout)) {
			s.sections.add(ctx, page, page.Sections[i])
		}
	}
}

// media is the screen of one picture of the media library.
func (s *screen) media(m *content.Media) {
	s.view.Screen = view.ScreenPage
	title := cmp.Or(plain(m.Title.In(s.lang)), m.Slug)
	s.setHeader(view.HeaderSimple, title, "")
	s.setBreadcrumbs(view.Breadcrumb{Text: title})
	if picture := s.picture(&m.Image, title); picture != nil {
		s.add(&view.ImageSection{Kind: view.SectionImage, Picture: picture, Caption: plain(m.Caption.In(s.lang))})
	}
	s.head.subject.Title = title
	s.head.setTranslations(m.LinkIn)
	s.head.Canonical = cmp.Or(m.LinkIn(s.lang), s.view.Link)
	s.head.Robots = seo.RobotsFollow
	s.head.setImage(&m.Image, title)
}
