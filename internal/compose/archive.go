package compose

import (
	"net/url"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/link"
	"estate/internal/route"
	"estate/internal/sanitize"
	"estate/internal/seo"
	"estate/internal/view"
)

// blog is the link of the list of posts.
func (d *draft) blog() string { return d.path(d.cfg.Blog) }

// postArchive is the blog, or the archive of a configured type.
func (d *draft) postArchive() {
	if d.result.Target.Kind == route.KindTypeArchive {
		d.typeArchive()
		return
	}
	d.headline(view.HeaderSimple, d.t("header.blog.title"), d.t("header.blog.subtitle"))
	d.crumbs(view.Breadcrumb{Text: d.t("header.crumb.blog")})
	d.about.Title = d.t("seo.title.content", "title", d.t("seo.title.blog"), "site", d.site.title)
	d.about.Description = d.t("seo.description.blog")
	d.about.Feed = d.path("/feed/")
	d.inList(func(lang i18n.Lang) string { return d.result.Link.Canonical().InLang(lang).WithPage(1).String() })
	d.posts()
	if _, searching := d.result.Link.Query["s"]; d.result.Link.Page <= 1 && !searching {
		d.feed()
	}
}

func (d *draft) typeArchive() {
	kind, _ := d.result.Record["type"].(content.Type)
	title := seo.TypeWord(d.lang, string(kind))
	d.headline(view.HeaderSimple, title, "")
	d.crumbs(view.Breadcrumb{Text: title})
	d.about.Description = d.t("seo.description.page", "title", title, "site", d.site.title)
	d.inList(func(lang i18n.Lang) string { return d.result.Link.Canonical().InLang(lang).WithPage(1).String() })
	d.posts()
}

// termArchive is what is filed under a category, a tag or another term.
func (d *draft) termArchive() {
	term, _ := d.result.Entity.(*content.Term)
	if term == nil {
		d.failure()
		return
	}
	name := plain(term.Name.In(d.lang))
	d.headline(view.HeaderSimple, name, plain(term.Description.In(d.lang)))
	d.view.Header.Eyebrow = seo.TaxonomyWord(d.lang, term.Taxonomy)
	d.crumbs(view.Breadcrumb{Text: d.t("header.crumb.blog"), Href: d.blog()}, view.Breadcrumb{Text: name})
	d.subject.Name, d.subject.Taxonomy = name, term.Taxonomy
	d.about.Description = first(plain(term.Description.In(d.lang)), d.t("seo.description.term", "name", name))
	if term.Taxonomy == "category" {
		d.about.Feed = link.Join(term.LinkIn(d.lang), "feed")
	}
	d.inList(term.LinkIn)
	d.posts()
}

// authorArchive is what somebody has written.
func (d *draft) authorArchive() {
	author, _ := d.result.Entity.(*content.Author)
	if author == nil {
		d.failure()
		return
	}
	name := plain(author.Name)
	d.headline(view.HeaderSimple, name, plain(author.Role.In(d.lang)))
	d.view.Header.Eyebrow = d.t("header.author")
	d.view.Header.Picture = d.image(author.Picture, name)
	d.crumbs(view.Breadcrumb{Text: d.t("header.crumb.blog"), Href: d.blog()}, view.Breadcrumb{Text: name})
	if text := d.html(content.UnsafeHTML(author.Description.In(d.lang))); !text.IsZero() && d.result.Link.Page <= 1 {
		d.add(&view.ContentSection{Kind: view.SectionContent, HTML: text.InParagraph(), Portrait: d.image(author.Picture, name)})
	}
	d.subject.Name = name
	d.about.Description = first(plain(author.Description.In(d.lang)), d.t("seo.description.author", "name", name))
	d.about.Kind = "profile"
	d.share(author.Picture, name)
	d.inList(author.LinkIn)
	d.posts()
}

// dateArchive is what was written in a year, a month or on a day.
func (d *draft) dateArchive() {
	number := func(key string) int { n, _ := d.result.Record[key].(int); return n }
	year, month, day := number("year"), number("month"), number("day")
	at := time.Date(year, time.Month(max(1, month)), max(1, day), 12, 0, 0, 0, time.UTC)
	title := yearText(year)
	switch {
	case day > 0:
		title = i18n.Date(d.lang, at)
	case month > 0:
		title = i18n.Month(d.lang, at)
	}
	d.headline(view.HeaderSimple, capital(title), "")
	d.view.Header.Eyebrow = d.t("header.date")
	d.crumbs(view.Breadcrumb{Text: d.t("header.crumb.blog"), Href: d.blog()}, view.Breadcrumb{Text: title})
	d.about.Description = d.t("seo.description.date", "date", title)
	d.about.Robots = seo.RobotsFollow // the same articles as in the blog, sorted less usefully
	d.inList(func(lang i18n.Lang) string {
		if lang == d.lang {
			return d.result.Link.Route
		}
		return ""
	})
	d.posts()
}

// inList tells the twins of a list. Further pages have none: the other language
// may have fewer of them.
func (d *draft) inList(linkIn func(i18n.Lang) string) {
	d.twins(linkIn)
	if d.result.Link.Page > 1 {
		d.about.Alternates = nil
	}
	d.canonical()
}

// posts adds the numbered list of articles.
func (d *draft) posts() {
	d.view.Screen = view.ScreenArchive
	archive := d.result.Archive
	if archive == nil {
		archive = &content.Archive{}
	}
	section := &view.BlogArchiveSection{
		Kind: view.SectionBlogArchive, Posts: d.postCards(archive.Items), Terms: d.categories(true, false),
		Pager: d.pager(archive.TotalPages), Search: d.searched(), Blog: d.searchedList(),
	}
	if len(section.Posts) == 0 {
		section.Empty = d.t("results.noPosts")
	}
	d.add(section)
	d.withPanel(false)
	d.about.Prev, d.about.Next = section.Pager.Prev, section.Pager.Next
	if section.Search != "" {
		d.view.Header.Subtitle = d.t("header.search", "text", section.Search)
		d.about.Title = d.t("seo.title.content", "title", d.t("seo.title.search", "text", section.Search), "site", d.site.title)
	}
	if _, searching := d.result.Link.Query["s"]; searching || len(section.Posts) == 0 {
		d.about.Robots = seo.RobotsFollow
	}
	items := make([]seo.Crumb, len(section.Posts))
	for i, post := range section.Posts {
		items[i] = seo.Crumb{Name: post.Title, URL: d.absolute(post.Href)}
	}
	d.structured(seo.ItemList(items, 1, 0))
}

// searchedList is what a search of articles goes through: the whole blog, or the
// archive of a type that has one of its own.
func (d *draft) searchedList() string {
	if d.result.Target.Kind == route.KindTypeArchive {
		return d.result.Link.Route
	}
	return d.blog()
}

// searched is what was searched for, as it was typed.
func (d *draft) searched() string {
	text, err := url.QueryUnescape(d.result.Link.Query["s"])
	if err != nil {
		return ""
	}
	return sanitize.Shorten(strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " "), 100)
}

// categories are the links of the blog's own terms.
func (d *draft) categories(categories, tags bool) []view.Anchor {
	var links []view.Anchor
	for _, list := range []struct {
		name   string
		wanted bool
	}{{"category", categories}, {"tag", tags}} {
		if !list.wanted {
			continue
		}
		terms, err := d.source.Terms(d.ctx, d.lang, list.name)
		d.missed(list.name, err)
		for _, term := range terms {
			if href := term.LinkIn(d.lang); href != "" {
				links = append(links, view.Anchor{Href: href, Text: plain(term.Name.In(d.lang)), Current: leadsTo(href, d.result.Link.Route)})
			}
		}
	}
	return links
}

func capital(text string) string {
	if text == "" {
		return ""
	}
	runes := []rune(text)
	return strings.ToUpper(string(runes[0])) + string(runes[1:])
}
