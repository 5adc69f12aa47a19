package restapi

import (
	"cmp"
	"slices"
	"strings"

	"estate/internal/content/i18n"
)

// entry is one entry of a list that is sorted here: terms, users.
type entry struct {
	id, count               int
	slug, name, description string
	item                    func() item
}

// pageOf filters and sorts a list and returns one page.
func (c *call) pageOf(in input, entries []entry) *response {
	words := strings.TrimSpace(i18n.Fold(in.texts["search"]))
	kept := slices.DeleteFunc(entries, func(e entry) bool {
		return len(in.lists["include"]) > 0 && !slices.Contains(in.lists["include"], e.id) ||
			slices.Contains(in.lists["exclude"], e.id) ||
			len(in.slugs["slug"]) > 0 &&
				!slices.ContainsFunc(in.slugs["slug"], func(slug string) bool { return i18n.Fold(slug) == i18n.Fold(e.slug) }) ||
			words != "" && !strings.Contains(i18n.Fold(e.name), words) && !strings.Contains(i18n.Fold(e.slug), words)
	})
	sortEntries(in, kept)
	page, list := in.ints["page"], totalsOf(len(kept), in.ints["per_page"])
	from := min(max(0, offset(in)), len(kept))
	kept = kept[from:min(from+in.ints["per_page"], len(kept))]
	items := make([]item, len(kept))
	for i, e := range kept {
		items[i] = e.item()
	}
	return c.finish(items, page, list)
}

func sortEntries(in input, entries []entry) {
	compare := func(a, b entry) int { return 0 }
	switch in.texts["orderby"] {
	case "id":
		compare = func(a, b entry) int { return cmp.Compare(a.id, b.id) }
	case "include":
		compare = func(a, b entry) int {
			return cmp.Compare(slices.Index(in.lists["include"], a.id), slices.Index(in.lists["include"], b.id))
		}
	case "include_slugs":
		compare = func(a, b entry) int {
			return cmp.Compare(slices.Index(in.slugs["slug"], a.slug), slices.Index(in.slugs["slug"], b.slug))
		}
	case "name":
		compare = func(a, b entry) int { return cmp.Compare(i18n.Fold(a.name), i18n.Fold(b.name)) }
	case "slug":
		compare = func(a, b entry) int { return cmp.Compare(a.slug, b.slug) }
	case "description":
		compare = func(a, b entry) int { return cmp.Compare(i18n.Fold(a.description), i18n.Fold(b.description)) }
	case "count":
		compare = func(a, b entry) int { return cmp.Compare(a.count, b.count) }
	}
	slices.SortStableFunc(entries, compare)
	if in.texts["order"] == "desc" && in.texts["orderby"] != "include" && in.texts["orderby"] != "include_slugs" {
		slices.Reverse(entries)
	}
}
