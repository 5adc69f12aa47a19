package contenttest

import (
	"slices"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

func (s *suite) archives(t *testing.T, source content.Source) {
	for _, lang := range []i18n.Lang{"en", "es"} {
		all := ids(s.published(lang))
		var seen []int
		for page := 1; ; page++ {
			archive := must[*content.Archive](t, "Archive")(source.Archive(t.Context(), lang, content.ArchiveQuery{Endpoint: "posts", Page: page}))
			if len(archive.Items) == 0 {
				break
			}
			if archive.Total != len(all) || archive.TotalPages != (len(all)+9)/10 {
				t.Errorf("%s page %d: total %d in %d pages, want %d in %d", lang, page, archive.Total, archive.TotalPages, len(all), (len(all)+9)/10)
			}
			seen = append(seen, ids(archive.Items)...)
		}
		wantIDs(t, string(lang)+" posts, newest first, page by page", seen, all)
	}
	for _, q := range []content.ArchiveQuery{
		{Endpoint: "posts", Page: 99},
		{Endpoint: "posts", Page: 1 << 40},
		{Endpoint: "posts", Author: 77},
		{Endpoint: "posts", Taxonomy: "categories", Term: 31},
	} {
		archive := must[*content.Archive](t, "Archive")(source.Archive(t.Context(), "en", q))
		if len(archive.Items) != 0 {
			t.Errorf("%+v has items %v, want none", q, ids(archive.Items))
		}
	}
	archive := must[*content.Archive](t, "Archive")(
		source.Archive(t.Context(), "en", content.ArchiveQuery{Endpoint: "posts", PerPage: 25, Page: 2}),
	)
	wantIDs(t, "second page of 25", ids(archive.Items), ids(s.published("en"))[25:])
}

func (s *suite) archiveFilters(t *testing.T, source content.Source) {
	year := func(y int) time.Time { return at(y, time.January, 1, 0, 0) }
	newest := ids(s.published("en"))
	for _, tt := range []struct {
		name string
		q    content.ArchiveQuery
		want func(*content.Post) bool
	}{
		{"author", content.ArchiveQuery{Author: 2}, func(p *content.Post) bool { return p.Author == 2 }},
		{
			"category",
			content.ArchiveQuery{Taxonomy: "categories", Term: 22},
			func(p *content.Post) bool { return slices.Contains(p.Categories, 22) },
		},
		{"tag", content.ArchiveQuery{Taxonomy: "tags", Term: 41}, func(p *content.Post) bool { return slices.Contains(p.Tags, 41) }},
		{"dates are exclusive", content.ArchiveQuery{After: year(2024), Before: year(2025)}, func(p *content.Post) bool {
			return p.Date.After(year(2024)) && p.Date.Before(year(2025))
		}},
		{
			"one second before the year",
			content.ArchiveQuery{After: year(2024).Add(-time.Second), Before: year(2025)},
			func(p *content.Post) bool { return p.Date.Year() == 2024 },
		},
		{"author and dates", content.ArchiveQuery{Author: 1, Before: year(2024)}, func(p *content.Post) bool {
			return p.Author == 1 && p.Date.Before(year(2024))
		}},
		{"exclude", content.ArchiveQuery{Exclude: newest[:3]}, func(p *content.Post) bool { return !slices.Contains(newest[:3], p.ID) }},
		{"empty lists filter nothing", content.ArchiveQuery{Include: []int{}, Exclude: []int{}}, func(*content.Post) bool { return true }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var want []int
			for _, post := range s.published("en") {
				if tt.want(post) {
					want = append(want, post.ID)
				}
			}
			tt.q.Endpoint, tt.q.PerPage = "posts", 100
			archive := must[*content.Archive](t, "Archive")(source.Archive(t.Context(), "en", tt.q))
			wantIDs(t, "Archive", ids(archive.Items), want)
			if archive.Total != len(want) {
				t.Errorf("total %d, want %d", archive.Total, len(want))
			}
		})
	}
	t.Run("include keeps its order and omits hidden posts", func(t *testing.T) {
		q := content.ArchiveQuery{Endpoint: "posts", Include: []int{postCafes, postDraft, postFirst, 99999, postMidnight}}
		archive := must[*content.Archive](t, "Archive")(source.Archive(t.Context(), "en", q))
		wantIDs(t, "Archive", ids(archive.Items), []int{postCafes, postFirst, postMidnight})
	})
	t.Run("pages", func(t *testing.T) {
		archive := must[*content.Archive](t, "Archive")(source.Archive(t.Context(), "es", content.ArchiveQuery{Endpoint: "pages", PerPage: 100}))
		got := ids(archive.Items)
		slices.Sort(got)
		wantIDs(t, "Spanish pages", got, []int{602, 604, 621, 622})
	})
}

func (s *suite) archiveSearch(t *testing.T, source content.Source) {
	all := len(s.published("en"))
	for _, tt := range []struct {
		name   string
		search string
		want   []int
		total  int
	}{
		{"word of a title", "Cafés", []int{postCafes}, 1},
		{"accents and case do not matter", "MALAGA+cafes", []int{postCafes}, 1},
		{"escaped as in a link", "M%C3%A1laga", []int{postCafes}, 1},
		{"word of the text", "churros", []int{postCafes}, 1},
		{"all words must match", "churros+prices", nil, 0},
		{"percent sign is plain text", "100%25+fresh", []int{postCafes}, 1},
		{"underscore is plain text", "m_laga", nil, 0},
		{"empty search filters nothing", "", nil, all},
		{"no match", "zeppelin", nil, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			q := content.ArchiveQuery{Endpoint: "posts", Search: ptr(tt.search)}
			archive := must[*content.Archive](t, "Archive")(source.Archive(t.Context(), "en", q))
			if archive.Total != tt.total {
				t.Errorf("total %d (%s), want %d", archive.Total, titled(archive.Items), tt.total)
			}
			if tt.want != nil {
				wantIDs(t, "Archive", ids(archive.Items), tt.want)
			}
		})
	}
	if !s.has(t, LackPhrases) {
		return
	}
	for search, want := range map[string]int{
		`"best+cafes"`:  1,
		`"cafes+best"`:  0,
		"wp-image":      0, // markup is not text
		"malaga+-cafes": 0,
		"week+-malaga":  all - 1,
	} {
		archive := must[*content.Archive](t, "Archive")(
			source.Archive(t.Context(), "en", content.ArchiveQuery{Endpoint: "posts", Search: ptr(search)}),
		)
		if archive.Total != want {
			t.Errorf("search %s: total %d, want %d", search, archive.Total, want)
		}
	}
}

func (s *suite) archiveOrder(t *testing.T, source content.Source) {
	oldest := ids(s.published("en"))
	slices.Reverse(oldest)
	for _, tt := range []struct {
		name   string
		params map[string]any
		want   []int
	}{
		{"oldest first", map[string]any{"order": "asc", "per_page": "5"}, oldest[:5]},
		{"by id", map[string]any{"orderby": "id", "order": "asc", "per_page": 3}, []int{101, 102, 103}},
		{"by title", map[string]any{"orderby": "title", "order": "asc", "per_page": "2"}, []int{postCafes, 101}},
		{"a list", map[string]any{"include": []any{103, 101}, "orderby": "id", "order": "asc"}, []int{101, 103}},
		{"parameters win", map[string]any{"author": "2", "orderby": "id", "order": "asc", "per_page": "2"}, []int{102, 104}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			q := content.ArchiveQuery{Endpoint: "posts", Author: 1, Params: tt.params}
			if tt.params["author"] == nil {
				q.Author = 0
			}
			archive := must[*content.Archive](t, "Archive")(source.Archive(t.Context(), "en", q))
			wantIDs(t, "Archive", ids(archive.Items), tt.want)
		})
	}
}
