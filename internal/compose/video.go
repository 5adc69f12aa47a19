package compose

import (
	"net/url"
	"strings"

	"estate/internal/content"
	"estate/internal/sanitize"
	"estate/internal/view"
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

// videos are the films of a property or development, each once: a file of the
// agency and players for frames.
func (c *converter) videos(address string, embeds []content.UnsafeHTML, title string) []view.Video {
	var videos []view.Video
	if film := c.ownFilm(address); film != "" {
		videos = append(videos, view.Video{Title: title, Embed: film, Own: true})
	}
	var players []sanitize.Player
	if player, ok := c.sanitizer.Frame(address); ok {
		players = append(players, player)
	}
	for _, embed := range embeds {
		players = append(players, sanitize.Players(string(embed))...)
	}
	seen := map[string]bool{}
	for _, player := range players {
		if !seen[player.Embed] {
			seen[player.Embed] = true
			videos = append(videos, view.Video{Title: title, Embed: player.Embed, Host: player.Host})
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
