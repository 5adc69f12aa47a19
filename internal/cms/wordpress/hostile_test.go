package wordpress

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

func TestUnusableResponsesAreUnreachable(t *testing.T) {
	tests := map[string]http.HandlerFunc{
		"HTML with status 200": respondWith(http.StatusOK, `<!DOCTYPE html><html>`),
		"truncated body":       respondWith(http.StatusOK, `[{"id":1,"title":{"rend`),
		"empty body":           respondWith(http.StatusOK, ``),
		"body over the limit":  respondWith(http.StatusOK, `["`+strings.Repeat("x", 5000)+`"]`),
		"closed connection": func(http.ResponseWriter, *http.Request) {
			panic(http.ErrAbortHandler)
		},
		"no response": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	}
	for name, handler := range tests {
		t.Run(name, func(t *testing.T) {
			server := newCMS(t, map[string]http.HandlerFunc{"/wp-json/wp/v2/posts": handler})
			client := server.client(t, func(c *Config) { c.MaxBodyBytes, c.Timeout = 4096, 200*time.Millisecond })
			_, err := client.BySlug(t.Context(), i18n.LangEN, "posts", "a")
			if !errors.Is(err, content.ErrUnreachable) {
				t.Errorf("got %v, want ErrUnreachable", err)
			}
		})
	}
}

func TestFatalErrorKeepsItsStatus(t *testing.T) {
	server := newCMS(t, map[string]http.HandlerFunc{"/wp-json/wp/v2/posts": respondWith(http.StatusInternalServerError, `<p>critical error</p>`)})
	_, err := server.client(t, nil).BySlug(t.Context(), i18n.LangEN, "posts", "a")
	failure, ok := errors.AsType[*content.Error](err)
	if !ok || failure.Status != http.StatusInternalServerError || failure.Detail != "Internal Server Error" {
		t.Errorf("got %v, want 500 Internal Server Error", err)
	}
}

func TestEveryRequestAcceptsJSON(t *testing.T) {
	var accept, method string
	server := newCMS(t, map[string]http.HandlerFunc{"/wp-json/wp/v2/posts": func(w http.ResponseWriter, r *http.Request) {
		accept, method = r.Header.Get("Accept"), r.Method
		_, _ = w.Write([]byte(`[]`))
	}})
	if _, err := server.client(t, nil).BySlug(t.Context(), i18n.LangEN, "posts", "a b\"<"); err != nil {
		t.Fatal(err)
	}
	if accept != "application/json" || method != http.MethodGet {
		t.Errorf("%s with Accept %q, want GET with application/json", method, accept)
	}
}

func TestCredentialStaysOnItsHost(t *testing.T) {
	var leaked string
	other := newCMS(t, map[string]http.HandlerFunc{"/moved": func(w http.ResponseWriter, r *http.Request) {
		leaked = r.Header.Get("Authorization") + "requested"
		_, _ = w.Write([]byte(`{"id":1,"type":"post"}`))
	}})
	server := newCMS(t, map[string]http.HandlerFunc{"/wp-json/wp/v2/posts/1": func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL+"/moved", http.StatusFound)
	}})
	if _, err := server.client(t, nil).ByID(t.Context(), i18n.LangEN, "posts", 1, "Bearer secret"); err == nil {
		t.Error("a redirect of the API to another host was followed, want an error")
	}
	if leaked != "" {
		t.Errorf("the other host got %q", leaked)
	}
}

// WordPress and its plugins send any of these values in any field.
func TestUnexpectedValuesDoNotPanic(t *testing.T) {
	values := []string{
		`false`, `true`, `null`, `""`, `"text"`, `[]`, `{}`, `0`, `"0"`, `-5`, `1e400`, `"1e999"`, `[[]]`, `[false]`, `[null,"",{}]`,
		`{"rendered":false}`, `{"0":{"id":1},"2":{"id":"3"}}`, `{"en":[],"es":false}`, `"NaN"`, `{"id":[]}`, `[{"term_id":"7"}]`,
	}
	fields := []string{
		"link", "slug", "date_gmt", "title", "content", "excerpt", "acf", "author", "categories", "featured_media", "featured_image",
		"gallery", "htmls", "extra", "price", "badges", "features", "s_offer", "s_location", "s_province", "collections", "location",
		"energy", "agent", "units", "phases", "delivery", "alternative_links", "property_filter", "sections", "media_details", "caption",
		"_embedded", "parent", "name", "description", "count", "status",
	}
	kinds := []string{
		`"type":"post"`, `"type":"page"`, `"type":"attachment"`, `"type":"properties"`, `"type":"developments"`, `"type":false`,
		`"taxonomy":"category"`, `"taxonomy":"s_location"`, `"media_type":"image"`, `"type":"comment"`, `"avatar_urls":{}`,
	}
	client := newCMS(t, nil).client(t, nil)
	for _, kind := range kinds {
		for _, field := range fields {
			for _, value := range values {
				body := fmt.Sprintf(`[{"id":1,%s,%q:%s},{"id":2,%s,"acf":{%q:%s},"_embedded":{"wp:term":%s,"author":%s}},%s]`,
					kind, field, value, kind, field, value, value, value, value)
				if _, err := client.Decode(i18n.LangES, []byte(body)); err != nil {
					t.Fatalf("%s: %v", body, err)
				}
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`[{"id":1,"type":"properties","acf":{"price":"1.500"},"_embedded":{"author":[{"code":"x"}]}}]`))
	client, err := New(Config{CMSURL: "https://cms.example.test"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(_ *testing.T, body []byte) {
		_, _ = client.Decode(i18n.LangEN, body)
	})
}

func TestBrokenEmbedsAreSkipped(t *testing.T) {
	client := newCMS(t, nil).client(t, nil)
	found, err := client.Decode(i18n.LangEN, []byte(`{"id":5,"type":"post","slug":"a","link":"https://x/a/","featured_media":99999,"_embedded":{
		"author":[{"code":"rest_user_invalid_id","message":"Invalid user ID.","data":{"status":404}}],
		"wp:term":[[{"id":1,"taxonomy":"category","slug":"c","name":"C"}],[]],
		"wp:featuredmedia":[{"id":0,"name":"Site","namespaces":["wp/v2"],"routes":{}},{"code":"rest_forbidden"},{"id":77,"media_type":"image","source_url":false}]}}`))
	if err != nil || len(found) != 1 {
		t.Fatalf("got %v, error %v", found, err)
	}
	post := found[0].(*content.Post)
	if post.Featured != nil || len(post.EmbeddedEntities()) != 1 {
		t.Errorf("image %v and companions %v, want none and the category only", post.Featured, post.EmbeddedEntities())
	}
}
