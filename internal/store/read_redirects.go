package store

import (
	"context"
	"net/url"
	"strings"

	"estate/internal/content"
	"estate/internal/store/record"
)

// permanent is the status of a redirect without one.
const permanent = 301

// Redirect looks up a link in the table of old links, first with its query, then
// without, and among the former links of published content.
func (s *Store) Redirect(ctx context.Context, link string, _ content.RedirectDepth) (content.Redirect, error) {
	snapshot := s.snapshot.Load()
	key := record.FoldLink(link)
	pair, ok := snapshot.redirects[key]
	if !ok {
		pair, ok = snapshot.redirects[withoutQuery(key)]
	}
	if !ok {
		location, err := s.movedFrom(ctx, link)
		if err != nil {
			return content.Redirect{}, err
		}
		return content.Redirect{Status: permanent, Location: location}, nil
	}
	if cannotRedirect(pair.To) {
		return content.Redirect{}, content.ErrNotFound
	}
	redirect := content.Redirect{Status: pair.Status, Location: pair.To, External: s.isExternal(pair.To)}
	if redirect.Status == 0 {
		redirect.Status = permanent
	}
	return redirect, nil
}

// Redirects lists the table of old links, sorted by old link.
func (s *Store) Redirects(context.Context) ([]content.RedirectPair, error) {
	return s.snapshot.Load().redirectPairs(), nil
}

func (s *Store) isExternal(location string) bool {
	target, err := url.Parse(location)
	return err == nil && target.Host != "" && !strings.EqualFold(target.Host, s.siteHost)
}

// cannotRedirect reports a target with a user: a redirect would show its password to
// visitors.
func cannotRedirect(location string) bool {
	target, err := url.Parse(location)
	return err != nil || target.User != nil
}

func withoutQuery(link string) string {
	path, _, _ := strings.Cut(link, "?")
	return path
}
