package store

import (
	"context"
	"net/url"
	"strings"

	"estate/internal/content"
	"estate/internal/store/record"
)

// Redirect looks a link up in the table of old links: first as it stands, then
// without its query.
func (s *Store) Redirect(_ context.Context, link string, _ content.RedirectDepth) (content.Redirect, error) {
	shelf := s.shelf.Load()
	key := record.FoldLink(link)
	pair, ok := shelf.redirects[key]
	if !ok {
		pair, ok = shelf.redirects[withoutQuery(key)]
	}
	if !ok {
		return content.Redirect{}, content.ErrNotFound
	}
	redirect := content.Redirect{Status: pair.Status, Location: pair.To, External: s.isExternal(pair.To)}
	if redirect.Status == 0 {
		redirect.Status = 301
	}
	return redirect, nil
}

// Redirects lists the table of old links, by old link.
func (s *Store) Redirects(context.Context) ([]content.RedirectPair, error) {
	return s.shelf.Load().redirectPairs(), nil
}

func (s *Store) isExternal(location string) bool {
	target, err := url.Parse(location)
	return err == nil && target.Host != "" && !strings.EqualFold(target.Host, s.host)
}

func withoutQuery(link string) string {
	path, _, _ := strings.Cut(link, "?")
	return path
}
