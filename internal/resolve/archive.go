package resolve

import (
	"context"

	"estate/internal/content"
	"estate/internal/route"
)

// typeArchive lists the posts, or the entities of a type, newest first (routing §7.4).
func (f *fetch) typeArchive(ctx context.Context) error {
	if f.isPastHome() {
		return content.PostArchivePageNotFound(f.pageNo())
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
		return content.PostArchivePageNotFound(f.pageNo())
	}
	f.list(archive)
	f.fields["type"] = archived
	f.fields["isPostTypeArchive"] = true
	f.fields[route.FlagName(string(archived)+" archive")] = true
	return nil
}

// isPastHome reports a further page at a root that shows a content page (routing D7). A
// search at the root is the archive's, so it has as many pages as it finds (routing §3).
func (f *fetch) isPastHome() bool {
	_, isSearch := f.link.Query["s"]
	return f.resolver.config.Homepage && !isSearch && f.pageNo() > 1 &&
		f.link.Path == rootPath(f.resolver.config.Subdirectory)
}

// archive asks for the link's page of a list, and keeps what comes.
func (f *fetch) archive(ctx context.Context, q content.ArchiveQuery) (*content.Archive, error) {
	q.Endpoint = f.postEndpoint(q.Endpoint)
	q.Page = f.pageNo()
	if text, ok := f.link.Query["s"]; ok {
		q.Search = &text
	}
	archive, err := f.resolver.source.Archive(ctx, f.lang, q)
	if err != nil {
		return nil, err
	}
	f.Keep(f.lang, f.force, archive.Items...)
	return archive, nil
}

func (f *fetch) isPastEnd(archive *content.Archive) bool {
	return len(archive.Items) == 0 && f.pageNo() > 1
}

// list puts an archive into the record and the result.
func (f *fetch) list(archive *content.Archive) {
	f.result.Archive = archive
	items := make([]Item, len(archive.Items))
	for i, entity := range archive.Items {
		items[i] = itemOf(entity, f.lang)
	}
	f.page(items, archive.Total, archive.TotalPages)
	if text := f.link.Query["s"]; text != "" {
		f.fields["isSearch"], f.fields["searchQuery"] = true, text
	}
}

// page puts one page of items with its neighbours into the record.
func (f *fetch) page(items []Item, total, totalPages int) {
	f.fields["items"] = items
	f.fields["total"], f.fields["totalPages"] = total, totalPages
	f.fields["isArchive"] = true
	no, archive := f.pageNo(), f.link.WithHash("")
	if no > 1 {
		f.fields["previous"] = archive.WithPage(no - 1).String()
	}
	if no < totalPages {
		f.fields["next"] = archive.WithPage(no + 1).String()
	}
}
