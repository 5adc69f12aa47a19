package app

import (
	"errors"
	"html"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"estate/internal/agency/demo"
	"estate/internal/app/config"
	"estate/internal/cms/replica"
	"estate/internal/content"
	"estate/internal/content/i18n"
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
		case r.URL.Path == "/wp-content/uploads/2024/05/garden.jpg", strings.HasPrefix(r.URL.Path, "/wp-content/uploads/odd/"),
			strings.HasPrefix(r.URL.Path, "/media/") && path.Ext(r.URL.Path) == ".jpg": // no renditions: a WordPress has its own
			w.Header().Set("Content-Type", "image/jpeg")
			_, _ = w.Write(picture)
		case r.URL.Path == "/wp-content/uploads/2024/05/plan.pdf":
			w.Header().Set("Content-Type", "application/pdf")
			_, _ = io.WriteString(w, plan)
		case strings.HasPrefix(r.URL.Path, "/wp-content/uploads/files/"):
			w.Header().Set("Content-Type", map[string]string{".pdf": "application/pdf", ".mp3": "audio/mpeg", ".mp4": "video/mp4", ".docx": "application/zip"}[path.Ext(r.URL.Path)])
			_, _ = io.WriteString(w, plan)
		case strings.HasPrefix(r.URL.Path, "/wp-content/"):
			http.NotFound(w, r)
		default:
			recorder := httptest.NewRecorder()
			r.RemoteAddr = newClient() // a WordPress does not limit a client
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
	uploads := address + "/wp-content/uploads/"
	write(t, source.app.store, func(b *store.Batch) error {
		return b.Put(&content.Post{
			Head: content.Head{
				ID: 770001, Type: content.TypePost, Lang: "en", Slug: "garden", Link: "/garden/", Status: content.StatusPublish,
				Date: publishedProperty(t, source.app.store).Date, Modified: publishedProperty(t, source.app.store).Modified,
			},
			Title: "A garden", Content: content.UnsafeHTML(`<p><a href="` + address + `/about/?a=1">Us</a> <img src="` + address +
				`/wp-content/uploads/2024/05/garden-300x200.jpg" alt="A garden"> <a href="` + address +
				`/former-name/">Former</a> <img src="` + address + `/wp-content/uploads/odd/Küche (50% fertig), 1.JPG.png" alt="Kitchen"> <a href="` + address +
				`/wp-content/uploads/2024/05/plan.pdf">Plan</a> <img src="` + address + `/wp-content/uploads/lost.jpg" alt=""></p><p><a href="` + uploads +
				`2024/05/garden.jpg"><img src="` + uploads + `2024/05/garden-300x200.jpg" alt="Large"></a></p><audio controls src="` + uploads +
				`files/sea.mp3"></audio><video controls src="` + uploads + `files/walk.mp4"></video><div class="wp-block-file"><a href="` + uploads +
				`files/Terms (2).docx">Terms</a><a href="` + uploads + `files/Terms (2).docx" class="wp-block-file__button" download>Download</a></div>`),
		})
	})
	edited := *publishedProperty(t, source.app.store)
	write(t, source.app.store, func(b *store.Batch) error {
		edited.Extra.PDF, edited.Extra.Video, edited.Modified = uploads+"files/brochure.pdf", uploads+"files/film.mp4", time.Now().UTC()
		problems := []error{b.Put(&edited)}
		for _, lang := range i18n.Filled {
			settings, err := source.app.store.Settings(t.Context(), lang)
			changed := *settings
			changed.Menus = maps.Clone(settings.Menus)
			menu := changed.Menus["main"]
			menu.Items = append(slices.Clone(menu.Items), content.MenuItem{Link: uploads + "files/catalogue.pdf", Label: i18n.Text{lang: "Catalogue"}})
			changed.Menus["main"] = menu
			problems = append(problems, err, b.PutSettings(lang, &changed))
		}
		return errors.Join(problems...)
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
	// Every file that pages and feeds name is served where they name it.
	file := regexp.MustCompile(`(?:href|src)=(?:"|&#34;|&quot;)(?:http://www\.example\.test)?(/media/(?:&#3[49];|[^"&])+)`)
	named := map[string]bool{}
	for _, link := range []string{"/", "/garden/", edited.LinkIn(i18n.LangEN), edited.LinkIn(i18n.LangES), "/feed/"} {
		_, body := get(t, server, link)
		for _, match := range file.FindAllStringSubmatch(body, -1) {
			name := html.UnescapeString(match[1])
			if response, _ := get(t, server, name); response.StatusCode != http.StatusOK && !strings.Contains(name, "lost") {
				t.Errorf("%s names %s: status %d", link, name, response.StatusCode)
			}
			named[path.Base(name)] = true
		}
		if found := regexp.MustCompile(`.{60}wp-content.{60}`).FindString(body); found != "" && !strings.Contains(found, "lost.jpg") {
			t.Errorf("%s has an address of the WordPress: %s", link, found)
		}
	}
	for _, want := range []string{"plan.pdf", "sea.mp3", "walk.mp4", "Terms%20%282%29.docx", "brochure.pdf", "film.mp4", "catalogue.pdf", "garden-1600.jpg"} {
		if !named[want] {
			t.Errorf("no page names %s; they name %v", want, slices.Sorted(maps.Keys(named)))
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
