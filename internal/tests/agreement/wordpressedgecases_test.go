package agreement

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/wordpresstest"
)

// TestEdgeCasesOfRealWordPress reads edge cases from a real WordPress: hidden, broken and deleted
// content, long texts and unusual characters.
func TestEdgeCasesOfRealWordPress(t *testing.T) {
	site := wordpresstest.Open(t)
	site.Fill(t, contenttest.Fixture())
	ids := map[string]int{}
	if err := json.Unmarshal([]byte(site.PHP(t, filepath.Join(wordpresstest.Folder(), "edgecases.php"), filepath.Join(site.State, "site"))), &ids); err != nil {
		t.Fatal(err)
	}
	client, err := wordpress.New(wordpress.Config{SiteURL: "https://www.example.test", CMSURL: site.Address, Transport: site.Transport()})
	if err != nil {
		t.Fatal(err)
	}
	posts, pages := readAll(t, client, "posts"), readAll(t, client, "pages")

	t.Run("hidden content is not returned", func(t *testing.T) {
		for _, name := range []string{"draft", "private", "future", "trashed", "pending"} {
			if posts[ids[name]] != nil {
				t.Errorf("the %s post is listed", name)
			}
			var known *content.Error
			if _, err := client.ByID(t.Context(), i18n.LangEN, "posts", ids[name], ""); !errors.As(err, &known) || known.Status != 401 {
				t.Errorf("the %s post by id gave %v, want a 401", name, err)
			}
		}
		if post := posts[ids["password"]].(*content.Post); strings.Contains(string(post.Content), "Only with the word") {
			t.Error("the text of a post with a password is returned")
		}
	})
	t.Run("texts are unchanged", func(t *testing.T) {
		for name, want := range map[string]string{"emoji": "Sun 🌞 and sea 🌊", "entities": `Café & <bar> – "best"`} {
			if got := posts[ids[name]].(*content.Post).Title; got != want {
				t.Errorf("title of %s = %q, want %q", name, got, want)
			}
		}
		if got := len(posts[ids["long"]].(*content.Post).Content); got < 200_000 {
			t.Errorf("the long post has %d bytes, want more than 200,000", got)
		}
	})
	t.Run("deleted references are omitted", func(t *testing.T) {
		if picture := posts[ids["no_picture"]].(*content.Post).Featured; picture != nil {
			t.Errorf("deleted image: got %v, want nil", picture)
		}
		author, err := client.Author(t.Context(), i18n.LangEN, posts[ids["no_author"]].(*content.Post).Author)
		if author != nil || !content.IsNotFound(err) {
			t.Errorf("deleted author = %v, %v; want not found", author, err)
		}
	})
	t.Run("a slug under two parents", func(t *testing.T) {
		found, err := client.BySlug(t.Context(), i18n.LangEN, "pages", "same-slug")
		var links []string
		for _, page := range found {
			links = append(links, page.LinkIn(i18n.LangEN))
		}
		slices.Sort(links)
		if want := []string{"/first-parent/same-slug/", "/second-parent/same-slug/"}; err != nil || !slices.Equal(links, want) {
			t.Errorf("links %v, %v; want %v", links, err, want)
		}
	})
	t.Run("pages with broken sections are returned", func(t *testing.T) {
		if pages[ids["bad_sections"]] == nil || pages[ids["cut_sections"]] == nil {
			t.Error("a page with broken sections is missing")
		}
	})
	t.Run("broken properties are returned", func(t *testing.T) {
		properties, err := client.Properties(t.Context(), i18n.LangEN, search.Filter{IDs: []int{ids["bad_numbers"], ids["bare_home"]}, IncludeSold: true})
		if err != nil || len(properties.Items) != 2 {
			t.Fatalf("properties %v, %v; want both", properties, err)
		}
		bad := properties.Items[0]
		if bad.Price.Amount != 1_250_000 || bad.Bedrooms != 0 || bad.BuiltSize != 0 || bad.Location != nil || bad.Agent != 0 {
			t.Errorf("property with broken numbers: %+v", bad)
		}
		if _, err := client.ByID(t.Context(), i18n.LangES, "developments", ids["bare_development"], ""); err != nil {
			t.Errorf("empty development: %v", err)
		}
	})
}

// readAll reads all pages of a list.
func readAll(t *testing.T, client *wordpress.Client, endpoint string) map[int]content.Entity {
	t.Helper()
	all := map[int]content.Entity{}
	for page := 1; ; page++ {
		archive, err := client.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: endpoint, Page: page, PerPage: 20})
		if err != nil {
			t.Fatalf("page %d of %s: %v", page, endpoint, err)
		}
		for _, entity := range archive.Items {
			all[entity.Ref().ID] = entity
		}
		if page >= archive.TotalPages {
			return all
		}
	}
}
