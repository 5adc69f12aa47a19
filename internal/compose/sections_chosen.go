package compose

import (
	"estate/internal/content"
	"estate/internal/search"
	"estate/internal/view"
)

// postsSection shows articles that an editor chose, in the editor's order.
func (d *draft) postsSection(f *content.PostsFields) (view.Section, error) {
	if len(f.IDs) == 0 {
		return nil, errEmpty
	}
	ids := f.IDs[:min(len(f.IDs), mostHomes)]
	archive, err := d.source.Archive(d.ctx, d.lang, content.ArchiveQuery{Endpoint: "posts", Page: 1, PerPage: len(ids), Include: ids})
	if err != nil {
		return nil, err
	}
	posts := d.postCards(archive.Items)
	if len(posts) == 0 {
		return nil, nil // all of them were taken offline; that is no mistake of the page
	}
	return &view.PostsSection{Kind: view.SectionPosts, Title: plain(f.Title), Posts: posts, More: d.call(f.More)}, nil
}

// customSection is a saved search shown as results: "Exclusive {type}" where the
// editor gave no title, and the way to all of them.
func (d *draft) customSection(f *content.PropertyCustomFields) (view.Section, error) {
	if f.Filter == nil {
		return nil, errEmpty
	}
	filter := d.filterOf(f.Filter)
	list, err := d.source.Properties(d.ctx, d.lang, filter)
	if err != nil {
		return nil, err
	}
	section := &view.PropertyCustomSection{
		Kind: view.SectionPropertyCustom, Title: first(plain(f.Title), d.customTitle(filter)),
		Summary: d.t("results.summary", "count", list.Total), Cards: d.propertyCards(list.Items), More: d.call(f.More),
	}
	if len(section.Cards) == 0 {
		section.Empty = d.t("results.none")
		section.More = &view.Anchor{Href: d.resultsPath(search.KindProperties), Text: d.t("results.all")}
	} else if section.More == nil && list.Total > len(section.Cards) {
		section.More = &view.Anchor{Href: d.searchLink(filter), Text: d.t("results.all")}
	}
	return section, nil
}

// customTitle is the header text of a custom search (specification §2.7.8): by its
// type first, where the header of a results page would name its place.
func (d *draft) customTitle(f search.Filter) string {
	if len(f.Types) == 1 {
		if name := d.site.catalog.Name(search.KeyType, f.Types[0], d.lang); name != "" {
			return d.t("header.custom", "type", name)
		}
	}
	return d.searchHeader(f)
}
