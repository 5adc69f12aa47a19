package compose

import (
	"strings"
	"unicode/utf8"

	"estate/internal/view"
)

const (
	feedPictures   = 6
	longestPicture = 140 // characters of a caption that say what a picture shows
)

// feed closes a page with the agency's latest pictures on Instagram, as far as
// they are there. The pictures are the site's own: nobody else is contacted.
func (d *draft) feed() {
	posts, err := d.source.Instagram(d.ctx, d.lang)
	d.missed("instagram", err)
	feed := &view.Feed{Title: d.t("chrome.instagram")}
	for i := range posts {
		caption := captioned(plain(posts[i].Caption))
		picture, href := d.image(&posts[i].Image, first(caption, feed.Title)), d.href(posts[i].Permalink)
		if picture == nil || !strings.HasPrefix(href, "https://") {
			continue
		}
		feed.Posts = append(feed.Posts, view.FeedPost{Href: href, Picture: *picture})
		if len(feed.Posts) == feedPictures {
			break
		}
	}
	if len(feed.Posts) == 0 {
		return
	}
	for _, network := range d.site.settings.Social {
		if href := d.href(network.URL); href != "" && strings.EqualFold(network.Name, "instagram") {
			feed.Profile = &view.Anchor{Href: href, Text: network.Name}
		}
	}
	d.view.Feed = feed
}

// captioned is the first words of a caption.
func captioned(caption string) string {
	caption, _, _ = strings.Cut(caption, "\n")
	if utf8.RuneCountInString(caption) <= longestPicture {
		return caption
	}
	cut := string([]rune(caption)[:longestPicture])
	if space := strings.LastIndexByte(cut, ' '); space > 0 {
		cut = cut[:space]
	}
	return cut + "…"
}
