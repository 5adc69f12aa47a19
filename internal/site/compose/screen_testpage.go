package compose

import (
	"context"
	"strings"

	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/site/seo"
	"estate/internal/site/view"
)

// test is the screen of developers (specification §2.5.1): links to every kind of screen,
// every element of an editor's text, and cards. Its texts are not translated.
func (s *screen) test(ctx context.Context) {
	const title = "Test"
	s.view.Screen = view.ScreenTest
	s.setHeader(view.HeaderSimple, title, "In development only")
	s.setBreadcrumbs(view.Breadcrumb{Text: title})
	s.setPanel()
	cards := s.cards.properties(s.lookups.recent(ctx, errorScreenProperties))
	s.add(
		&view.LinkSection{Kind: view.SectionLink, Title: "Screens", Links: s.testLinks(cards)},
		&view.ContentSection{Kind: view.SectionContent, HTML: s.html(testMarkup)},
		&view.PropertiesSection{Kind: view.SectionProperties, Title: "Cards", Cards: cards},
	)
	s.setPageTitle(title)
	s.head.Robots = seo.RobotsNothing
}

// testLinks are a link of every kind of screen that needs no content, and that of the first card.
func (s *screen) testLinks(cards []*view.Card) []view.Anchor {
	paths := []string{
		s.path("/"), s.resultsPath(search.KindProperties), s.resultsPath(search.KindDevelopments),
		s.path("/favorites/"), s.path(s.cfg.Blog), s.path("/enquiry/"), s.path("/enquiry/thanks/"), s.path("/no/such/page/"),
	}
	if len(cards) > 0 {
		paths = append(paths, cards[0].Href)
	}
	links := make([]view.Anchor, len(paths))
	for i, path := range paths {
		links[i] = view.Anchor{Href: path, Text: strings.Trim(path, "/")}
		if links[i].Text == "" {
			links[i].Text = path
		}
	}
	return links
}

// testMarkup has every element that an editor's text may have.
const testMarkup content.UnsafeHTML = `<h2>Heading 2</h2><p>A paragraph with <strong>strong</strong>, <em>emphasised</em> text,
<code>code</code> and a <a href="/">link</a>.</p><h3>Heading 3</h3><ul><li>List<ul><li>List in a list</li></ul></li></ul>
<ol><li>First</li><li>Second</li></ol><blockquote><p>Quotation</p></blockquote><h4>Heading 4</h4>
<table><thead><tr><th>Column</th><th>Number</th></tr></thead><tbody><tr><td>Row</td><td>1</td></tr></tbody></table><hr>`
