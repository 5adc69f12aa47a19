package sitemap

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// sourceLinks reads the links from the archives of a Source: for live mode, without a store.
type sourceLinks struct{ source content.Source }

// sourcePageSize is the largest page of a WordPress.
const sourcePageSize = 100

// headParams ask a WordPress for what a Head needs: without embedded entities and texts, which take
// it seconds for a hundred properties.
var headParams = map[string]any{
	"_embed":  false,
	"_fields": "id,type,slug,status,date,date_gmt,modified,modified_gmt,link,alternative_links,acf.alternative_links,yoast_head_json.robots",
}

// sourceTypes are the types of every Source, and their endpoints.
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

// Published counts the entities of each type and language, by requests side by side.
func (l sourceLinks) Published(ctx context.Context) ([]content.Published, error) {
	var groups []content.Published
	var endpoints []string
	for _, t := range sourceTypes {
		langs := i18n.Filled
		if t.shared {
			langs = []i18n.Lang{""}
		}
		for _, lang := range langs {
			groups, endpoints = append(groups, content.Published{Type: t.kind, Lang: lang}), append(endpoints, t.endpoint)
		}
	}
	requests, ctx := errgroup.WithContext(ctx)
	for i := range groups {
		requests.Go(func() error {
			archive, err := l.source.Archive(ctx, queryLang(groups[i].Lang),
				content.ArchiveQuery{Endpoint: endpoints[i], Page: 1, PerPage: 1, Params: headParams})
			if err == nil {
				groups[i].Count = archive.Total
			}
			return err
		})
	}
	return groups, requests.Wait()
}

// Heads returns a part of the entities. skip and limit must be multiples of sourcePageSize, as
// those of sitemap files are.
func (l sourceLinks) Heads(ctx context.Context, t content.Type, lang i18n.Lang, skip, limit int) ([]content.Head, error) {
	endpoint := ""
	for _, known := range sourceTypes {
		if known.kind == t {
			endpoint = known.endpoint
		}
	}
	var heads []content.Head
	for page := skip/sourcePageSize + 1; len(heads) < limit; page++ {
		archive, err := l.source.Archive(ctx, queryLang(lang),
			content.ArchiveQuery{Endpoint: endpoint, Page: page, PerPage: sourcePageSize, Params: headParams})
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

// queryLang is the language of a query for entities with all languages.
func queryLang(lang i18n.Lang) i18n.Lang {
	if lang == "" {
		return i18n.Fallback
	}
	return lang
}
