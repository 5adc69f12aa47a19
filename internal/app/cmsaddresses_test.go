package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// structural are the fields that make an entity reachable. All other texts of an entity may hold
// any address.
var structural = map[string]bool{
	"ID": true, "Type": true, "Slug": true, "Status": true, "Lang": true, "Link": true, "AlternativeLinks": true, "Taxonomy": true,
	"Layout": true, "Embedded": true, "Mode": true, "EmbeddedEntities": true,
}

// addressWriter fills texts with addresses of a CMS under all of its names.
type addressWriter struct {
	random *rand.Rand
	bases  []string
}

func (a *addressWriter) address() string {
	base := a.bases[a.random.IntN(len(a.bases))]
	if a.random.IntN(4) == 0 {
		base = "https:" + strings.TrimPrefix(strings.TrimPrefix(base, "http:"), "https:")
	}
	if a.random.IntN(6) == 0 {
		base = strings.TrimPrefix(strings.TrimPrefix(base, "http:"), "https:")
	}
	paths := []string{
		"", "/", "/about/", "/es/sobre-nosotros/?a=1#b", "/wp-content/uploads/2024/06/a.jpg", "/wp-content/uploads/a-300x200.PNG", "/wp-content/uploads/a.svg",
		"/wp-content/uploads/a.pdf", "/wp-content/uploads/a.mp4", "/wp-content/uploads/a.mp3", "/wp-content/uploads/a.docx", "/wp-content/uploads/a.heic",
		"/wp-content/uploads/a.exe", "/wp-content/themes/x/a.woff2", "/wp-admin/post.php?post=1", "/wp-login.php", "/wp-json/wp/v2/pages", "/?p=7", "/no such page",
	}
	return base + paths[a.random.IntN(len(paths))]
}

func (a *addressWriter) text() string {
	switch a.random.IntN(5) {
	case 0:
		return "See " + a.address() + ", or " + a.address() + "."
	case 1:
		return "https://share.test/?u=" + url.QueryEscape(a.address())
	case 2:
		return `{"u":"` + strings.ReplaceAll(a.address(), "/", `\/`) + `"}`
	}
	return a.address()
}

func (a *addressWriter) markup() string {
	x := a.address
	return fmt.Sprintf(`<p title="%s">Text %s</p><p><a href="%s" title="%s">%s</a></p><a href="%s"><img src="%s" srcset="%s 300w, %s 800w" alt="%s"></a>
<img data-src="%s" width="300" height="200"><figure><video src="%s" poster="%s" controls></video></figure><video><source src="%s" type="video/mp4"></video>
<audio src="%s"></audio><iframe src="%s" title="%s"></iframe><blockquote cite="%s">x</blockquote><picture><source srcset="%s"><img src="%s"></picture>
<div class="wp-block-embed__wrapper">%s</div><div style="background:url(%s)">x</div><p class="%s" id="%s">%s</p>`,
		x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), a.text())
}

// fill replaces the texts below v.
func (a *addressWriter) fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() && v.Kind() == reflect.Pointer {
			a.fill(v.Elem())
		}
	case reflect.Struct:
		if _, isTime := v.Interface().(time.Time); isTime {
			return
		}
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() && !structural[field.Name] {
				a.fill(v.Field(i))
			}
		}
	case reflect.Slice:
		if raw, ok := v.Interface().(json.RawMessage); ok {
			v.SetBytes(a.json(raw))
			return
		}
		for i := range v.Len() {
			a.fill(v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			value := reflect.New(v.Type().Elem()).Elem()
			value.Set(v.MapIndex(key))
			a.fill(value)
			v.SetMapIndex(key, value)
		}
	case reflect.String:
		switch v.Interface().(type) {
		case content.UnsafeHTML:
			v.SetString(a.markup())
		default:
			v.SetString(a.text())
		}
	}
}

// json replaces the texts of a section's fields.
func (a *addressWriter) json(raw []byte) []byte {
	var tree any
	if json.Unmarshal(raw, &tree) != nil {
		return raw
	}
	var walk func(any) any
	walk = func(value any) any {
		switch value := value.(type) {
		case string:
			if strings.Contains(value, "<") {
				return a.markup()
			}
			return a.text()
		case []any:
			for i := range value {
				value[i] = walk(value[i])
			}
		case map[string]any:
			for key := range value {
				value[key] = walk(value[key])
			}
		}
		return value
	}
	text, err := json.Marshal(walk(tree))
	if err != nil {
		return raw
	}
	return text
}

// everyEntity returns copies of published entities: all pages with sections, and some of every other
// type.
func everyEntity(t *testing.T, st *store.Store) []content.Entity {
	t.Helper()
	var all []content.Entity
	for lang, endpoints := range map[i18n.Lang][]string{
		i18n.LangEN: {"pages", "posts", "properties", "developments"}, i18n.LangES: {"pages", "posts"},
	} {
		for _, endpoint := range endpoints {
			perPage := 2
			if endpoint == "pages" {
				perPage = 100
			}
			found, err := st.Archive(t.Context(), lang, content.ArchiveQuery{Endpoint: endpoint, PerPage: perPage, Page: 1})
			if err != nil || len(found.Items) == 0 {
				t.Fatalf("%s in %s: %d, %v", endpoint, lang, len(found.Items), err)
			}
			for _, entity := range found.Items {
				if page, isPage := entity.(*content.Page); !isPage || len(page.Sections) > 0 {
					all = append(all, entity)
				}
			}
		}
	}
	return all
}

// TestNoAddressOfTheCMSReachesAVisitor writes addresses of the CMS, under all of its names, into
// every text of every kind of entity, and reads what visitors, feed readers and crawlers get.
func TestNoAddressOfTheCMSReachesAVisitor(t *testing.T) {
	c := newCMS(t)
	app, server := startLive(t, c, func(s *config.Settings) { s.SiteURL = "https://www.agency.test" })
	names := regexp.MustCompile(`.{0,60}(?:` + regexp.QuoteMeta(strings.TrimPrefix(c.URL, "http://")) + `|` +
		regexp.QuoteMeta(url.QueryEscape(strings.TrimPrefix(c.URL, "http://"))) + `|www\.example\.test).{0,60}`)
	entities := everyEntity(t, c.app.store)
	lists := []string{
		"/", "/es/", "/properties/", "/es/properties/", "/developments/", "/blog/", "/es/blog/", "/feed/", "/es/feed/", "/sitemap.xml", "/robots.txt",
		"/favorites/", "/cities/marbella/", "/for-sale/villas/marbella/", "/no-such-page/", "/enquiry/thanks/", "/_map/properties/",
	}
	var details []string
	for _, entity := range entities {
		details = append(details, entity.LinkIn(i18n.LangEN), entity.LinkIn(i18n.LangES))
	}
	const detailsPerSeed = 60 // of some 500, so that the test takes seconds under the race detector
	for seed := range uint64(2) {
		random := rand.New(rand.NewPCG(seed, 7)) //nolint:gosec // repeatable
		random.Shuffle(len(details), func(i, j int) { details[i], details[j] = details[j], details[i] })
		links := append(slices.Clone(lists), details[:detailsPerSeed]...)
		writer := &addressWriter{random, []string{c.URL, publicSite}}
		write(t, c.app.store, func(b *store.Batch) error {
			var problems []error
			for _, entity := range entities {
				if head := content.HeadOf(entity); head != nil {
					head.Modified = time.Now().UTC()
				}
				writer.fill(reflect.ValueOf(entity))
				problems = append(problems, b.Put(entity))
			}
			return errors.Join(append(problems, fillSiteData(t, c.app.store, b, writer))...)
		})
		app.origin.invalidate()
		documents := 12 // the others are read as Views: documents show nothing else
		for _, link := range links {
			if link == "" {
				continue
			}
			targets := []string{link}
			if isPage := !strings.HasPrefix(link, "/_") && strings.HasSuffix(link, "/") && !strings.HasSuffix(link, "/feed/"); isPage {
				if targets = append(targets, "/_view"+link); documents <= 0 {
					targets = targets[1:]
				}
				documents--
			}
			for _, target := range targets {
				response, body := get(t, server, target)
				if response.StatusCode >= http.StatusInternalServerError {
					t.Fatalf("seed %d: %s answers %d", seed, target, response.StatusCode)
				}
				for name, values := range response.Header {
					body += "\n" + name + ": " + strings.Join(values, " ")
				}
				if found := names.FindString(body); found != "" {
					t.Errorf("seed %d: %s has an address of the CMS: %s", seed, target, found)
				}
			}
		}
	}
}

func TestWarningOfACMSWithAnotherName(t *testing.T) {
	c := newCMS(t)
	var log logBuffer
	s := config.Settings{Data: t.TempDir()}
	s.FillDefaults()
	s.SiteURL, s.CMS.URL, s.CMS.Mode = "https://www.agency.test", c.URL, config.ModeLive
	app, err := New(t.Context(), s, DevOptions{}, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(app.Close)
	if _, err := app.origin.source.Settings(t.Context(), i18n.LangEN); err != nil {
		t.Fatal(err)
	}
	warning := "gives itself the address " + publicSite
	if text := log.String(); strings.Count(text, warning) != 1 {
		t.Errorf("log %q, want one warning with %q", text, warning)
	}
}

// fillSiteData fills authors, terms, settings and the feed of Instagram.
func fillSiteData(t *testing.T, st *store.Store, b *store.Batch, writer *addressWriter) error {
	t.Helper()
	var problems []error
	for _, taxonomy := range []string{"category", "tag", "s_type", "s_city"} {
		for _, lang := range i18n.Filled {
			terms, err := st.Terms(t.Context(), lang, taxonomy)
			problems = append(problems, err)
			for _, term := range terms {
				writer.fill(reflect.ValueOf(term))
				problems = append(problems, b.Put(term))
			}
		}
	}
	authors, err := st.BySlug(t.Context(), i18n.LangEN, "users", "zero")
	problems = append(problems, err)
	for _, author := range authors {
		writer.fill(reflect.ValueOf(author))
		problems = append(problems, b.Put(author))
	}
	for _, lang := range i18n.Filled {
		settings, err := st.Settings(t.Context(), lang)
		problems = append(problems, err)
		copied := *settings
		copied.Menus = nil // shared; filled below
		writer.fill(reflect.ValueOf(&copied))
		copied.Menus = map[string]content.Menu{}
		for name, menu := range settings.Menus {
			text, err := json.Marshal(menu)
			problems = append(problems, err)
			var own content.Menu
			problems = append(problems, json.Unmarshal(text, &own))
			writer.fill(reflect.ValueOf(&own))
			copied.Menus[name] = own
		}
		problems = append(problems, b.PutSettings(lang, &copied))
	}
	posts, err := st.Instagram(t.Context(), i18n.LangEN)
	problems = append(problems, err)
	for i := range posts {
		writer.fill(reflect.ValueOf(&posts[i]))
	}
	return errors.Join(append(problems, b.PutInstagram(posts))...)
}
