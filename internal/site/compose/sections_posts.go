package compose

import (
	"context"

	"estate/internal/content"
	"estate/internal/site/view"
)

// blogArchiveSection lists posts; the page number is that of the link.
func (b *sectionBuilder) blogArchiveSection(ctx context.Context, f *content.BlogArchiveFields) (view.Section, error) {
	q := content.ArchiveQuery{Endpoint: "posts", Page: max(1, b.result.Link.Page)}
	if f.Category != 0 {
		q.Taxonomy, q.Term = "categories", f.Category
	}
	archive, err := b.lookups.source.Archive(ctx, b.lang, q)
	if err != nil {
		return nil, err
	}
	section := &view.BlogArchiveSection{
		Kind: view.SectionBlogArchive, Posts: b.posts.cardsOf(ctx, archive.Items),
		Terms: b.posts.allTerms(ctx, f.ShowCategories, f.ShowTags, b.result.Link.Route), Pager: pager(b.result.Link, archive.TotalPages),
		Blog: b.path(b.cfg.Blog),
	}
	if len(section.Posts) == 0 {
		section.Empty = b.t("results.noPosts")
	}
	return section, nil
}

const defaultBlogPosts = 3 // of a block without a limit

func (b *sectionBuilder) blogSection(ctx context.Context, f *content.BlogSectionFields) (view.Section, error) {
	if plain(f.Title) == "" {
		return nil, errMissingField
	}
	q := content.ArchiveQuery{Endpoint: "posts", Page: 1, PerPage: defaultBlogPosts}
	if f.Limit > 0 {
		q.PerPage = min(f.Limit, maxSectionCards)
	}
	if f.Category != 0 {
		q.Taxonomy, q.Term = "categories", f.Category
	}
	archive, err := b.lookups.source.Archive(ctx, b.lang, q)
	if err != nil {
		return nil, err
	}
	posts := b.posts.cardsOf(ctx, archive.Items)
	if len(posts) == 0 {
		return nil, nil
	}
	return &view.BlogSection{Kind: view.SectionBlogSection, Title: plain(f.Title), Posts: posts, More: b.call(f.More)}, nil
}

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
