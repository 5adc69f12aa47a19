package app

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
)

// guessFilter makes guessed redirects temporary. For a link without content WordPress
// guesses a target whose slug starts like the link's; a permanent redirect there would
// stay in browsers and search engines. The agency's plugin switches guesses off: with it every
// redirect is meant.
type guessFilter struct{ *wordpress.Client }

// Redirect implements content.Source.
func (f guessFilter) Redirect(ctx context.Context, link string, depth content.RedirectDepth) (content.Redirect, error) {
	to, err := f.Client.Redirect(ctx, link, depth)
	if err == nil && !to.External && isGuess(link, to.Location) && !f.hasPlugin(ctx) {
		to.Status = http.StatusFound
	}
	return to, err
}

func (f guessFilter) hasPlugin(ctx context.Context) bool {
	identity, err := f.Identity(ctx)
	return err == nil && identity.HasPlugin()
}

// isGuess reports that the last segment of the location starts with that of the link.
func isGuess(link, location string) bool {
	asked, found := lastSegment(link), lastSegment(location)
	return asked != "" && strings.HasPrefix(found, asked)
}

func lastSegment(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	path := strings.Trim(parsed.Path, "/")
	return strings.ToLower(path[strings.LastIndexByte(path, '/')+1:])
}
