package compose

import (
	"cmp"
	"context"

	"estate/internal/content"
	"estate/internal/content/sanitize"
	"estate/internal/content/search"
	"estate/internal/site/seo"
	"estate/internal/site/view"
)

// maxJSONLDDescription is in characters.
const maxJSONLDDescription = 200

// post is the screen of one post.
func (s *screen) post(ctx context.Context, p *content.Post) {
	s.view.Screen = view.ScreenPost
	title := postTitle(p)
	section := s.posts.section(ctx, p)
	if p.Protected {
		section.HTML = s.protected()
	}
	s.setPageHeader(&p.Fields, cmp.Or(p.Title, title), p.Featured, view.HeaderSingle)
	if s.view.Header.Subtitle == "" {
		s.view.Header.Subtitle = s.t("header.on", "date", section.Date)
	}
	s.setBreadcrumbs(s.blogStep(), view.Breadcrumb{Text: title})
	if !p.Fields.HideSearch {
		s.setPanel()
	}
	s.add(section)
	if related := s.posts.relatedProperties(ctx, p); len(related) > 0 {
		s.add(&view.PropertiesSection{
			Kind: view.SectionProperties, Title: s.t("results.related"), Cards: s.cards.properties(related),
			More: &view.Anchor{Href: s.resultsPath(search.KindProperties), Text: s.t("results.all")},
		})
	}
	s.head.subject.Title = title
	s.setTranslationsOf(ctx, &p.Head)
	s.head.Canonical = cmp.Or(p.LinkIn(s.lang), s.view.Link)
	s.head.Description = cmp.Or(s.head.Description, p.Fields.Description, sanitize.Excerpt(string(p.Excerpt)), plain(string(p.Content)))
	s.head.Kind, s.head.Minutes = "article", section.Minutes
	s.head.Published, s.head.Modified = p.Date, p.Modified
	s.head.Feed = s.path("/feed/")
	if !p.Protected {
		s.addPostData(p, section)
	}
}

// protected is the sentence in place of content that a password protects. Its page is not indexed.
func (s *screen) protected() sanitize.SafeHTML {
	s.head.Robots = seo.RobotsFollow
	s.head.Description = s.t("sections.protected")
	return s.html(content.UnsafeHTML("<p>" + s.head.Description + "</p>"))
}

func (s *screen) addPostData(p *content.Post, section *view.PostSection) {
	article := seo.Article{
		Title: postTitle(p), Description: sanitize.Shorten(plain(s.head.Description), maxJSONLDDescription),
		URL: s.head.absolute(s.head.Canonical), Image: s.head.absolute(s.head.Image), Lang: string(s.lang),
		Words: sanitize.Words(string(p.Content)), Published: p.Date, Modified: p.Modified, Agency: s.site.agency,
	}
	if section.Author != nil {
		article.Author, article.AuthorURL = section.Author.Name, s.head.absolute(section.Author.Href)
		s.head.Author = section.Author.Name
	}
	s.head.addJSONLD(article.LD())
}
