package app

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"estate/internal/config"
	"estate/internal/content"
	"estate/internal/demo"
	"estate/internal/i18n"
	"estate/internal/replica"
	"estate/internal/store"
)

func TestImportOfAWordPressMakesTheSiteIndependent(t *testing.T) {
	source := newCMS(t)
	picture, err := demo.MediaFiles.ReadFile("media/villa-01-golden-hour-pool.jpg")
	if err != nil {
		t.Fatal(err)
	}
	const plan = "%PDF-1.7 the plan of a garden"
	film, err := demo.MediaFiles.ReadFile("media/film-morning.mp4")
	if err != nil {
		t.Fatal(err)
	}
	// A WordPress with originals, one of which is missing.
	var address string
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/former-name/":
			http.Redirect(w, r, address+"/garden/", http.StatusMovedPermanently)
		case r.URL.Path == "/wp-content/uploads/2024/05/garden.jpg", strings.HasPrefix(r.URL.Path, "/wp-content/uploads/odd/"):
			w.Header().Set("Content-Type", "image/jpeg")
			_, _ = w.Write(picture)
		case r.URL.Path == "/wp-content/uploads/2024/05/plan.pdf":
			w.Header().Set("Content-Type", "application/pdf")
			_, _ = io.WriteString(w, plan)
		case strings.HasPrefix(r.URL.Path, "/wp-content/"):
			http.NotFound(w, r)
		default:
			recorder := httptest.NewRecorder()
			source.app.server.Handler().ServeHTTP(recorder, r)
			for name, values := range recorder.Header() {
				w.Header()[name] = values
			}
			w.Header().Del("Content-Length")
			w.WriteHeader(recorder.Code)
			body := strings.ReplaceAll(recorder.Body.String(), "http://www.example.test", address)
			_, _ = w.Write([]byte(body))
		}
	}))
	defer front.Close()
	address = front.URL
	write(t, source.app.store, func(b *store.Batch) error {
		return b.Put(&content.Post{
			Head: content.Head{
				ID: 770001, Type: content.TypePost, Lang: "en", Slug: "garden", Link: "/garden/", Status: content.StatusPublish,
				Date: publishedProperty(t, source.app.store).Date, Modified: publishedProperty(t, source.app.store).Modified,
			},
			Title: "A garden", Content: content.UnsafeHTML(`<p><a href="` + address + `/about/?a=1">Us</a> <img src="` + address +
				`/wp-content/uploads/2024/05/garden-300x200.jpg" alt="A garden"> <a href="` + address +
				`/former-name/">Former</a> <img src="` + address + `/wp-content/uploads/odd/Küche (50% fertig), 1.JPG.png" alt="Kitchen"> <a href="` + address +
				`/wp-content/uploads/2024/05/plan.pdf">Plan</a> <img src="` + address + `/wp-content/uploads/lost.jpg" alt=""></p>`),
		})
	})
	data := t.TempDir()
	s, err := config.Flags{Data: data, SiteURL: "http://www.example.test", CMSURL: address, CMSMode: config.ModeReplica}.Load(config.Addresses{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ImportSite(t.Context(), s); err != nil && !strings.Contains(err.Error(), errIncomplete.Error()) {
		t.Fatal(err)
	} else if err == nil {
		t.Error("the missing picture is not reported")
	}
	front.Close()

	app, server := startSite(t, func(s *config.Settings) { s.Data = data })
	property := publishedProperty(t, source.app.store)
	for _, link := range []string{"/", "/es/", "/properties/", "/blog/", "/garden/", property.LinkIn(i18n.LangES)} {
		if response, body := get(t, server, link); response.StatusCode != http.StatusOK || len(texts(t, body, "h1")) != 1 {
			t.Errorf("%s: status %d without the WordPress", link, response.StatusCode)
		}
	}
	entity, err := app.store.ByID(t.Context(), "en", "posts", 770001, "")
	if err != nil {
		t.Fatal(err)
	}
	words := string(entity.(*content.Post).Content)
	for _, want := range []string{`href="/about/?a=1"`, `src="/media/2024/05/garden.jpg"`, `href="/media/2024/05/plan.pdf"`, `href="/former-name/"`, `src="/media/odd/K%C3%BCche%20%2850%25%20fertig%29,%201.JPG.png"`, `src="` + address + `/wp-content/uploads/lost.jpg"`} {
		if !strings.Contains(words, want) {
			t.Errorf("content of the post: %s; want %s in it", words, want)
		}
	}
	if got, err := os.ReadFile(filepath.Join(data, "media", "2024", "05", "garden.jpg")); err != nil || len(got) != len(picture) {
		t.Errorf("original: %d bytes, %v", len(got), err)
	}
	for address, want := range map[string]string{"/media/2024/05/plan.pdf": plan, "/media/film-morning.mp4": string(film)} {
		if response, body := get(t, server, address); response.StatusCode != http.StatusOK || body != want {
			t.Errorf("%s: status %d, %d bytes, want the %d bytes of the WordPress", address, response.StatusCode, len(body), len(want))
		}
	}
	for target, want := range map[string]string{
		"/former-name/":                                                      "/garden/",
		"/wp-content/uploads/2024/05/garden.jpg":                             "/media/2024/05/garden.jpg",
		"/wp-content/uploads/2024/05/garden-300x200.jpg":                     "/media/2024/05/garden-320.jpg",
		"/wp-content/uploads/2024/05/garden-scaled.jpg":                      "/media/2024/05/garden.jpg",
		"/wp-content/uploads/odd/K%C3%BCche%20(50%25%20fertig),%201.JPG.png": "/media/odd/K%C3%BCche%20%2850%25%20fertig%29%2C%201.JPG.png",
	} {
		response, _ := get(t, server, target)
		if response.StatusCode != http.StatusMovedPermanently || response.Header.Get("Location") != want {
			t.Errorf("%s: %d to %q, want 301 to %s", target, response.StatusCode, response.Header.Get("Location"), want)
		}
	}
	for row, err := range app.store.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		one, err := app.store.ByID(t.Context(), "en", string(row.Kind), row.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		if doc, err := plainJSON(one); err != nil || strings.Contains(string(doc), address) {
			t.Fatalf("%s %d still has a URL of the WordPress: %s", row.Kind, row.ID, doc)
		}
	}
	if note, err := app.store.Note(t.Context(), "replica"); err != nil || note != "" {
		t.Errorf("the store still follows %s (%v)", note, err)
	}
}

func TestImportRejectsAStoreOfAnotherSite(t *testing.T) {
	c := newCMS(t)
	s := config.Settings{Data: t.TempDir()}
	s.FillDefaults()
	st, err := openStoreToWrite(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(seed(t.Context(), st, s.OriginalsDir()), st.Close()); err != nil {
		t.Fatal(err)
	}
	s.CMS.URL = c.URL
	if err := ImportSite(t.Context(), s); !errors.Is(err, replica.ErrForeign) {
		t.Errorf("import into a store with other content: %v, want %v", err, replica.ErrForeign)
	}
}
