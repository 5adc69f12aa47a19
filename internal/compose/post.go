package compose

import (
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/sanitize"
	"estate/internal/search"
	"estate/internal/seo"
	"estate/internal/view"
)

// wordsPerMinute is how fast articles are read.
const wordsPerMinute = 220

// post is the screen of one article.
func (d *draft) post(p *content.Post) {
	d.view.Screen = view.ScreenPost
	title := plain(p.Title)
	d.pageHeader(&p.Fields, p.Title, p.Featured, view.HeaderSingle)
	if d.view.Header.Subtitle == "" {
		d.view.Header.Subtitle = d.t("header.on", "date", i18n.Date(d.lang, p.Date.In(d.cfg.Zone)))
	}
	d.crumbs(view.Breadcrumb{Text: d.t("header.crumb.blog"), Href: d.blog()}, view.Breadcrumb{Text: title})
	d.withPanel(p.Fields.HideSearch)
	section := d.postSection(p)
	d.add(section)
	if homes := d.relatedHomes(p); len(homes) > 0 {
		d.add(&view.PropertiesSection{
			Kind: view.SectionProperties, Title: d.t("results.related"), Cards: d.propertyCards(homes),
			More: &view.Anchor{Href: d.resultsPath(search.KindProperties), Text: d.t("results.all")},
		})
	}
	d.subject.Title = title
	d.twins(d.translated(&p.Head))
	d.about.Canonical = first(p.LinkIn(d.lang), d.view.Link)
	d.about.Description = first(p.Fields.Description, plain(string(p.Excerpt)), sanitize.Text(string(p.Content)))
	d.about.Kind, d.about.Minutes = "article", section.Minutes
	d.about.Published, d.about.Modified = p.Date, p.Modified
	d.about.Feed = d.path("/feed/")
	d.postData(p, section)
}

func (d *draft) postSection(p *content.Post) *view.PostSection {
	section := &view.PostSection{
		Kind: view.SectionPost, HTML: d.html(p.Content),
		Date: i18n.Date(d.lang, p.Date.In(d.cfg.Zone)), ISODate: p.Date.In(d.cfg.Zone).Format("2006-01-02"),
		Minutes: minutes(p.Content), Author: d.agent(p.Author),
		Terms: append(d.terms("category", p.Categories), d.terms("tag", p.Tags)...),
	}
	section.Previous, section.Next = d.neighbours(p)
	return section
}

func minutes(text content.UnsafeHTML) int {
	return max(1, (sanitize.Words(string(text))+wordsPerMinute-1)/wordsPerMinute)
}

// terms are links to the archives of the named terms.
func (d *draft) terms(taxonomy string, ids []int) []view.Anchor {
	if len(ids) == 0 {
		return nil
	}
	all, err := d.source.Terms(d.ctx, d.lang, taxonomy)
	if err != nil {
		d.missed(taxonomy, err)
		return nil
	}
	var links []view.Anchor
	for _, term := range all {
		if link := term.LinkIn(d.lang); link != "" && slices.Contains(ids, term.ID) {
			links = append(links, view.Anchor{Href: link, Text: plain(term.Name.In(d.lang))})
		}
	}
	return links
}

// neighbours are the articles before and after p in time.
func (d *draft) neighbours(p *content.Post) (previous, next *view.Anchor) {
	ask := func(q content.ArchiveQuery) *content.Archive {
		q.Endpoint, q.PerPage, q.Exclude = "posts", 1, []int{p.ID}
		archive, err := d.source.Archive(d.ctx, d.lang, q)
		if err != nil {
			d.missed("neighbours", err)
			return nil
		}
		return archive
	}
	previous = d.firstPost(ask(content.ArchiveQuery{Before: p.Date, Page: 1}))
	later := ask(content.ArchiveQuery{After: p.Date, Page: 1})
	if later != nil && later.TotalPages > 1 { // newest first: the neighbour is the last
		later = ask(content.ArchiveQuery{After: p.Date, Page: later.TotalPages})
	}
	return previous, d.firstPost(later)
}

func (d *draft) firstPost(archive *content.Archive) *view.Anchor {
	if archive == nil || len(archive.Items) == 0 {
		return nil
	}
	post, ok := archive.Items[0].(*content.Post)
	if !ok || post.LinkIn(d.lang) == "" {
		return nil
	}
	return &view.Anchor{Href: post.LinkIn(d.lang), Text: plain(post.Title)}
}

// relatedHomes are homes of the place that the article is about, else the
// latest ones.
func (d *draft) relatedHomes(p *content.Post) []*content.Property {
	open := search.Filter{Kind: search.KindProperties, PerPage: similarHomes}
	place := d.placeIn(strings.ToLower(plain(p.Title) + " " + p.Slug))
	if place == 0 {
		return d.gather(similarHomes, open)
	}
	near := open
	d.site.catalog.AddLocation(&near, place)
	return d.gather(similarHomes, near, open)
}

// placeIn is the place with the longest name that text speaks of, 0 for none.
func (d *draft) placeIn(text string) int {
	found, length := 0, 0
	for _, place := range d.site.catalog.Locations {
		name := strings.ToLower(place.Name.In(d.lang))
		if len(name) > max(3, length) && strings.Contains(text, name) {
			found, length = place.ID, len(name)
		}
	}
	return found
}

func (d *draft) postData(p *content.Post, section *view.PostSection) {
	article := seo.Article{
		Title: plain(p.Title), Description: sanitize.Shorten(plain(d.about.Description), 200),
		URL: d.absolute(d.about.Canonical), Image: d.absolute(d.about.Image), Lang: string(d.lang),
		Words: sanitize.Words(string(p.Content)), Published: p.Date, Modified: p.Modified, Agency: d.site.agency,
	}
	if section.Author != nil {
		article.Author, article.AuthorURL = section.Author.Name, d.absolute(section.Author.Href)
		d.about.Author = section.Author.Name
	}
	d.structured(article.LD())
}
