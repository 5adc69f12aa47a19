package sitemap

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/seo"
	"estate/internal/site/view"
)

// entry is a link in a sitemap.
type entry struct {
	link       string // site link
	modified   time.Time
	alternates []view.Alternate // hreflang links, when the content has translations
}

// eachEntry reads the links of one file in parts; write must not keep its argument.
func (s *Sitemap) eachEntry(ctx context.Context, file part, write func([]entry)) error {
	var entries []entry
	for read := 0; read < file.limit; read += linksPerRead {
		limit := min(linksPerRead, file.limit-read)
		heads, err := s.cfg.Links.Heads(ctx, file.group.Type, file.group.Lang, file.skip+read, limit)
		if err != nil {
			return err
		}
		if entries, err = s.entriesOf(ctx, file, heads, entries[:0]); err != nil {
			return err
		}
		write(entries)
		if len(heads) < limit {
			break
		}
	}
	return nil
}

// entriesOf appends the entries of a part of a file.
func (s *Sitemap) entriesOf(ctx context.Context, file part, heads []content.Head, entries []entry) ([]entry, error) {
	langs := s.cfg.Languages.Of(ctx)
	archives := s.cfg.Archives(file.lang) // content pages with a list of their own, such as the blog
	for i := range heads {
		e := entry{link: heads[i].LinkIn(file.lang), modified: heads[i].Modified}
		hidden := heads[i].Protected || heads[i].SEO != nil && heads[i].SEO.NoIndex
		if e.link == "" || hidden || file.checked && slices.Contains(archives, e.link) {
			continue // not in this language, or in another file
		}
		if file.checked {
			alternates, ok, err := s.isIndexable(ctx, e.link)
			if err != nil {
				return nil, err
			}
			if !ok {
				continue
			}
			e.alternates = alternates
		} else {
			translations := content.Translations(ctx, s.cfg.Source, &heads[i])
			maps.DeleteFunc(translations, func(lang i18n.Lang, _ string) bool { return !slices.Contains(langs, lang) })
			e.alternates = seo.Alternates(s.cfg.SiteURL, translations)
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// isIndexable reports whether the page of a link has status 200, may be indexed and is its own
// canonical one.
func (s *Sitemap) isIndexable(ctx context.Context, raw string) (alternates []view.Alternate, ok bool, err error) {
	page, err := s.cfg.Page(ctx, raw)
	if err != nil || page == nil {
		return nil, false, err
	}
	head := page.Head
	if page.Status != http.StatusOK || strings.Contains(head.Robots, "noindex") || head.Canonical != s.cfg.SiteURL+raw {
		return nil, false, nil
	}
	return head.Alternates, true, nil
}

// checkLinks returns the indexable links. Those of a remote source are not checked.
func (s *Sitemap) checkLinks(ctx context.Context, links []string) ([]entry, error) {
	var entries []entry
	for _, raw := range links {
		if s.IsRemote() {
			entries = append(entries, entry{link: raw})
			continue
		}
		alternates, ok, err := s.isIndexable(ctx, raw)
		if err != nil {
			return nil, err
		}
		if ok {
			entries = append(entries, entry{link: raw, alternates: alternates})
		}
	}
	return entries, nil
}

// shortList is a file with few links.
type shortList struct {
	name  string
	links []string
}

// shortLists are the files that are made together with the index: archives, cities, terms and
// authors. One that cannot be read is empty.
func (s *Sitemap) shortLists(ctx context.Context, lang i18n.Lang) []shortList {
	lists := []shortList{{name: "archives", links: s.cfg.Archives(lang)}, {name: "cities"}}
	reads := []func() []string{nil, func() []string { return s.cityLinks(ctx, lang) }}
	for _, t := range s.cfg.Taxonomies {
		lists = append(lists, shortList{name: listName(t)})
		reads = append(reads, func() []string { return s.termLinks(ctx, lang, t) })
	}
	lists = append(lists, shortList{name: "authors"})
	reads = append(reads, func() []string { return s.authorLinks(ctx, lang) })
	var group sync.WaitGroup // side by side, for a CMS that takes a second for each
	for i, read := range reads {
		if read != nil {
			group.Go(func() { lists[i].links = read() })
		}
	}
	group.Wait()
	for i := range lists {
		lists[i].links = lists[i].links[:min(len(lists[i].links), linksPerFile)]
	}
	return lists
}

// listName is the name of a taxonomy's file.
func listName(taxonomy string) string {
	switch taxonomy {
	case "category":
		return "categories"
	case "tag":
		return "tags"
	}
	return taxonomy
}

func (s *Sitemap) cityLinks(ctx context.Context, lang i18n.Lang) []string {
	catalog, err := content.LoadCatalog(ctx, s.cfg.Source, lang)
	if err != nil {
		s.cfg.Log.WarnContext(ctx, "cities are missing from the sitemap", "lang", lang, "err", err)
		return nil
	}
	var links []string
	for _, place := range catalog.Locations {
		links = append(links, lang.Prefix()+"/cities/"+place.Slug+"/")
	}
	return links
}

func (s *Sitemap) termLinks(ctx context.Context, lang i18n.Lang, taxonomy string) []string {
	terms, err := s.cfg.Source.Terms(ctx, lang, taxonomy)
	if err != nil {
		s.cfg.Log.WarnContext(ctx, "terms are missing from the sitemap", "taxonomy", taxonomy, "lang", lang, "err", err)
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

func (s *Sitemap) authorLinks(ctx context.Context, lang i18n.Lang) []string {
	var links []string
	for page := 1; len(links) < linksPerFile; page++ {
		authors, err := s.cfg.Source.Archive(ctx, lang, content.ArchiveQuery{Endpoint: "users", Page: page, PerPage: 100})
		if err != nil {
			s.cfg.Log.WarnContext(ctx, "authors are missing from the sitemap", "lang", lang, "err", err)
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
