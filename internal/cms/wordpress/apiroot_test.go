package wordpress

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

const (
	rootBody  = `{"home":"%s","namespaces":["oembed/1.0","wp/v2"]}`
	postsBody = `[{"id":7,"type":"post","slug":"a","link":"/a/","status":"publish","title":{"rendered":"A"}}]`
	loginPage = `<!DOCTYPE html><html><body><form action="/wp-login.php"></form></body></html>`
)

// elsewhere serves a WordPress whose API is not below /wp-json/. head and body are those of its
// pages, which answer all other addresses with status; api handles the API's own requests.
func elsewhere(t *testing.T, status int, header, body string, api func(r *http.Request) (route string, ok bool)) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if route, ok := api(r); ok {
			w.Header().Set("Content-Type", "application/json")
			switch route {
			case "/":
				_, _ = w.Write([]byte(strings.ReplaceAll(rootBody, "%s", "http://"+r.Host)))
			case "/wp/v2/posts":
				_, _ = w.Write([]byte(postsBody))
			default:
				w.WriteHeader(http.StatusNotFound)
				_, _ = w.Write([]byte(`{"code":"rest_no_route","data":{"status":404}}`))
			}
			return
		}
		if header != "" {
			w.Header().Set("Link", strings.ReplaceAll(header, "%s", "http://"+r.Host))
		}
		if r.URL.Path != "/" {
			w.WriteHeader(status)
		}
		_, _ = w.Write([]byte(strings.ReplaceAll(body, "%s", "http://"+r.Host)))
	}))
	t.Cleanup(server.Close)
	return server
}

func byQuery(r *http.Request) (string, bool) {
	route := r.URL.Query().Get("rest_route")
	return route, route != ""
}

func below(folder string) func(r *http.Request) (string, bool) {
	return func(r *http.Request) (string, bool) {
		rest, ok := strings.CutPrefix(r.URL.Path, folder)
		return "/" + rest, ok
	}
}

func TestAPIIsFoundWhereTheWordPressSaysThatItIs(t *testing.T) {
	tests := map[string]struct {
		status       int
		header, body string
		api          func(r *http.Request) (string, bool)
		want         string // address of the API
	}{
		"plain permalinks, Link header": {http.StatusNotFound, `<%s/index.php?rest_route=/>; rel="https://api.w.org/"`, "", byQuery, "/index.php?rest_route=/"},
		"plain permalinks, no header":   {http.StatusNotFound, "", "", byQuery, "/?rest_route=/"},
		"any address is the home page":  {http.StatusOK, "", "<html><head><title>Home</title>", byQuery, "/?rest_route=/"},
		"sub-folder, link in the head":  {http.StatusNotFound, "", `<html><head><link rel='https://api.w.org/' href='%s/blog/wp-json/' /></head>`, below("/blog/wp-json/"), "/blog/wp-json/"},
		"another prefix, other name":    {http.StatusNotFound, `<https://www.agency.test/rest/>; rel="https://api.w.org/", <x>; rel=shortlink`, "", below("/rest/"), "/rest/"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			server := elsewhere(t, test.status, test.header, test.body, test.api)
			var reported []Problem
			client, err := New(Config{SiteURL: "https://www.example.test", CMSURL: server.URL, Problems: NewProblems(func(p Problem) { reported = append(reported, p) })})
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				found, err := client.BySlug(t.Context(), i18n.LangEN, "posts", "a")
				if err != nil || len(found) != 1 || found[0].Ref().ID != 7 {
					t.Fatalf("%v, %v; want post 7", found, err)
				}
			}
			var found []Problem
			for _, problem := range reported {
				if problem.Kind == ProblemPermalinks {
					found = append(found, problem)
				}
			}
			if len(found) != 1 || found[0].Address != server.URL+test.want || !found[0].Recovered || found[0].Remedy == "" {
				t.Errorf("reported %+v, want one with %s", found, test.want)
			}
			if exists, err := client.HasLanguage(t.Context(), i18n.LangES); exists || err != nil {
				t.Errorf("Spanish: %v, %v; want none", exists, err)
			}
		})
	}
}

func TestAPIAtItsUsualAddressAgain(t *testing.T) {
	repaired := false
	server := elsewhere(t, http.StatusNotFound, "", "", func(r *http.Request) (string, bool) {
		if rest, ok := strings.CutPrefix(r.URL.Path, "/wp-json"); ok && repaired {
			return rest, true
		}
		return byQuery(r)
	})
	client, err := New(Config{CMSURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Identity(t.Context()); err != nil || len(client.Problems()) != 1 {
		t.Fatalf("%v, %+v; want one problem", err, client.Problems())
	}
	repaired = true
	client.known.Load().until = client.config.Now()
	if _, err := client.Identity(t.Context()); err != nil || len(client.Problems()) != 0 || client.known.Load().api != "" {
		t.Errorf("%v, %+v; want no problem", err, client.Problems())
	}
}

func TestRefusedAPIIsNotBypassed(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"security plugin": respondWith(http.StatusForbidden, `<p>Forbidden</p>`),
		"login page":      respondWith(http.StatusOK, loginPage),
	} {
		t.Run(name, func(t *testing.T) {
			server := newCMS(t, map[string]http.HandlerFunc{"/wp-json/": handler, "/wp-json/wp/v2/posts": handler, "/": respondWith(http.StatusOK, loginPage)})
			client := server.client(t, nil)
			_, err := client.BySlug(t.Context(), i18n.LangEN, "posts", "a")
			if err == nil || !strings.Contains(err.Error(), server.URL) {
				t.Errorf("error %v, want one with the address", err)
			}
			problems := client.Problems()
			if len(problems) != 1 || problems[0].Kind != ProblemBlocked || problems[0].Remedy == "" || problems[0].Recovered {
				t.Errorf("problems %+v, want the block", problems)
			}
		})
	}
}

func TestTextBeforeTheJSONIsReportedWithItsCount(t *testing.T) {
	server := newCMS(t, map[string]http.HandlerFunc{"/wp-json/wp/v2/posts": respondWith(http.StatusOK, "<br />\n<b>Warning</b>: Undefined key in <b>/theme/functions.php</b>\n[]")})
	reports := 0
	client := server.client(t, func(c *Config) {
		c.Problems = NewProblems(func(p Problem) {
			if p.Kind == ProblemText {
				reports++
			}
		})
	})
	for range 12 {
		if _, err := client.BySlug(t.Context(), i18n.LangEN, "posts", "a"); err != nil {
			t.Fatal(err)
		}
	}
	for _, found := range client.Problems() {
		if found.Kind == ProblemText {
			if found.Count != 12 || !strings.Contains(found.Problem, "/theme/functions.php") || strings.Contains(found.Problem, "<b>") {
				t.Errorf("%+v, want 12 and the file", found)
			}
			if reports != 2 {
				t.Errorf("%d reports, want 2: the first and the tenth", reports)
			}
			return
		}
	}
	t.Error("no problem is listed")
}

func TestCallOfAPlainWordPress(t *testing.T) {
	call := NewCall("https://cms.test/?rest_route=/", "posts", Params{"slug": "a", "_embed": true}, content.Credential(""))
	if want := "https://cms.test/?rest_route=/wp/v2/posts&_embed=true&slug=a"; call.URL != want {
		t.Errorf("%s, want %s", call.URL, want)
	}
	if got := (Config{API: "https://cms.test/index.php?rest_route=/"}).withDefaults(); got.CMSURL != "https://cms.test" || got.base(i18n.LangES) != "https://cms.test/es/?rest_route=/" {
		t.Errorf("CMS %s, Spanish %s", got.CMSURL, got.base(i18n.LangES))
	}
}
