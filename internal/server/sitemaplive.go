package server

import (
	"context"
	"slices"

	"estate/internal/content"
	"estate/internal/i18n"
)

// sourceLinks reads the links from any Source, page by page: for a site that
// keeps no content of its own.
type sourceLinks struct{ source content.Source }

// isRemote reports that content is asked for page by page, of a system that a
// crawler must not bring down: its links are taken as they are told, and kept for a while
// whatever changes meanwhile.
func (s *Server) isRemote() bool {
	_, remote := s.parts.Links.(sourceLinks)
	return remote
}

// keep remembers what a file holds until the list of files is made anew. Others
// may be reading the list, so it is replaced.
func (m *sitemap) keep(name string, entries []entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files = slices.Clone(m.files)
	for i := range m.files {
		if m.files[i].name == name {
			m.files[i].entries = entries
		}
	}
}

// sourcePage is the longest page that a WordPress answers with.
const sourcePage = 100

// sourceTypes are the types that every Source has, and their endpoints.
var sourceTypes = []struct {
	kind     content.Type
	endpoint string
	shared   bool // one entity carries all languages
}{
	{content.TypeProperty, "properties", true},
	{content.TypeDevelopment, "developments", true},
	{content.TypePost, "posts", false},
	{content.TypePage, "pages", false},
}

func (l sourceLinks) Published(ctx context.Context) ([]content.Published, error) {
	var groups []content.Published
	for _, t := range sourceTypes {
		langs := i18n.Filled
		if t.shared {
			langs = []i18n.Lang{""}
		}
		for _, lang := range langs {
			archive, err := l.source.Archive(ctx, asked(lang), content.ArchiveQuery{Endpoint: t.endpoint, Page: 1, PerPage: 1})
			if err != nil {
				return nil, err
			}
			groups = append(groups, content.Published{Type: t.kind, Lang: lang, Count: archive.Total})
		}
	}
	return groups, nil
}

// Heads relies on skip and most being whole pages, as the files of a sitemap are.
func (l sourceLinks) Heads(ctx context.Context, t content.Type, lang i18n.Lang, skip, most int) ([]content.Head, error) {
	endpoint := ""
	for _, known := range sourceTypes {
		if known.kind == t {
			endpoint = known.endpoint
		}
	}
	var heads []content.Head
	for page := skip/sourcePage + 1; len(heads) < most; page++ {
		archive, err := l.source.Archive(ctx, asked(lang), content.ArchiveQuery{Endpoint: endpoint, Page: page, PerPage: sourcePage})
		if err != nil {
			return nil, err
		}
		for _, entity := range archive.Items {
			if head := content.HeadOf(entity); head != nil {
				heads = append(heads, *head)
			}
		}
		if page >= archive.TotalPages {
			break
		}
	}
	return slices.Clip(heads), nil
}

// asked is the language to ask in for what carries all of them.
func asked(lang i18n.Lang) i18n.Lang {
	if lang == "" {
		return i18n.Fallback
	}
	return lang
}
