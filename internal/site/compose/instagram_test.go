package compose_test

import (
	"fmt"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/store"
)

func TestFeedOnTheHomePageAndTheBlog(t *testing.T) {
	h := newHarness(t, nil)
	put := func(feed []content.InstagramPost) {
		t.Helper()
		if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.PutInstagram(feed) }); err != nil {
			t.Fatal(err)
		}
	}
	var posts []content.InstagramPost
	for i := range 9 {
		posts = append(posts, content.InstagramPost{
			ID: fmt.Sprint(i), Caption: strings.Repeat("Light on the bay ", 12) + "\n#marbella", Image: *picture("feed"),
			Permalink: fmt.Sprintf("https://www.instagram.com/p/%d/", i),
		})
		posts[i].Image.Alt = nil
	}
	posts[0].Permalink = "javascript:alert(1)"
	put(posts)
	for link, title := range map[string]string{"/": "From our Instagram", "/es/": "De nuestro Instagram", "/blog/": "From our Instagram"} {
		feed := h.view(t, link).Feed
		if feed == nil || feed.Title != title || len(feed.Posts) != 6 {
			t.Errorf("%s shows %+v, want six pictures titled %q", link, feed, title)
			continue
		}
		if got := feed.Posts[0]; got.Href != "https://www.instagram.com/p/1/" || !strings.HasPrefix(got.Picture.Src, "/media/feed") {
			t.Errorf("%s begins with %s from %s, want the first that can be shown, from the site itself", link, got.Href, got.Picture.Src)
		}
		if alt := feed.Posts[0].Picture.Alt; !strings.HasPrefix(alt, "Light on the bay") || !strings.HasSuffix(alt, "…") || strings.Contains(alt, "#") {
			t.Errorf("%s says of a picture %q, want the first words of its caption", link, alt)
		}
		if feed.Profile == nil || feed.Profile.Href != "https://www.instagram.com/example" {
			t.Errorf("%s leads to %+v, want the agency's page", link, feed.Profile)
		}
	}
	if feed := h.view(t, "/about/").Feed; feed != nil {
		t.Errorf("a page shows the feed: %+v", feed)
	}
	put([]content.InstagramPost{})
	if feed := h.view(t, "/").Feed; feed != nil {
		t.Errorf("without posts home shows %+v", feed)
	}
}
