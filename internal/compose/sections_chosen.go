package compose

import (
	"cmp"
	"context"

	"estate/internal/content"
	"estate/internal/search"
	"estate/internal/view"
)

// postsSection shows chosen posts in the editor's order.
func (b *sectionBuilder) postsSection(ctx context.Context, f *content.PostsFields) (view.Section, error) {
	if len(f.IDs) == 0 {
		return nil, errMissingField
	}
	ids := f.IDs[:min(len(f.IDs), maxSectionCards)]
	archive, err := b.lookups.source.Archive(ctx, b.lang, content.ArchiveQuery{Endpoint: "posts", Page: 1, PerPage: len(ids), Include: ids})
	if err != nil {
		return nil, err
	}
	posts := b.posts.cardsOf(ctx, archive.Items)
	if len(posts) == 0 {
		return nil, nil // none of them is published; no mistake of the editor
	}
	return &view.PostsSection{Kind: view.SectionPosts, Title: plain(f.Title), Posts: posts, More: b.call(f.More)}, nil
}

// customSection shows the results of a saved search, with a link to all of them.
func (b *sectionBuilder) customSection(ctx context.Context, f *content.PropertyCustomFields) (view.Section, error) {
	if f.Filter == nil {
		return nil, errMissingField
	}
	filter := b.filterOf(f.Filter)
	list, err := b.lookups.source.Properties(ctx, b.lang, filter)
	if err != nil {
		return nil, err
	}
	section := &view.PropertyCustomSection{
		Kind: view.SectionPropertyCustom, Title: cmp.Or(plain(f.Title), b.customSearchTitle(filter)),
		Summary: b.search.summary(search.KindProperties, list.Total), Cards: b.cards.properties(list.Items), More: b.call(f.More),
	}
	if len(section.Cards) == 0 {
		section.Empty = b.t("results.none")
		section.More = &view.Anchor{Href: b.resultsPath(search.KindProperties), Text: b.t("results.all")}
	} else if section.More == nil && list.Total > len(section.Cards) {
		section.More = &view.Anchor{Href: b.searchLink(filter), Text: b.t("results.all")}
	}
	return section, nil
}
