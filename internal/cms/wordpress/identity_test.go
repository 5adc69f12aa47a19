package wordpress

import (
	"net/http"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// renamedCMS is a CMS whose home and files have other names than its API.
func renamedCMS(t *testing.T, change func(*Config)) *Client {
	t.Helper()
	server := newCMS(t, map[string]http.HandlerFunc{
		"/wp-json/": respondWith(http.StatusOK, `{"home":"https://www.agency.test","url":"https://cms.agency.test/wp","timezone_string":"America/New_York","namespaces":["wp/v2","estate/v1"]}`),
		"/wp-json/wp/v2/pages": respondWith(http.StatusOK, `[{"id":7,"type":"page","slug":"a","link":"https://www.agency.test/a/",
			"title":{"rendered":"A"},"content":{"rendered":"<a href=\"http://www.agency.test/b/\">b</a><img src=\"https://cms.agency.test/wp/wp-content/uploads/b.jpg\">"},
			"featured_image":{"id":3,"source_url":"https:\/\/cms.agency.test\/wp\/wp-content\/uploads\/a.jpg"}}]`),
		"/wp-json/acf/v3/options/options": respondWith(http.StatusOK, `{"acf":{"site_title":"A","menu_json":"{\"menu\":{\"main\":{\"helper\":{},\"items\":[{\"link\":\"https:\\/\\/www.agency.test\\/b\\/\",\"label_en\":\"B\"},{\"link\":\"https:\\/\\/cms.agency.test\\/wp\\/wp-content\\/uploads\\/B.pdf\",\"label_en\":\"PDF\"}]}}}"}}`),
		"/old/": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "https://www.agency.test/new/")
			w.WriteHeader(http.StatusMovedPermanently)
		},
		"/here/": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "https://www.agency.test/here/")
			w.WriteHeader(http.StatusMovedPermanently)
		},
	})
	client := server.client(t, change)
	t.Cleanup(func() { client.calls.Close() })
	return client
}

func TestEveryNameOfTheCMSIsTheCMS(t *testing.T) {
	client := renamedCMS(t, nil)
	cms := client.config.CMSURL
	found, err := client.BySlug(t.Context(), i18n.LangEN, "pages", "a")
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	page := found[0].(*content.Page)
	if want := `<a href="` + cms + `/b/">b</a><img src="` + cms + `/wp-content/uploads/b.jpg">`; string(page.Content) != want {
		t.Errorf("content\n got %s\nwant %s", page.Content, want)
	}
	if page.Featured == nil || page.Featured.URL != cms+"/wp-content/uploads/a.jpg" {
		t.Errorf("featured image %+v", page.Featured)
	}
	settings, err := client.Settings(t.Context(), i18n.LangEN)
	if err != nil {
		t.Fatal(err)
	}
	if settings.Zone != "America/New_York" {
		t.Errorf("zone %q, want that of the CMS", settings.Zone)
	}
	items := settings.Menus["main"].Items
	if len(items) != 2 || items[0].Link != "/b/" || items[1].Link != cms+"/wp-content/uploads/B.pdf" {
		t.Errorf("menu %+v", items)
	}
}

func TestRedirectsToAnotherNameOfTheCMSStayOnTheSite(t *testing.T) {
	client := renamedCMS(t, nil)
	found, err := client.Redirect(t.Context(), "/old/", content.FirstRedirect)
	if err != nil || found.External || found.Location != client.config.CMSURL+"/new/" {
		t.Errorf("%+v, %v; want an own redirect to /new/", found, err)
	}
	if found, err := client.Redirect(t.Context(), "/here/", content.FirstRedirect); err == nil {
		t.Errorf("the canonical redirect of WordPress is %+v, want none", found)
	}
}

func TestIdentityOfAWordPress(t *testing.T) {
	client := renamedCMS(t, nil)
	identity, err := client.Identity(t.Context())
	if err != nil || identity.Zone.String() != "America/New_York" || len(identity.Namespaces) != 2 {
		t.Fatalf("%+v, %v", identity, err)
	}
	if home, differs := identity.Differs(client.config.CMSURL); !differs || home != "https://www.agency.test" {
		t.Errorf("Differs = %q, %v", home, differs)
	}
	if _, differs := identity.Differs("https://www.agency.test/"); differs {
		t.Error("a final slash is no difference")
	}
	zone := zoneOf(node{map[string]any{"timezone_string": "", "gmt_offset": "5.5"}})
	if _, offset := time.Now().In(zone).Zone(); offset != 5*3600+1800 {
		t.Errorf("offset %d, want five and a half hours", offset)
	}
}

func TestCredentialOfAProtectedCMS(t *testing.T) {
	const password = "Basic ZWRpdG9yOndvcmQ="
	protected := func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Authorization") != password:
			w.WriteHeader(http.StatusUnauthorized)
		case r.Method == http.MethodHead:
			w.Header().Set("Location", "/new/")
			w.WriteHeader(http.StatusMovedPermanently)
		default:
			_, _ = w.Write([]byte(`[]`))
		}
	}
	server := newCMS(t, map[string]http.HandlerFunc{"/wp-json/wp/v2/posts": protected, "/old/": protected})
	client := server.client(t, func(c *Config) { c.Authorization = password })
	if _, err := client.BySlug(t.Context(), i18n.LangEN, "posts", "a"); err != nil {
		t.Error(err)
	}
	if found, err := client.Redirect(t.Context(), "/old/", content.FirstRedirect); err != nil {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestOutputOfPHPBeforeTheJSONIsSkipped(t *testing.T) {
	for name, body := range map[string]string{
		"byte order mark": "\ufeff[]",
		"notice":          "<br />\n<b>Warning</b>: Undefined array key [3] in <b>/a/{b}.php</b> on line <b>7</b><br />\n[]",
	} {
		t.Run(name, func(t *testing.T) {
			server := newCMS(t, map[string]http.HandlerFunc{"/wp-json/wp/v2/posts": respondWith(http.StatusOK, body)})
			if _, err := server.client(t, nil).BySlug(t.Context(), i18n.LangEN, "posts", "a"); err != nil {
				t.Error(err)
			}
		})
	}
}
