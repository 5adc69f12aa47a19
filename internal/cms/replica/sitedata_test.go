package replica

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

func TestADisabledPluginDeletesNothing(t *testing.T) {
	h := newHarness(t, func(b *store.Batch) error {
		menu := map[string]content.Menu{"main": {Helper: map[string]i18n.Text{}, Items: []content.MenuItem{{Link: "/blog/", Label: i18n.Text{"en": "Blog"}}}}}
		return errors.Join(
			properties(1, 6)(b),
			b.PutTerm(&content.Term{ID: 3, Taxonomy: "s_offer", Slug: "for-sale", Name: i18n.Text{"en": "For sale", "es": "En venta"}}),
			b.PutSettings("en", &content.Settings{SiteTitle: "Agency", Menus: menu}),
			b.PutSettings("es", &content.Settings{SiteTitle: "Agencia", Menus: menu}),
			b.PutRedirects(content.RedirectPair{From: "/old/", To: "/new/", Status: 301}),
		)
	}, nil)
	h.reconcile()
	h.intercept(func(w http.ResponseWriter, r *http.Request) bool {
		for _, name := range []string{"/estate/v1/", "/properties", "/developments", "s_offer", "options"} {
			if strings.Contains(r.URL.Path, name) {
				w.WriteHeader(http.StatusNotFound)
				_, _ = w.Write([]byte(`{"code":"rest_no_route","message":"No route","data":{"status":404}}`))
				return true
			}
		}
		return false
	})
	h.reconcile()
	terms, _ := h.store.Terms(t.Context(), "en", "s_offer")
	settings, _ := h.store.Settings(t.Context(), "es")
	pairs, _ := h.store.Redirects(t.Context())
	if got := h.count(content.TypeProperty); got != 5 || len(terms) != 1 || settings.SiteTitle != "Agencia" || len(pairs) != 1 {
		t.Errorf("%d properties, %d terms, settings %q, %d redirects; want all that was stored", got, len(terms), settings.SiteTitle, len(pairs))
	}
	if status := h.replica.Status(); len(status.Failed)+len(status.Alarms) == 0 {
		t.Error("no failure and no alarm is reported")
	}
}

func TestRedirectsOfTheCMSAreDeletedAndThoseOfTheOperatorStay(t *testing.T) {
	h := newHarness(t, func(b *store.Batch) error {
		return b.PutRedirects(content.RedirectPair{From: "/a/", To: "/x/", Status: 301}, content.RedirectPair{From: "/b/", To: "/y/", Status: 302})
	}, nil)
	if err := Adopt(t.Context(), h.store, h.server.URL); err != nil {
		t.Fatal(err)
	}
	if err := h.store.Write(t.Context(), func(b *store.Batch) error {
		return b.PutRedirects(content.RedirectPair{From: "/own/", To: "/z/"})
	}); err != nil {
		t.Fatal(err)
	}
	h.reconcile()
	h.edit(func(b *store.Batch) error { return b.DeleteRedirects("/a/") })
	h.reconcile()
	var links []string
	pairs, err := h.store.Redirects(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range pairs {
		links = append(links, pair.From)
	}
	if got := strings.Join(links, " "); got != "/b/ /own/" {
		t.Errorf("redirects are %s, want /b/ and the operator's /own/", got)
	}
}

func term(id int, name string) *content.Term {
	return &content.Term{ID: id, Taxonomy: "s_type", Slug: name, Name: i18n.Text{"en": name, "es": name}}
}

func TestALargeShareOfTermsStaysWhenTheirOrderChanges(t *testing.T) {
	h := newHarness(t, func(b *store.Batch) error {
		for id := 1; id <= 20; id++ {
			if err := b.PutTerm(term(id, "type-"+strconv.Itoa(id))); err != nil {
				return err
			}
		}
		return nil
	}, nil)
	h.reconcile()
	h.edit(deleting("s_type", 1, 17))
	h.edit(func(b *store.Batch) error { return b.PutTerm(term(16, "type-16")) }) // now after 20
	h.reconcile()
	terms, err := h.store.Terms(t.Context(), "en", "s_type")
	if err != nil {
		t.Fatal(err)
	}
	if alarms := h.replica.Status().Alarms; len(terms) != 20 || len(alarms) != 1 {
		t.Errorf("%d terms, alarms %v; want all 20 and one alarm", len(terms), alarms)
	}
}

func TestTermsFollowTheOrderOfTheCMS(t *testing.T) {
	h := newHarness(t, func(b *store.Batch) error {
		return errors.Join(b.PutTerm(term(1, "villas")), b.PutTerm(term(2, "flats")))
	}, nil)
	h.reconcile()
	h.edit(func(b *store.Batch) error {
		return errors.Join(b.Delete(content.Ref{Type: "s_type", ID: 1}), b.PutTerm(term(3, "plots")), b.PutTerm(term(1, "villas")))
	})
	h.reconcile()
	terms, err := h.store.Terms(t.Context(), "en", "s_type")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, term := range terms {
		got = append(got, term.Slug)
	}
	if want := "flats plots villas"; strings.Join(got, " ") != want {
		t.Errorf("the order is %v, want %s", got, want)
	}
}
