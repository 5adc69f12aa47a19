package demo

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// pageFile is a page of data/pages, in both languages.
type pageFile struct {
	Parent  string                 `toml:"parent"` // name of another file
	Header  string                 `toml:"header"` // home, simple, single, hero, none
	Picture string                 `toml:"picture"`
	Search  *bool                  `toml:"search"` // false hides the search panel
	Filter  *filterRow             `toml:"filter"`
	In      map[i18n.Lang]pageText `toml:"in"`
}

// filterRow is the preset filter of a listing page, by slugs.
type filterRow struct {
	Offer string `toml:"offer"`
	Type  string `toml:"type"`
	Place string `toml:"place"`
}

// pageText is a page in one language.
type pageText struct {
	ID          int              `toml:"id"`
	Slug        string           `toml:"slug"`
	Title       string           `toml:"title"`
	Heading     string           `toml:"heading"` // the h1; "" means the title
	Subtitle    string           `toml:"subtitle"`
	Description string           `toml:"description"`
	Text        string           `toml:"text"`
	Sections    []map[string]any `toml:"section"`
}

// homePage is the name of the home page, "/" and "/es/".
const homePage = "home"

// pagesDay is the publication date of pages, pagesRevised that of their last change.
var (
	pagesDay     = time.Date(2023, time.November, 13, 8, 30, 0, 0, time.UTC)
	pagesRevised = time.Date(2026, time.October, 5, 8, 30, 0, 0, time.UTC)
)

// pageSet maps the names of all pages to the pages.
type pageSet map[string]pageFile

func (l *loader) pages() ([]*content.Page, error) {
	set := pageSet{}
	var names []string
	err := readFolder("data/pages", func(name string, file pageFile) error {
		key := strings.TrimSuffix(path.Base(name), ".toml")
		set[key] = file
		names = append(names, key)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if names, err = l.addListings(set, names); err != nil {
		return nil, err
	}
	var all []*content.Page
	for _, name := range names {
		for _, lang := range i18n.Filled {
			page, err := l.page(set, name, lang)
			if err != nil {
				return nil, fmt.Errorf("page %s in %s: %w", name, lang, err)
			}
			all = append(all, page)
		}
	}
	slices.SortFunc(all, func(a, b *content.Page) int { return cmp.Compare(a.ID, b.ID) })
	return all, nil
}

func (l *loader) page(set pageSet, name string, lang i18n.Lang) (*content.Page, error) {
	file := set[name]
	text, ok := file.In[lang]
	if !ok {
		return nil, fmt.Errorf("[in.%s] is missing", lang)
	}
	page := &content.Page{
		Head: content.Head{
			ID: text.ID, Type: content.TypePage, Slug: text.Slug, Status: content.StatusPublish,
			Date: pagesDay.Add(time.Duration(text.ID) * time.Minute), Modified: pagesRevised.Add(time.Duration(text.ID) * time.Minute),
			Lang: lang, Link: set.link(name, lang), AlternativeLinks: set.links(name),
		},
		Title:  text.Title,
		Parent: set[file.Parent].In[lang].ID,
		Fields: content.PageFields{
			Title: orElse(text.Heading, text.Title), Subtitle: text.Subtitle, Description: text.Description,
			HeaderType: orElse(file.Header, "simple"), HideSearch: file.Search != nil && !*file.Search,
		},
	}
	var err error
	if page.Content, err = l.render(lang, text.Text); err != nil {
		return nil, err
	}
	if page.Sections, err = l.sections(lang, text.Sections); err != nil {
		return nil, err
	}
	if file.Picture != "" {
		if page.Featured, err = l.media.image(file.Picture); err != nil {
			return nil, err
		}
		page.Fields.HeaderImage = page.Featured
	}
	page.Filter, err = l.filter(file.Filter)
	return page, err
}

// link is the link of a page: the slugs of its parents and its own.
func (set pageSet) link(name string, lang i18n.Lang) string {
	if name == homePage {
		return lang.Prefix() + "/"
	}
	link := lang.Prefix() + "/"
	if parent := set[name].Parent; parent != "" {
		link = set.link(parent, lang)
	}
	return link + set[name].In[lang].Slug + "/"
}

// links are the links of a page in all languages.
func (set pageSet) links(name string) map[i18n.Lang]string {
	links := map[i18n.Lang]string{}
	for _, lang := range i18n.Filled {
		links[lang] = set.link(name, lang)
	}
	return links
}

// filter resolves the slugs of a preset filter.
func (l *loader) filter(row *filterRow) (*content.PropertyFilter, error) {
	if row == nil {
		return nil, nil
	}
	var filter content.PropertyFilter
	for _, part := range []struct {
		taxonomy, slug string
		id             *int
	}{
		{taxOffer, row.Offer, &filter.Offer},
		{taxType, row.Type, &filter.Type},
		{taxLocation, row.Place, &filter.Location},
	} {
		if part.slug == "" {
			continue
		}
		term, err := l.terms.find(part.taxonomy, part.slug)
		if err != nil {
			return nil, err
		}
		*part.id = term.ID
	}
	return &filter, nil
}
