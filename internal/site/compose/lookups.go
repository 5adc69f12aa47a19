package compose

import (
	"context"
	"log/slog"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// lookups asks the source for content beside the main record of one View: an
// author, terms, similar properties. A failed look-up has an empty result; it is
// logged once per View and part.
type lookups struct {
	source content.Source
	near   content.NearReferences // nil where the content has none
	lang   i18n.Lang
	log    *slog.Logger
	link   string          // of the View, for the log
	failed map[string]bool // parts whose failure is logged
	// counts are those of all properties; nil without counts.
	counts       *search.Counts
	countsLoaded bool
}

// failure logs the error of a part that the View lacks. Nil and errors after the
// end of the context are ignored.
func (l *lookups) failure(ctx context.Context, part string, err error) {
	if err == nil || ctx.Err() != nil || l.failed[part] {
		return
	}
	if l.failed == nil {
		l.failed = map[string]bool{}
	}
	l.failed[part] = true
	l.log.WarnContext(ctx, "view lacks a part: its look-up failed", "part", part, "link", l.link, "err", err)
}

// author is an author by id, nil for id 0 and when the look-up fails. Part names
// the author's role in the log.
func (l *lookups) author(ctx context.Context, part string, id int) *content.Author {
	if id == 0 {
		return nil
	}
	author, err := l.source.Author(ctx, l.lang, id)
	if err != nil {
		l.failure(ctx, part, err)
		return nil
	}
	return author
}

// terms are all terms of a taxonomy.
func (l *lookups) terms(ctx context.Context, taxonomy string) []*content.Term {
	terms, err := l.source.Terms(ctx, l.lang, taxonomy)
	if err != nil {
		l.failure(ctx, taxonomy, err)
		return nil
	}
	return terms
}

// properties asks with one filter after the other until it has limit properties,
// each once.
func (l *lookups) properties(ctx context.Context, limit int, filters ...search.Filter) []*content.Property {
	found, err := firstResults(limit, filters, func(f search.Filter) (*content.Listing[*content.Property], error) {
		return l.source.Properties(ctx, l.lang, f)
	}, func(p *content.Property) int { return p.ID })
	l.failure(ctx, "similar properties", err)
	return found
}

// developments is properties for developments.
func (l *lookups) developments(ctx context.Context, limit int, filters ...search.Filter) []*content.Development {
	found, err := firstResults(limit, filters, func(f search.Filter) (*content.Listing[*content.Development], error) {
		return l.source.Developments(ctx, l.lang, f)
	}, func(d *content.Development) int { return d.ID })
	l.failure(ctx, "similar developments", err)
	return found
}

// nearReferences are the references that are close to a misspelt one, none where the source does not look for them.
func (l *lookups) nearReferences(ctx context.Context, kind search.Kind, reference string) []content.NearReference {
	if l.near == nil {
		return nil
	}
	near, err := l.near.NearReferences(ctx, l.lang, kind, reference)
	l.failure(ctx, "near references", err)
	return near
}

// firstResults are the first results of the filters, each once and at most limit. Those found before
// an error are kept.
func firstResults[E any](
	limit int, filters []search.Filter, list func(search.Filter) (*content.Listing[E], error), id func(E) int,
) ([]E, error) {
	var found []E
	for _, f := range filters {
		for _, one := range found {
			f.ExcludeIDs = append(f.ExcludeIDs[:len(f.ExcludeIDs):len(f.ExcludeIDs)], id(one))
		}
		results, err := list(f)
		if err != nil {
			return found, err
		}
		for _, one := range results.Items {
			if found = append(found, one); len(found) == limit {
				return found, nil
			}
		}
	}
	return found, nil
}

// total is the number of results of a filter, 0 when the look-up fails.
func (l *lookups) total(ctx context.Context, f search.Filter) int {
	f.PerPage = 1
	const part = "suggestions"
	if kindOf(f) == search.KindDevelopments {
		list, err := l.source.Developments(ctx, l.lang, f)
		if err != nil {
			l.failure(ctx, part, err)
			return 0
		}
		return list.Total
	}
	list, err := l.source.Properties(ctx, l.lang, f)
	if err != nil {
		l.failure(ctx, part, err)
		return 0
	}
	return list.Total
}

// allCounts are the counts of a search without filters, nil when the source does
// not count. They are loaded once per View.
func (l *lookups) allCounts(ctx context.Context) *search.Counts {
	if l.countsLoaded {
		return l.counts
	}
	l.countsLoaded = true
	list, err := l.source.Properties(ctx, l.lang, search.Filter{Kind: search.KindProperties, PerPage: 1})
	if err != nil {
		l.failure(ctx, "counts", err)
		return nil
	}
	l.counts = list.Counts
	return l.counts
}
