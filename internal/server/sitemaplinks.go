package server

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/link"
	"estate/internal/seo"
	"estate/internal/view"
)

// entry is one link of a sitemap.
type entry struct {
	link       string // site link
	modified   time.Time
	alternates []view.Alternate // hreflang links, when the content has translations
}

// entriesOf reads the links of one file.
func (s *Server) entriesOf(ctx context.Context, file sitemapFile) ([]entry, error) {
	heads, err := s.parts.Links.Heads(ctx, file.group.Type, file.group.Lang, file.skip, file.most)
	if err != nil {
		return nil, err
	}
	archives := s.archiveLinks(file.lang) // pages such as the blog's stand there
	entries := make([]entry, 0, len(heads))
	for i := range heads {
		e := entry{link: heads[i].LinkIn(file.lang), modified: heads[i].Modified}
		if e.link == "" || file.checked && slices.Contains(archives, e.link) {
			continue // not in this language, or listed already
		}
		if file.checked {
			alternates, found, err := s.wantsToBeFound(ctx, e.link)
			if err != nil {
				return nil, err
			}
			if !found {
				continue
			}
			e.alternates = alternates
		} else {
			e.alternates = seo.Alternates(s.cfg.SiteURL, content.Translations(ctx, s.parts.Source, &heads[i]))
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// wantsToBeFound asks the very answer that a visitor gets: a page that is there,
// may be indexed and names no other address as its own.
func (s *Server) wantsToBeFound(ctx context.Context, raw string) (alternates []view.Alternate, found bool, err error) {
	a, err := s.answer(ctx, raw, content.FirstRedirect)
	if err != nil || a.view == nil {
		return nil, false, err
	}
	head := a.view.Head
	if a.view.Status != http.StatusOK || strings.Contains(head.Robots, "noindex") || head.Canonical != s.cfg.SiteURL+raw {
		return nil, false, nil
	}
	return head.Alternates, true, nil
}

func (s *Server) checkLinks(ctx context.Context, links []string) ([]entry, error) {
	var entries []entry
	for _, raw := range links {
		if s.isRemote() {
			entries = append(entries, entry{link: raw})
			continue
		}
		alternates, found, err := s.wantsToBeFound(ctx, raw)
		if err != nil {
			return nil, err
		}
		if found {
			entries = append(entries, entry{link: raw, alternates: alternates})
		}
	}
	return entries, nil
}

// shortList is a kind of page that the agency has few of.
type shortList struct {
	name  string
	links []string
}

// shortLists are the lists that are made with the index: archives, places, terms
// of the blog and its authors. One that cannot be read is left out for now.
func (s *Server) shortLists(ctx context.Context, lang i18n.Lang) []shortList {
	lists := []shortList{{"archives", s.archiveLinks(lang)}, {"cities", s.cityLinks(ctx, lang)}}
	for _, t := range s.cfg.Taxonomies {
		lists = append(lists, shortList{listName(t), s.termLinks(ctx, lang, t)})
	}
	lists = append(lists, shortList{"authors", s.authorLinks(ctx, lang)})
	for i := range lists {
		lists[i].links = lists[i].links[:min(len(lists[i].links), linksPerFile)]
	}
	return lists
}

// listName is what a taxonomy's file is called.
func listName(taxonomy string) string {
	switch taxonomy {
	case "category":
		return "categories"
	case "tag":
		return "tags"
	}
	return taxonomy
}

func (s *Server) archiveLinks(lang i18n.Lang) []string {
	links := []string{lang.Prefix() + "/", lang.Prefix() + "/properties/", lang.Prefix() + "/developments/", s.blog(lang)}
	for _, path := range s.cfg.Archives {
		links = append(links, link.Join(lang.Prefix(), path))
	}
	return links
}

// blog is the link of the list of posts.
func (s *Server) blog(lang i18n.Lang) string { return link.Join(lang.Prefix(), s.cfg.Blog.In(lang)) }

func (s *Server) cityLinks(ctx context.Context, lang i18n.Lang) []string {
	catalog, err := content.LoadCatalog(ctx, s.parts.Source, lang)
	if err != nil {
		s.log.WarnContext(ctx, "places are missing from the sitemap", "lang", lang, "err", err)
		return nil
	}
	var links []string
	for _, place := range catalog.Locations {
		links = append(links, lang.Prefix()+"/cities/"+place.Slug+"/")
	}
	return links
}

func (s *Server) termLinks(ctx context.Context, lang i18n.Lang, taxonomy string) []string {
	terms, err := s.parts.Source.Terms(ctx, lang, taxonomy)
	if err != nil {
		s.log.WarnContext(ctx, "terms are missing from the sitemap", "taxonomy", taxonomy, "lang", lang, "err", err)
		return nil
	}
	var links []string
	for _, term := range terms {
		if at := term.LinkIn(lang); at != "" {
			links = append(links, at)
		}
	}
	return links
}

func (s *Server) authorLinks(ctx context.Context, lang i18n.Lang) []string {
	var links []string
	for page := 1; len(links) < linksPerFile; page++ {
		authors, err := s.parts.Source.Archive(ctx, lang, content.ArchiveQuery{Endpoint: "users", Page: page, PerPage: 100})
		if err != nil {
			s.log.WarnContext(ctx, "authors are missing from the sitemap", "lang", lang, "err", err)
			break
		}
		for _, author := range authors.Items {
			if at := author.LinkIn(lang); at != "" {
				links = append(links, at)
			}
		}
		if page >= authors.TotalPages {
			break
		}
	}
	return links
}
