package compose

import (
	"context"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/content/search"
	"estate/internal/site/resolve"
	"estate/internal/site/view"
)

// searchBuilder makes what belongs to search results: panel, list with pager,
// suggestions, and the canonical page of a filter.
type searchBuilder struct {
	*localizer
	lookups  *lookups
	cards    *cardBuilder
	listings func(context.Context, i18n.Lang) (content.ListingPages, error) // Config.Listings
	listing  *resolve.Listing                                               // nil unless the View is a listing
	panels   map[search.Kind][]view.SelectField
	link     link.Link     // of the View
	hints    []search.Hint // of the View's query
	alerts   bool          // searches can be saved
	phones   []view.Anchor
}

// results is one page of found properties or developments.
type results struct {
	filter  search.Filter
	counts  *search.Counts // nil when the source does not count
	total   int
	pages   int
	summary string
	cards   []*view.Card
}

// fewResults is the number of results from which on the nearest ones are not offered.
const fewResults = 5

// section is the list of results, with suggestions when there are none.
func (b *searchBuilder) section(ctx context.Context, r results) *view.PropertyArchiveSection {
	section := &view.PropertyArchiveSection{
		Kind: view.SectionPropertyArchive, Total: r.total, Summary: r.summary,
		Sort: b.sortField(r.filter), Cards: r.cards, Pager: pager(b.link, r.pages),
	}
	if b.alerts {
		section.Alert = &view.Anchor{Href: b.alertLink(r.filter), Text: b.t("alert.link")}
	}
	if r.total == 0 {
		section.Empty = b.t("results.none")
		if r.counts != nil {
			section.Suggestions = b.suggestions(ctx, r.filter)
		}
		if r.filter.Reference != "" && len(b.phones) > 0 {
			phone := b.phones[0]
			number := strings.ReplaceAll(phone.Text, " ", "\u00a0") // on one line
			call := view.Suggestion{Text: b.t("results.call", "phone", number), Href: phone.Href}
			section.Suggestions = slices.Insert(section.Suggestions, 0, call)
		}
	}
	// Who finds the home of a reference looks for no other.
	if r.total < fewResults && r.counts != nil && (r.total == 0 || r.filter.Reference == "") {
		near := r.filter
		for _, card := range r.cards {
			near.ExcludeIDs = append(near.ExcludeIDs, card.ID)
		}
		section.Near = b.nearest(ctx, near)
	}
	return section
}

func (b *searchBuilder) sortField(f search.Filter) view.SelectField {
	// The first option is the order that the results have without a choice.
	options := b.labels.sorts
	if len(f.Rank.First)+len(f.Rank.Last) > 0 {
		options = b.labels.rankedSorts
	}
	value := string(f.Sort)
	if value == "" {
		value = options[0].Value
	}
	return view.SelectField{Name: search.KeySort, Label: b.t("search.field.sort"), Any: "", Value: value, Options: options}
}

// hasFilters reports whether the query of the link filters, sorts or shows a map.
func (b *searchBuilder) hasFilters() bool {
	for _, key := range search.Keys {
		if b.link.Query[key] != "" {
			return true
		}
	}
	return b.link.Query[search.KeyMap] != ""
}

// summary is the number of results in words.
func (b *searchBuilder) summary(kind search.Kind, total int) string {
	if kind == search.KindDevelopments {
		return b.t("results.developments", "count", total)
	}
	return b.t("results.summary", "count", total)
}
