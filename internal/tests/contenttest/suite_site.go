package contenttest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

func lang(code string) i18n.Lang { return i18n.Lang(code) }

func (s *suite) terms(t *testing.T, source content.Source) {
	for _, tt := range []struct {
		lang, taxonomy string
		want           []int
	}{
		{"en", "category", []int{21, 22}},
		{"es", "category", []int{31, 32}},
		{"es", "tag", []int{42}},
		{"en", "s_offer", []int{3, 10, 12}},
		{"es", "s_type", []int{15, 7, 81}},
		{"en", "s_location", []int{636, 6, 7001, 7002, 7003, 7101}},
		{"en", "s_categories", []int{59, 55}},
		{"en", "unknown", nil},
	} {
		got := must[[]*content.Term](t, "Terms")(source.Terms(t.Context(), lang(tt.lang), tt.taxonomy))
		wantIDs(t, tt.lang+" "+tt.taxonomy, ids(got), tt.want)
		for i, term := range got {
			for _, want := range s.want.Terms {
				if want.ID == term.ID && want.Taxonomy == term.Taxonomy {
					same(t, "term", got[i], want)
				}
			}
		}
	}
	author := must[*content.Author](t, "Author")(source.Author(t.Context(), "es", 2))
	same(t, "author", author, s.want.Authors[1])
	if none, err := source.Author(t.Context(), "en", 77); none != nil || !content.IsNotFound(err) {
		t.Errorf("Author(77) = %v, %v; want not found", none, err)
	}
}

func (s *suite) settings(t *testing.T, source content.Source) {
	for _, l := range i18n.Filled {
		got := must[*content.Settings](t, "Settings")(source.Settings(t.Context(), l))
		same(t, "settings in "+string(l), got, s.want.Settings[l])
	}
	feed := must[[]content.InstagramPost](t, "Instagram")(source.Instagram(t.Context(), "es"))
	same(t, "Instagram feed", feed, s.want.Instagram)
}

func (s *suite) redirects(t *testing.T, source content.Source) {
	if !s.has(t, LackRedirects) {
		return
	}
	for _, tt := range []struct {
		link string
		want content.Redirect
	}{
		{"/old-page/", content.Redirect{Status: 301, Location: "/about/"}},
		{"/old-page/?utm_source=x", content.Redirect{Status: 301, Location: "/about/"}},
		{"/Old-Page", content.Redirect{Status: 301, Location: "/about/"}},
		{"/es/pagina-vieja/", content.Redirect{Status: 308, Location: "/es/sobre-nosotros/"}},
		{"/partner/", content.Redirect{Status: 302, Location: "https://partner.example.test/welcome/", External: true}},
		{"/index.php?id=7&lang=en", content.Redirect{Status: 301, Location: "/blog/"}},
		{"/index.php?id=8&lang=en", content.Redirect{}},
		{"/old-page/more/", content.Redirect{}},
		{"/about/", content.Redirect{}},
		{"", content.Redirect{}},
	} {
		got, err := source.Redirect(t.Context(), tt.link, content.FirstRedirect)
		found := isFound(t, fmt.Sprintf("Redirect(%q)", tt.link), err)
		if found != (tt.want != content.Redirect{}) || got != tt.want {
			t.Errorf("Redirect(%q) = %+v, %v; want %+v", tt.link, got, found, tt.want)
		}
	}
}

func (s *suite) withdrawn(t *testing.T, source content.Source) {
	if !s.has(t, LackWithdrawn) {
		return
	}
	for link, want := range map[string]bool{
		"/properties/villa-gone/":     true,
		"/es/properties/villa-gone/":  true,
		"/Properties/Villa-Gone":      true,
		"/properties/villa-gone/?a=b": true,
		"/properties/villa-azul/":     false,
		"/properties/never-was/":      false,
	} {
		ref, err := source.Withdrawn(t.Context(), link)
		found := isFound(t, fmt.Sprintf("Withdrawn(%q)", link), err)
		if found != want || want && ref != (content.Ref{Type: content.TypeProperty, ID: propertyWithdrawn}) {
			t.Errorf("Withdrawn(%q) = %v, %v; want %v", link, ref, found, want)
		}
	}
}

// concurrentReaders reads from 16 goroutines, for the race detector.
func (s *suite) concurrentReaders(t *testing.T, source content.Source) {
	var group sync.WaitGroup
	failures := make(chan error, 16)
	for n := range 16 {
		group.Go(func() {
			list, err := source.Properties(t.Context(), "en", search.Filter{Page: 1 + n%2})
			archive, err2 := source.Archive(t.Context(), "en", content.ArchiveQuery{Endpoint: "posts", Page: 1 + n%3})
			if err = errors.Join(err, err2); err == nil && (len(list.Items) == 0 || len(archive.Items) == 0) {
				err = errors.New("an empty page, want items")
			}
			if err != nil {
				failures <- fmt.Errorf("reader %d: %w", n, err)
			}
		})
	}
	group.Wait()
	close(failures)
	for err := range failures {
		t.Error(err)
	}
}
