package compose

import (
	"cmp"
	"context"
	"strings"
	"unicode/utf8"

	"estate/internal/site/view"
)

const (
	maxFeedPosts  = 6
	maxCaptionAlt = 140 // characters of a caption in the alternative text
)

// addFeed adds the agency's latest pictures on Instagram. The site serves them
// itself, so the browser does not contact a third party.
func (s *screen) addFeed(ctx context.Context) {
	posts, err := s.lookups.source.Instagram(ctx, s.lang)
	s.lookups.failure(ctx, "instagram", err)
	feed := &view.Feed{Title: s.t("chrome.instagram")}
	for i := range posts {
		caption := captionAlt(plain(posts[i].Caption))
		picture, href := s.picture(&posts[i].Image, cmp.Or(caption, feed.Title)), s.href(posts[i].Permalink)
		if picture == nil || !strings.HasPrefix(href, "https://") {
			continue
		}
		feed.Posts = append(feed.Posts, view.FeedPost{Href: href, Picture: *picture})
		if len(feed.Posts) == maxFeedPosts {
			break
		}
	}
	if len(feed.Posts) == 0 {
		return
	}
	for _, network := range s.site.settings.Social {
		if href := s.href(network.URL); href != "" && strings.EqualFold(network.Name, "instagram") {
			feed.Profile = &view.Anchor{Href: href, Text: network.Name}
		}
	}
	s.view.Feed = feed
}

// captionAlt is the first line of a caption, shortened at a space.
func captionAlt(caption string) string {
	caption, _, _ = strings.Cut(caption, "\n")
	if utf8.RuneCountInString(caption) <= maxCaptionAlt {
		return caption
	}
	short := string([]rune(caption)[:maxCaptionAlt])
	if space := strings.LastIndexByte(short, ' '); space > 0 {
		short = short[:space]
	}
	return short + "…"
}
