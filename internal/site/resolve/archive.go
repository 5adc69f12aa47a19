package resolve

import (
	"context"
	"slices"

	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/site/route"
)

// typeArchive lists the posts, or the entities of a type, newest first (routing §7.4).
func (f *fetch) typeArchive(ctx context.Context) error {
	if f.isPastHomePage() {
		return content.PostArchivePageNotFound(f.pageNumber())
	}
	endpoint, archived := posts, content.TypePost
	if f.target.Kind == route.KindTypeArchive {
		archived = handlerType(f.target.Handler)
		endpoint = string(archived)
		if len(f.target.Endpoints) > 0 {
			endpoint = f.target.Endpoints[0]
		}
	}
	archive, err := f.archive(ctx, content.ArchiveQuery{Endpoint: endpoint})
	if err != nil {
		return err
	}
	if f.isPastEnd(archive) {
		return content.PostArchivePageNotFound(f.pageNumber())
	}
	if f.target.Kind == route.KindPostArchive {
		archive = f.stickyFirst(ctx, archive)
	}
	f.setArchive(archive)
	f.fields["type"] = archived
	f.fields["isPostTypeArchive"] = true
	f.fields[route.FlagName(string(archived)+" archive")] = true
	return nil
}

// stickyFirst returns the first page of the list of posts with the sticky posts of all pages at its beginning, as
// WordPress has it. They have their place on later pages too.
func (f *fetch) stickyFirst(ctx context.Context, archive *content.Archive) *content.Archive {
	if _, isSearch := f.link.Query[search.KeySearch]; !f.resolver.config.StickyFirst || isSearch || f.pageNumber() > 1 {
		return archive
	}
	query := content.ArchiveQuery{Endpoint: f.postEndpoint(posts), Page: 1, Params: map[string]any{"sticky": true}}
	sticky, err := f.resolver.source.Archive(ctx, f.lang, query)
	if err != nil || len(sticky.Items) == 0 {
		return archive // the list is complete without them
	}
	f.Keep(f.lang, f.force, sticky.Items...)
	first := *archive
	first.Items = slices.Clone(sticky.Items)
	for _, entity := range archive.Items {
		if !slices.ContainsFunc(sticky.Items, func(on content.Entity) bool { return on.Ref() == entity.Ref() }) {
			first.Items = append(first.Items, entity)
		}
	}
	return &first
}

// isPastHomePage reports a further page of a root that shows a content page
// (routing D7). A search at the root is one of the archive and may have further pages
// (routing §3).
func (f *fetch) isPastHomePage() bool {
	_, isSearch := f.link.Query[search.KeySearch]
	return f.resolver.config.Homepage && !isSearch && f.pageNumber() > 1 &&
		f.link.Path == rootPath(f.resolver.config.Subdirectory)
}

// archive loads the link's page of an archive into the session.
func (f *fetch) archive(ctx context.Context, q content.ArchiveQuery) (*content.Archive, error) {
	q.Endpoint = f.postEndpoint(q.Endpoint)
	q.Page = f.pageNumber()
	if text, ok := f.link.Query[search.KeySearch]; ok {
		q.Search = &text
	}
	f.result.ArchiveQuery = q
	archive, err := f.resolver.source.Archive(ctx, f.lang, q)
	if err != nil {
		return nil, err
	}
	f.Keep(f.lang, f.force, archive.Items...)
	return archive, nil
}

func (f *fetch) isPastEnd(archive *content.Archive) bool {
	return len(archive.Items) == 0 && f.pageNumber() > 1
}

// setArchive sets the record and the result of an archive.
func (f *fetch) setArchive(archive *content.Archive) {
	f.result.Archive = archive
	items := make([]Item, len(archive.Items))
	for i, entity := range archive.Items {
		items[i] = itemOf(entity, f.lang)
	}
	f.setItems(items, archive.Total, archive.TotalPages)
}

// setItems sets the items of one page, the links of its neighbours and the search text in
// the record.
func (f *fetch) setItems(items []Item, total, totalPages int) {
	f.fields["items"] = items
	f.fields["total"], f.fields["totalPages"] = total, totalPages
	f.fields["isArchive"] = true
	no, archive := f.pageNumber(), f.link.WithHash("")
	if no > 1 {
		f.fields["previous"] = archive.WithPage(no - 1).String()
	}
	if no < totalPages {
		f.fields["next"] = archive.WithPage(no + 1).String()
	}
	if text := f.link.Query[search.KeySearch]; text != "" {
		f.fields["isSearch"], f.fields["searchQuery"] = true, text
	}
}
