package compose

import (
	"cmp"
	"context"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/content/sanitize"
	"estate/internal/content/search"
	"estate/internal/site/seo"
	"estate/internal/site/view"
)

// maxSearchText is the number of characters of a search text that are shown.
const maxSearchText = 100

// blog is the screen of the list of posts. The agency's own page of posts gives it title,
// subtitle and text.
func (s *screen) blog(ctx context.Context) {
	s.setHeader(view.HeaderSimple, s.t("header.blog.title"), s.t("header.blog.subtitle", "site", s.site.title))
	s.setBreadcrumbs(s.blogStep())
	s.setPageTitle(s.t("seo.title.blog"))
	s.head.Description = s.t("seo.description.blog", "site", s.site.title)
	s.head.Feed = s.path("/feed/")
	if page := s.blogPage(ctx); page != nil {
		s.setBlogPage(page)
	}
	s.setArchiveTranslations(ctx, s.firstPageIn)
	s.addPosts(ctx, s.path(s.cfg.Blog))
	if s.result.Link.Page <= 1 && !s.isPostSearch() {
		s.addFeed(ctx)
	}
}

// blogPage is the agency's page at the path of the blog, nil without one.
func (s *screen) blogPage(ctx context.Context) *content.Page {
	found, err := s.lookups.source.BySlug(ctx, s.lang, content.TypePage.Endpoint(), path.Base(s.cfg.Blog))
	if err != nil {
		s.lookups.failure(ctx, "page of the blog", err)
		return nil
	}
	for _, entity := range found {
		if page, ok := entity.(*content.Page); ok && page.LinkIn(s.lang) == s.path(s.cfg.Blog) {
			return page
		}
	}
	return nil
}

// setBlogPage shows what the agency wrote on its page of posts. A title such as "Blog" names the
// kind of the page only, so it is not shown.
func (s *screen) setBlogPage(page *content.Page) {
	header := &s.view.Header
	title := cmp.Or(plain(page.Fields.Title), plainTitle(page.Title))
	if !strings.EqualFold(title, s.t("header.crumb.blog")) {
		header.Title = cmp.Or(title, header.Title)
	}
	header.Subtitle = cmp.Or(plain(page.Fields.Subtitle), header.Subtitle)
	s.head.Description = cmp.Or(page.Fields.Description, sanitize.Excerpt(string(page.Excerpt)), s.head.Description)
	if html := s.html(page.Content); !html.IsZero() && s.result.Link.Page <= 1 && !s.isPostSearch() {
		s.add(&view.PageSection{Kind: view.SectionPage, HTML: html})
	}
}

// typeArchive is the archive of a configured post type.
func (s *screen) typeArchive(ctx context.Context) {
	kind, _ := s.result.Record["type"].(content.Type)
	title := seo.TypeWord(s.lang, string(kind))
	s.setHeader(view.HeaderSimple, title, "")
	s.setBreadcrumbs(view.Breadcrumb{Text: title})
	s.head.Description = s.t("seo.description.page", "title", title, "site", s.site.title)
	s.setArchiveTranslations(ctx, s.firstPageIn)
	s.addPosts(ctx, s.result.Link.Route)
}

// firstPageIn is the first page of an archive that has the same path in every language.
func (s *screen) firstPageIn(lang i18n.Lang) string {
	return s.result.Link.Canonical().InLang(lang).WithPage(1).String()
}

// termArchive is the archive of a category, a tag or another term.
func (s *screen) termArchive(ctx context.Context) {
	term, _ := s.result.Entity.(*content.Term)
	if term == nil {
		s.failure(ctx)
		return
	}
	name, description := plain(term.Name.In(s.lang)), plain(term.Description.In(s.lang))
	s.setHeader(view.HeaderSimple, name, description)
	s.view.Header.Eyebrow = seo.TaxonomyWord(s.lang, term.Taxonomy)
	s.setBreadcrumbs(s.blogStep(), view.Breadcrumb{Text: name})
	s.head.subject.Name, s.head.subject.Taxonomy = name, term.Taxonomy
	s.head.Description = cmp.Or(description, s.t("seo.description.term", "name", name, "site", s.site.title))
	if term.Taxonomy == "category" {
		s.head.Feed = link.Join(term.LinkIn(s.lang), "feed")
	}
	s.setArchiveTranslations(ctx, term.LinkIn)
	s.addPosts(ctx, s.path(s.cfg.Blog))
}

// authorArchive is the archive of an author.
func (s *screen) authorArchive(ctx context.Context) {
	author, _ := s.result.Entity.(*content.Author)
	if author == nil {
		s.failure(ctx)
		return
	}
	name, description := plain(author.Name), author.Description.In(s.lang)
	s.setHeader(view.HeaderSimple, name, plain(author.Role.In(s.lang)))
	s.view.Header.Eyebrow = s.t("header.author")
	s.view.Header.Picture = s.picture(author.Picture, name)
	s.setBreadcrumbs(s.blogStep(), view.Breadcrumb{Text: name})
	if text := s.html(content.UnsafeHTML(description)); !text.IsZero() && s.result.Link.Page <= 1 {
		s.add(&view.ContentSection{Kind: view.SectionContent, HTML: text.InParagraph(), Person: name, Portrait: s.picture(author.Picture, name)})
	}
	s.head.subject.Name = name
	s.head.Description = cmp.Or(plain(description), s.t("seo.description.author", "name", name, "site", s.site.title))
	s.head.Kind = "profile"
	s.head.setImage(author.Picture, name)
	s.setArchiveTranslations(ctx, author.LinkIn)
	s.addPosts(ctx, s.path(s.cfg.Blog))
}

// dateArchive is the archive of a year, a month or a day. It is not indexed: the blog has the
// same posts.
func (s *screen) dateArchive(ctx context.Context) {
	number := func(key string) int { n, _ := s.result.Record[key].(int); return n }
	year, month, day := number("year"), number("month"), number("day")
	at := time.Date(year, time.Month(max(1, month)), max(1, day), 12, 0, 0, 0, time.UTC)
	title := strconv.Itoa(year)
	switch {
	case day > 0:
		title = i18n.Date(s.lang, at)
	case month > 0:
		title = i18n.Month(s.lang, at)
	}
	s.setHeader(view.HeaderSimple, capitalised(title), "")
	s.head.subject.Title = s.view.Header.Title
	s.view.Header.Eyebrow = s.t("header.date")
	s.setBreadcrumbs(s.blogStep(), view.Breadcrumb{Text: title})
	s.head.Description = s.t("seo.description.date", "date", title, "site", s.site.title)
	s.head.Robots = seo.RobotsFollow
	s.setArchiveTranslations(ctx, func(lang i18n.Lang) string {
		if first := s.firstPageIn(lang); lang == s.lang || s.hasPageIn(ctx, lang, first, 1) {
			return first
		}
		return lang.Prefix() + s.cfg.Blog // an archive without posts is a 404
	})
	s.addPosts(ctx, s.path(s.cfg.Blog))
}

// setArchiveTranslations sets the translations and the canonical link of an archive, from
// the links of its first pages. A further page is paired with the same page of the other
// language. Where that archive is shorter, the page has no alternates and the switcher leads
// to the first page. The switcher keeps the text of a search.
func (s *screen) setArchiveTranslations(ctx context.Context, linkIn func(i18n.Lang) string) {
	s.head.setTranslations(linkIn)
	s.head.setCanonical()
	if s.isPostSearch() {
		for lang, first := range s.head.translations {
			s.head.translations[lang] = withQuery(first, s.result.Link.Query)
		}
		return
	}
	if s.result.Link.Page <= 1 {
		return
	}
	for lang, first := range s.head.translations {
		if lang != s.lang && !s.hasPageIn(ctx, lang, first, s.result.Link.Page) {
			s.head.Alternates = nil
			continue
		}
		s.head.translations[lang] = s.head.withPage(first)
		if s.head.Alternates != nil {
			s.head.Alternates[lang] = s.head.withPage(first)
		}
	}
}

// hasPageIn reports whether the archive of the View has a page number in another language, where its
// first page has a link.
func (s *screen) hasPageIn(ctx context.Context, lang i18n.Lang, first string, number int) bool {
	query := s.result.ArchiveQuery
	if query.Taxonomy != "" {
		found, err := s.lookups.source.BySlug(ctx, lang, query.Taxonomy, path.Base(first))
		if err != nil || len(found) == 0 {
			return false
		}
		query.Term = found[0].Ref().ID
	}
	query.Page = number
	archive, err := s.lookups.source.Archive(ctx, lang, query)
	return err == nil && len(archive.Items) > 0
}

// addPosts adds the list of posts with its search form, which searches the archive
// at searchPath.
func (s *screen) addPosts(ctx context.Context, searchPath string) {
	s.view.Screen = view.ScreenArchive
	archive := s.result.Archive
	if archive == nil {
		archive = &content.Archive{}
	}
	section := &view.BlogArchiveSection{
		Kind: view.SectionBlogArchive, Posts: s.posts.cardsOf(ctx, archive.Items),
		Terms: s.posts.allTerms(ctx, true, false, s.result.Link.Route),
		Pager: pager(s.result.Link, archive.TotalPages), Search: s.searchText(), Blog: searchPath,
	}
	if len(section.Posts) == 0 {
		section.Empty = s.t("results.noPosts")
	}
	s.add(section)
	s.setPanel()
	s.head.Prev, s.head.Next = section.Pager.Prev, section.Pager.Next
	if section.Search != "" {
		s.view.Header.Subtitle = s.t("header.search", "text", section.Search)
		s.setPageTitle(s.t("seo.title.search", "text", section.Search))
	}
	if s.isPostSearch() || len(section.Posts) == 0 {
		s.head.Robots = seo.RobotsFollow
	}
	links := make([]string, len(section.Posts))
	for i, post := range section.Posts {
		links[i] = post.Href
	}
	s.head.addJSONLD(seo.ItemList(s.head.SiteURL, links, 1, 0))
	s.head.Minutes = 1 // a list of titles
}

// isPostSearch reports whether the link has key s, the search in posts.
func (s *screen) isPostSearch() bool {
	_, found := s.result.Link.Query[search.KeySearch]
	return found
}

// searchText is the decoded value of key s, "" when it is no valid escape.
func (s *screen) searchText() string {
	text, err := url.QueryUnescape(s.result.Link.Query[search.KeySearch])
	if err != nil {
		return ""
	}
	return sanitize.Shorten(strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " "), maxSearchText)
}

// capitalised is a text with its first letter in upper case: "marzo de 2026".
func capitalised(text string) string {
	if text == "" {
		return ""
	}
	runes := []rune(text)
	return strings.ToUpper(string(runes[0])) + string(runes[1:])
}
