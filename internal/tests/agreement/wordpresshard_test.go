package agreement

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/wordpresstest"
	"estate/internal/wordpress"
)

// TestHardContentOfARealWordPress reads what is found in the wild: hidden and
// broken content, things that are gone, texts that are long or strange.
func TestHardContentOfARealWordPress(t *testing.T) {
	site := wordpresstest.Open(t)
	site.Fill(t, contenttest.Fixture())
	hard := map[string]int{}
	if err := json.Unmarshal([]byte(site.PHP(t, filepath.Join(wordpresstest.Folder(), "hard.php"), filepath.Join(site.State, "site"))), &hard); err != nil {
		t.Fatal(err)
	}
	client, err := wordpress.New(wordpress.Config{SiteURL: "https://www.example.test", CMSURL: site.Address, Transport: site.Transport()})
	if err != nil {
		t.Fatal(err)
	}
	posts, pages := readAll(t, client, "posts"), readAll(t, client, "pages")

	t.Run("hidden content is neither listed nor told", func(t *testing.T) {
		for _, name := range []string{"draft", "private", "future", "trashed", "pending"} {
			if posts[hard[name]] != nil {
				t.Errorf("the %s post is listed", name)
			}
			var known *content.Error
			if _, err := client.ByID(t.Context(), i18n.LangEN, "posts", hard[name], ""); !errors.As(err, &known) || known.Status != 401 {
				t.Errorf("the %s post by id gave %v, want a 401", name, err)
			}
		}
		if post := posts[hard["password"]].(*content.Post); strings.Contains(string(post.Content), "Only with the word") {
			t.Error("the text of a post with a password is told")
		}
	})
	t.Run("texts arrive as they are", func(t *testing.T) {
		for name, want := range map[string]string{"emoji": "Sun 🌞 and sea 🌊", "entities": `Café & <bar> – "best"`} {
			if got := posts[hard[name]].(*content.Post).Title; got != want {
				t.Errorf("title of %s = %q, want %q", name, got, want)
			}
		}
		if got := len(posts[hard["long"]].(*content.Post).Content); got < 200_000 {
			t.Errorf("the long post has %d bytes, want more than 200,000", got)
		}
	})
	t.Run("what is gone is left out", func(t *testing.T) {
		if picture := posts[hard["no_picture"]].(*content.Post).Featured; picture != nil {
			t.Errorf("a deleted picture is told as %v", picture)
		}
		author, err := client.Author(t.Context(), i18n.LangEN, posts[hard["no_author"]].(*content.Post).Author)
		if author != nil || err != nil {
			t.Errorf("a deleted author = %v, %v; want nobody", author, err)
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
	t.Run("broken sections break nothing", func(t *testing.T) {
		if pages[hard["bad_sections"]] == nil || pages[hard["cut_sections"]] == nil {
			t.Error("a page with broken sections is missing")
		}
	})
	t.Run("broken homes are homes", func(t *testing.T) {
		homes, err := client.Properties(t.Context(), i18n.LangEN, search.Filter{IDs: []int{hard["bad_numbers"], hard["bare_home"]}, IncludeSold: true})
		if err != nil || len(homes.Items) != 2 {
			t.Fatalf("homes %v, %v; want both", homes, err)
		}
		bad := homes.Items[0]
		if bad.Price.Amount != 1_250_000 || bad.Bedrooms != 0 || bad.BuiltSize != 0 || bad.Location != nil || bad.Agent != 0 {
			t.Errorf("a home with broken numbers is %+v", bad)
		}
		if _, err := client.ByID(t.Context(), i18n.LangES, "developments", hard["bare_development"], ""); err != nil {
			t.Errorf("a development without anything: %v", err)
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
