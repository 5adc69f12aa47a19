package contenttest

import (
	"errors"
	"slices"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

func (s *suite) bySlug(t *testing.T, source content.Source) {
	for _, tt := range []struct {
		name     string
		lang     i18n.Lang
		endpoint string
		slug     string
		want     []int
	}{
		{"post", "en", "posts", "market-note-1", []int{postFirst}},
		{"post of the other language", "es", "posts", "market-note-1", nil},
		{"Spanish post", "es", "posts", "nota-de-mercado-1", []int{postSpanish}},
		{"post under pages", "en", "pages", "market-note-1", nil},
		{"draft", "en", "posts", "hidden-190", nil},
		{"private", "en", "posts", "hidden-191", nil},
		{"future", "en", "posts", "hidden-192", nil},
		{"home page", "en", "pages", "home", []int{pageHome}},
		{"slug under two parents", "en", "pages", "marbella", []int{pageVillas, pageApartments}},
		{"same slug in Spanish", "es", "pages", "marbella", []int{621}},
		{"slug with non-ASCII characters", "es", "pages", "espa%c3%b1a", []int{622}},
		{"slug with other escapes", "es", "pages", "espa%C3%B1a", []int{622}},
		{"draft page", "en", "pages", "coming-soon", nil},
		{"media", "en", "media", "sea", []int{mediaSea}},
		{"media in Spanish", "es", "media", "sea", []int{mediaSea}},
		{"property", "en", "properties", "villa-azul", []int{propertyFull}},
		{"property in Spanish", "es", "properties", "villa-azul", []int{propertyFull}},
		{"sold property", "en", "properties", "villa-sold", []int{propertySold}},
		{"draft property", "en", "properties", "villa-draft", nil},
		{"withdrawn property", "en", "properties", "villa-gone", nil},
		{"English slug of a property with two", "en", "properties", "sea-house", []int{propertyTwoSlugs}},
		{"Spanish slug of a property with two", "es", "properties", "casa-del-mar", []int{propertyTwoSlugs}},
		{"development", "es", "developments", "golden-terraces", []int{developmentFull}},
		{"category", "en", "categories", "market", []int{21}},
		{"category of the other language", "es", "categories", "market", nil},
		{"tag with one slug in two languages", "es", "tags", "golf", []int{42}},
		{"shared term", "es", "s_type", "villas", []int{15}},
		{"author", "es", "users", "ana-garcia", []int{1}},
		{"unknown author", "en", "users", "nobody", nil},
		{"empty slug matches nothing", "en", "posts", "", nil},
		{"wildcards are plain text", "en", "posts", "market-note-%", nil},
		{"quotes are plain text", "en", "posts", `x' OR '1'='1`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := must[[]content.Entity](t, "BySlug")(source.BySlug(t.Context(), tt.lang, tt.endpoint, tt.slug))
			wantIDs(t, "BySlug", ids(found), tt.want)
		})
	}
}

func (s *suite) byID(t *testing.T, source content.Source) {
	for endpoint, id := range map[string]int{
		"posts": postFirst, "pages": pageVillas, "media": mediaSea, "properties": propertyFull,
		"developments": developmentFull, "categories": 22, "tags": 41, "users": 2,
	} {
		found := must[content.Entity](t, endpoint)(source.ByID(t.Context(), "en", endpoint, id, ""))
		if found.Ref().ID != id {
			t.Errorf("ByID(%s, %d) gave %v", endpoint, id, found.Ref())
		}
	}
	for _, tt := range []struct {
		endpoint string
		id       int
	}{
		{"posts", 99999},
		{"posts", 0},
		{"posts", -1},
		{"posts", pageVillas},
		{"properties", propertyWithdrawn},
		{"users", 77},
		{"categories", 77},
	} {
		_, err := source.ByID(t.Context(), "en", tt.endpoint, tt.id, "")
		wantStatus(t, tt.endpoint, err, 404)
	}
}

func (s *suite) drafts(t *testing.T, source content.Source) {
	for id, endpoint := range map[int]string{
		postDraft: "posts", postPrivate: "posts", postFuture: "posts", pageDraft: "pages",
		propertyDraft: "properties", developmentDraft: "developments",
	} {
		status := 401
		if slices.Contains(s.lacks, LackHidden) {
			status = 404
		}
		_, err := source.ByID(t.Context(), "en", endpoint, id, "")
		wantStatus(t, "draft of "+endpoint+" for a visitor", err, status)
		_, err = source.ByID(t.Context(), "en", endpoint, id, "Bearer wrong")
		wantStatus(t, "draft of "+endpoint+" with a wrong credential", err, 401)
		found := must[content.Entity](t, "draft with a credential")(source.ByID(t.Context(), "en", endpoint, id, Credential))
		if found.Ref().ID != id || content.HeadOf(found).Status == content.StatusPublish {
			t.Errorf("ByID(%s, %d) with a credential gave %v, status %q", endpoint, id, found.Ref(), content.HeadOf(found).Status)
		}
	}
}

func (s *suite) revisions(t *testing.T, source content.Source) {
	revision := must[*content.Revision](t, "Revision")(source.Revision(t.Context(), "en", "posts", postFirst, Credential))
	same(t, "revision", revision, s.want.Revisions[content.Ref{Type: content.TypePost, ID: postFirst}])

	if none, err := source.Revision(t.Context(), "en", "posts", postFirst+1, Credential); none != nil ||
		!errors.Is(err, content.ErrNoRevision) {
		t.Errorf("post without a revision: %v, %v; want ErrNoRevision", none, err)
	}
	_, err := source.Revision(t.Context(), "en", "posts", postFirst, "")
	wantStatus(t, "revision for a visitor", err, 401)
	_, err = source.Revision(t.Context(), "en", "posts", 99999, Credential)
	wantStatus(t, "revision of an unknown post", err, 404)
	if errors.Is(err, content.ErrNoRevision) {
		t.Error("unknown post: got ErrNoRevision, want another error")
	}
}

// completeEntities asserts that the source returns every field.
func (s *suite) completeEntities(t *testing.T, source content.Source) {
	for _, id := range []int{
		postFirst, postCafes, pageHome, pageVillas, 603, mediaSea, propertyFull, propertyOnAsk, propertyRent,
		propertyTwoSlugs, developmentFull, developmentOnAsk,
	} {
		want := s.entity(t, id)
		lang := content.HeadOf(want).Lang
		if lang == "" {
			lang = "en"
		}
		got := must[content.Entity](t, "ByID")(source.ByID(t.Context(), lang, endpoints[want.Ref().Type], id, ""))
		same(t, string(want.Ref().Type), got, want)
	}
}
