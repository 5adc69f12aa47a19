package replica

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store"
)

func deleting(t content.Type, from, to int) func(*store.Batch) error {
	return func(b *store.Batch) error {
		for id := from; id < to; id++ {
			if err := b.Delete(content.Ref{Type: t, ID: id}); err != nil {
				return err
			}
		}
		return nil
	}
}

func (g *rig) isWithdrawn(link string) bool {
	g.t.Helper()
	_, err := g.store.Withdrawn(g.t.Context(), link)
	if err != nil && !content.IsNotFound(err) {
		g.t.Fatal(err)
	}
	return err == nil
}

func TestADeletedHomeIsWithdrawnInBothLanguages(t *testing.T) {
	g := newRig(t, homes(1, 40), nil)
	g.pass()
	g.edit(deleting(content.TypeProperty, 7, 8))
	g.pass()
	if g.get("properties", 7) != nil || !g.isWithdrawn("/properties/home-7/") || !g.isWithdrawn("/es/properties/home-7/") {
		t.Error("home 7 is not withdrawn")
	}
	if got := g.count(content.TypeProperty); got != 38 {
		t.Errorf("%d homes, want 38", got)
	}
}

func TestAWebhookTellsOfADeletionAtOnce(t *testing.T) {
	g := newRig(t, homes(1, 40), nil)
	g.pass()
	g.edit(deleting(content.TypeProperty, 7, 8))
	draft := home(9, aDay)
	draft.Status = content.StatusDraft
	g.edit(func(b *store.Batch) error { return b.Put(draft) })
	if err := g.replica.look(t.Context(), []Notice{{"properties", 7}, {"properties", 9}}); err != nil {
		t.Fatal(err)
	}
	if !g.isWithdrawn("/properties/home-7/") || g.get("properties", 9) != nil {
		t.Error("the deleted or the hidden home is still there")
	}
}

func TestACollapseDeletesNothingUntilSomebodyConfirms(t *testing.T) {
	g := newRig(t, homes(1, 101), nil)
	g.pass()
	g.edit(deleting(content.TypeProperty, 1, 51))
	g.pass()
	g.pass()
	if got := g.count(content.TypeProperty); got != 100 {
		t.Fatalf("%d homes are left of 100, want all", got)
	}
	alarms := g.replica.Status().Alarms
	if len(alarms) != 1 || alarms[0].List != "properties" || alarms[0].Had != 100 || alarms[0].Missing != 50 {
		t.Fatalf("alarms are %+v, want one about 50 of 100 homes", alarms)
	}
	g.restart(nil)
	if len(g.replica.Status().Alarms) != 1 {
		t.Error("a restart forgets the alarm")
	}
	g.edit(func(b *store.Batch) error { // what is new is taken all the same
		edited := home(99, aDay.Add(time.Hour))
		edited.Price.Amount = 5
		return b.Put(edited)
	})
	g.pass()
	if got := g.get("properties", 99).(*content.Property).Price.Amount; got != 5 {
		t.Errorf("price %d during an alarm, want 5", got)
	}
	if n, err := g.replica.Accept(t.Context(), ""); n != 1 || err != nil {
		t.Errorf("%d alarms accepted, %v; want 1", n, err)
	}
	g.pass()
	if got, left := g.count(content.TypeProperty), g.replica.Status().Alarms; got != 50 || len(left) != 0 {
		t.Errorf("%d homes and alarms %v after it was confirmed, want 50 and none", got, left)
	}
}

func TestAConfirmationHoldsForWhatWasSeenAlone(t *testing.T) {
	g := newRig(t, homes(1, 101), nil)
	g.pass()
	g.edit(deleting(content.TypeProperty, 1, 51))
	g.pass()
	if _, err := g.replica.Accept(t.Context(), "properties"); err != nil {
		t.Fatal(err)
	}
	g.edit(deleting(content.TypeProperty, 51, 100))
	g.pass()
	if got := g.count(content.TypeProperty); got != 100 {
		t.Errorf("%d homes are left; 50 were confirmed and 99 are gone, so all 100 should be", got)
	}
}

func TestAnAlarmEndsWhenTheContentIsBack(t *testing.T) {
	g := newRig(t, homes(1, 101), nil)
	g.pass()
	g.breaks(func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, "/estate/v1/ids") || r.URL.Query().Get("type") != "properties" {
			return false
		}
		w.Header().Set("X-WP-Total", "0") // a filter of some plugin goes mad
		w.Header().Set("X-WP-TotalPages", "0")
		_, _ = w.Write([]byte("[]"))
		return true
	})
	g.pass()
	if got := g.count(content.TypeProperty); got != 100 || len(g.replica.Status().Alarms) != 1 {
		t.Fatalf("%d homes, alarms %v; want 100 and one", got, g.replica.Status().Alarms)
	}
	g.breaks(nil)
	g.pass()
	if len(g.replica.Status().Alarms) != 0 {
		t.Error("the alarm stays though all is back")
	}
}

func TestSingleDeletionsDoNotAddUpToACollapse(t *testing.T) {
	g := newRig(t, homes(1, 101), nil)
	g.pass()
	g.edit(deleting(content.TypeProperty, 1, 91))
	var told []Notice
	for id := 1; id < 91; id++ {
		told = append(told, Notice{"properties", id})
	}
	if err := g.replica.look(t.Context(), told); err != nil {
		t.Fatal(err)
	}
	if got := g.count(content.TypeProperty); got < 70 {
		t.Errorf("%d of 100 homes are left after a webhook; want 70 at least", got)
	}
	g.pass()
	if alarms := g.replica.Status().Alarms; len(alarms) != 1 {
		t.Errorf("alarms are %v, want one", alarms)
	}
}

func TestAPluginThatIsSwitchedOffDeletesNothing(t *testing.T) {
	g := newRig(t, func(b *store.Batch) error {
		menu := map[string]content.Menu{"main": {Helper: map[string]i18n.Text{}, Items: []content.MenuItem{{Link: "/blog/", Label: i18n.Text{"en": "Blog"}}}}}
		return errors.Join(
			homes(1, 6)(b),
			b.PutTerm(&content.Term{ID: 3, Taxonomy: "s_offer", Slug: "for-sale", Name: i18n.Text{"en": "For sale", "es": "En venta"}}),
			b.PutSettings("en", &content.Settings{SiteTitle: "Agency", Menus: menu}),
			b.PutSettings("es", &content.Settings{SiteTitle: "Agencia", Menus: menu}),
			b.PutRedirects(content.RedirectPair{From: "/old/", To: "/new/", Status: 301}),
		)
	}, nil)
	g.pass()
	g.breaks(func(w http.ResponseWriter, r *http.Request) bool {
		for _, name := range []string{"/estate/v1/", "/properties", "/developments", "s_offer", "options"} {
			if strings.Contains(r.URL.Path, name) {
				w.WriteHeader(http.StatusNotFound)
				_, _ = w.Write([]byte(`{"code":"rest_no_route","message":"No route","data":{"status":404}}`))
				return true
			}
		}
		return false
	})
	g.pass()
	terms, _ := g.store.Terms(t.Context(), "en", "s_offer")
	settings, _ := g.store.Settings(t.Context(), "es")
	pairs, _ := g.store.Redirects(t.Context())
	if got := g.count(content.TypeProperty); got != 5 || len(terms) != 1 || settings.SiteTitle != "Agencia" || len(pairs) != 1 {
		t.Errorf("%d homes, %d terms, settings %q, %d redirects; want all that was known", got, len(terms), settings.SiteTitle, len(pairs))
	}
	if status := g.replica.Status(); len(status.Failed)+len(status.Alarms) == 0 {
		t.Error("nobody is told")
	}
}

func TestRedirectsOfTheCMSGoAndThoseOfTheOperatorStay(t *testing.T) {
	g := newRig(t, func(b *store.Batch) error {
		return b.PutRedirects(content.RedirectPair{From: "/a/", To: "/x/", Status: 301}, content.RedirectPair{From: "/b/", To: "/y/", Status: 302})
	}, nil)
	if err := Adopt(t.Context(), g.store, g.server.URL); err != nil {
		t.Fatal(err)
	}
	if err := g.store.Write(t.Context(), func(b *store.Batch) error {
		return b.PutRedirects(content.RedirectPair{From: "/mine/", To: "/z/"})
	}); err != nil {
		t.Fatal(err)
	}
	g.pass()
	g.edit(func(b *store.Batch) error { return b.DeleteRedirects("/a/") })
	g.pass()
	var links []string
	pairs, err := g.store.Redirects(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range pairs {
		links = append(links, pair.From)
	}
	if got := strings.Join(links, " "); got != "/b/ /mine/" {
		t.Errorf("redirects are %s, want /b/ and the operator's /mine/", got)
	}
}

func term(id int, name string) *content.Term {
	return &content.Term{ID: id, Taxonomy: "s_type", Slug: name, Name: i18n.Text{"en": name, "es": name}}
}

func TestACollapseOfTermsDeletesNoneThoughTheirOrderChanged(t *testing.T) {
	g := newRig(t, func(b *store.Batch) error {
		for id := 1; id <= 20; id++ {
			if err := b.PutTerm(term(id, "type-"+strconv.Itoa(id))); err != nil {
				return err
			}
		}
		return nil
	}, nil)
	g.pass()
	g.edit(deleting("s_type", 1, 17))
	g.edit(func(b *store.Batch) error { return b.PutTerm(term(16, "type-16")) }) // now behind 20
	g.pass()
	terms, err := g.store.Terms(t.Context(), "en", "s_type")
	if err != nil {
		t.Fatal(err)
	}
	if alarms := g.replica.Status().Alarms; len(terms) != 20 || len(alarms) != 1 {
		t.Errorf("%d terms, alarms %v; want all 20 and one alarm", len(terms), alarms)
	}
}

func TestTermsFollowTheOrderOfTheCMS(t *testing.T) {
	g := newRig(t, func(b *store.Batch) error {
		return errors.Join(b.PutTerm(term(1, "villas")), b.PutTerm(term(2, "flats")))
	}, nil)
	g.pass()
	g.edit(func(b *store.Batch) error {
		return errors.Join(b.Delete(content.Ref{Type: "s_type", ID: 1}), b.PutTerm(term(3, "plots")), b.PutTerm(term(1, "villas")))
	})
	g.pass()
	terms, err := g.store.Terms(t.Context(), "en", "s_type")
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

func TestAChangedPictureReachesTheHomesThatShowIt(t *testing.T) {
	picture := func(alt string) content.Image {
		return content.Image{ID: 70, URL: "/media/sea.jpg", Width: 800, Height: 600, Alt: i18n.Text{"en": alt, "es": alt}}
	}
	media := func(alt string, modified time.Time) *content.Media {
		return &content.Media{
			Head: content.Head{
				ID: 70, Type: content.TypeAttachment, Slug: "sea", Link: "/sea/", Status: content.StatusPublish, Date: aDay, Modified: modified,
			},
			Image: picture(alt), Mime: "image/jpeg",
		}
	}
	showing := func(alt string) *content.Property {
		one := home(1, aDay)
		one.Gallery = []content.Image{picture(alt)}
		one.Featured = &one.Gallery[0]
		return one
	}
	g := newRig(t, func(b *store.Batch) error { return errors.Join(b.Put(media("Sea", aDay)), b.Put(showing("Sea"))) }, nil)
	g.pass()
	// WordPress builds the home's picture from the media; its own time stays.
	g.edit(func(b *store.Batch) error {
		return errors.Join(b.Put(media("The bay", aDay.Add(time.Hour))), b.Put(showing("The bay")))
	})
	if err := g.replica.look(t.Context(), []Notice{{"media", 70}}); err != nil {
		t.Fatal(err)
	}
	if got := g.get("properties", 1).(*content.Property).Gallery[0].Alt["en"]; got != "The bay" {
		t.Errorf("the home's picture is called %q, want The bay", got)
	}
}
