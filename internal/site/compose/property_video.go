package compose

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/sanitize"
	"estate/internal/site/view"
)

// video is one film, nil without an address: a file of the agency, a player for a
// frame, or a page of a third party that opens in a new tab.
func (c *converter) video(f *content.VideoFields) *view.Video {
	video := &view.Video{Title: plain(f.Title), Text: plain(f.Text), Poster: c.picture(f.Poster, plain(f.Title))}
	if film := c.ownFilm(f.URL); film != "" {
		video.Embed, video.Own = film, true
		return video
	}
	if player, ok := c.sanitizer.Frame(f.URL); ok {
		video.Embed, video.Host = player.Embed, player.Host
		return video
	}
	if video.Embed, video.Host = thirdPartyPage(f.URL); video.Embed == "" {
		return nil
	}
	video.Away = true
	return video
}

// videos are the films and tours of a property or development, each once. A film or tour that
// cannot be shown is logged.
func (b *detailBuilder) videos(address string, markups []content.UnsafeHTML, title string) []view.Video {
	var embeds []sanitize.Embed
	if address != "" {
		film := b.sanitizer.Embed(address)
		film.Tour = false
		embeds = append(embeds, film)
	}
	for _, markup := range markups {
		embeds = append(embeds, b.sanitizer.Embeds(string(markup))...)
	}
	var videos []view.Video
	seen := map[string]bool{}
	for _, embed := range embeds {
		switch {
		case embed.Kind == sanitize.EmbedNone:
			b.warnings.warn("film or tour left out: it has no address that can be shown", "page", b.link, "film", embed.Address)
			continue
		case seen[embed.Address]:
			continue
		}
		seen[embed.Address] = true
		video := view.Video{
			Title: cmp.Or(plain(embed.Title), title), Embed: embed.Address, Host: embed.Host, Tour: embed.Tour,
			Own: embed.Kind == sanitize.EmbedFile, Away: embed.Kind == sanitize.EmbedLink,
		}
		if embed.Poster != "" {
			video.Poster = b.decoration(&content.Image{URL: embed.Poster})
		}
		videos = append(videos, video)
	}
	return videos
}

// propertyVideos are the films of a property and its virtual tour.
func (b *detailBuilder) propertyVideos(p *content.Property, title string) []view.Video {
	videos := b.videos(p.Extra.Video, p.HTMLs, title)
	if p.Extra.Tour == "" {
		return videos
	}
	for _, tour := range b.videos(p.Extra.Tour, nil, title) {
		if !slices.ContainsFunc(videos, func(video view.Video) bool { return video.Embed == tour.Embed }) {
			tour.Tour = true
			videos = append(videos, tour)
		}
	}
	return videos
}

// ownFilm is the address of a film file of the agency, "" for any other. Only such
// a film may play by itself: a third party would learn of the visitor.
func (c *converter) ownFilm(address string) string {
	return c.sanitizer.Film(address)
}

// thirdPartyPage is an http or https address and its host, "" for any other text.
func thirdPartyPage(address string) (href, host string) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || len(address) > maxAddressBytes || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return "", ""
	}
	u.User = nil
	return u.String(), strings.ToLower(u.Hostname())
}

const maxAddressBytes = 2000
