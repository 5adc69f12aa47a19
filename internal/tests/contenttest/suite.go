package contenttest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// Lack names a feature that a source does not have.
type Lack string

// Features that a source over a remote CMS may lack.
const (
	LackCounts    Lack = "counts"    // results per search option
	LackWithdrawn Lack = "withdrawn" // deleted content is reported as not found
	LackRedirects Lack = "redirects" // no table of redirect pairs
	LackPhrases   Lack = "phrases"   // phrases and exclusions in searches
	LackHidden    Lack = "hidden"    // without a credential a draft is a 404, not a 401
)

// suite is a source under test and the content that it must hold.
type suite struct {
	open  func(t *testing.T) content.Source
	want  *Content
	lacks []Lack
}

// Run tests the sources that open returns. Each must hold Fixture, accept Credential and return
// the results of Scan for filters.
func Run(t *testing.T, open func(t *testing.T) content.Source, lacks ...Lack) {
	s := &suite{open: open, want: Fixture(), lacks: lacks}
	for _, group := range []struct {
		name string
		test func(*testing.T, content.Source)
	}{
		{"by slug", s.bySlug},
		{"by id", s.byID},
		{"drafts", s.drafts},
		{"revisions", s.revisions},
		{"complete entities", s.completeEntities},
		{"archives", s.archives},
		{"archive filters", s.archiveFilters},
		{"archive search", s.archiveSearch},
		{"archive order", s.archiveOrder},
		{"properties", s.properties},
		{"developments", s.developments},
		{"references", s.references},
		{"terms", s.terms},
		{"settings", s.settings},
		{"redirects", s.redirects},
		{"withdrawn", s.withdrawn},
		{"concurrent readers", s.concurrentReaders},
	} {
		t.Run(group.name, func(t *testing.T) { group.test(t, open(t)) })
	}
}

func (s *suite) has(t *testing.T, what Lack) bool {
	t.Helper()
	if slices.Contains(s.lacks, what) {
		t.Logf("this source has no %s", what)
		return false
	}
	return true
}

// same compares entities. Nil equals an empty list; embedded entities and counts of terms are
// ignored. Positions are compared as visitors know them: a REST API tells no others.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(content.Head{}, "Embedded"),
		cmpopts.IgnoreFields(content.Term{}, "Count"), cmpopts.AcyclicTransformer("PublicPosition", withPublicPosition))
	if diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", what, diff)
	}
}

func withPublicPosition(p content.Property) content.Property {
	if p.Location != nil {
		public := p.Location.Public(p.ID)
		p.Location = &content.GeoPoint{Lat: public.Lat, Lng: public.Lng, Precision: p.Location.Precision}
	}
	return p
}

func ids[E content.Entity](list []E) []int {
	var all []int
	for _, entity := range list {
		all = append(all, entity.Ref().ID)
	}
	return all
}

func wantIDs(t *testing.T, what string, got, want []int) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got ids %v, want %v", what, got, want)
	}
}

// wantStatus asserts a *content.Error with an HTTP status.
func wantStatus(t *testing.T, what string, err error, want int) {
	t.Helper()
	var known *content.Error
	if !errors.As(err, &known) {
		t.Errorf("%s: got error %v, want one with status %d", what, err, want)
		return
	}
	if known.Status != want {
		t.Errorf("%s: got status %d (%v), want %d", what, known.Status, err, want)
	}
}

// isFound reports whether a look-up found something. Any other error than "not found" ends the
// test.
func isFound(t *testing.T, what string, err error) bool {
	t.Helper()
	if err != nil && !content.IsNotFound(err) {
		t.Fatalf("%s: %v", what, err)
	}
	return err == nil
}

func must[V any](t *testing.T, what string) func(V, error) V {
	t.Helper()
	return func(v V, err error) V {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		return v
	}
}

// published returns the published posts of the fixture in lang, newest first.
func (s *suite) published(lang i18n.Lang) []*content.Post {
	var posts []*content.Post
	for _, entity := range s.want.Entities {
		if post, ok := entity.(*content.Post); ok && post.Lang == lang && post.Status == content.StatusPublish {
			posts = append(posts, post)
		}
	}
	slices.SortFunc(posts, func(a, b *content.Post) int { return b.Date.Compare(a.Date) })
	return posts
}

func (s *suite) entity(t *testing.T, id int) content.Entity {
	t.Helper()
	for _, entity := range s.want.Entities {
		if entity.Ref().ID == id {
			return entity
		}
	}
	t.Fatalf("the fixture has no entity with id %d", id)
	return nil
}

var endpoints = map[content.Type]string{
	content.TypePost: "posts", content.TypePage: "pages", content.TypeAttachment: "media",
	content.TypeProperty: "properties", content.TypeDevelopment: "developments",
}

func ptr(s string) *string { return &s }

func titled(list []content.Entity) string {
	var titles []string
	for _, entity := range list {
		if post, ok := entity.(*content.Post); ok {
			titles = append(titles, post.Title)
		}
	}
	return strings.Join(titles, ", ")
}
