package server

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"estate/internal/content"
	"estate/internal/content/link"
	"estate/internal/site/compose"
	"estate/internal/site/redirect"
	"estate/internal/site/resolve"
	"estate/internal/site/route"
)

// serveFeed answers the feed of the blog, of a term and of an author with RSS, and that of a
// search with Atom. Any other path with this suffix is a link.
func (s *Server) serveFeed(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	generation := s.parts.Generation()
	if body, known := s.feeds.get(rawLink(r), generation); known {
		return s.sendSearchFeed(w, r, body)
	}
	found, err := s.parts.Redirects.Lookup(ctx, rawLink(r), s.parts.Source)
	if err != nil || found.Location != "" || !strings.HasSuffix(found.Link.Path, feedSuffix) {
		return s.serveLink(w, r)
	}
	list, err := s.listOfFeed(ctx, found.Link)
	if err != nil {
		return err
	}
	if list.Location != "" && !list.External {
		to := content.Redirect{Status: list.Status, Location: s.feedOf(list.Link, list.Location)}
		w.Header().Set("Location", to.Location)
		w.WriteHeader(redirectStatus(&to))
		return nil
	}
	result, err := s.parts.Resolver.Resolve(ctx, resolve.Request{Link: list.Link})
	if err != nil {
		return err
	}
	if compose.HasSearchFeed(result) && found.Options[optionAuth] == "" {
		return s.writeSearchFeed(w, r, found.Link, result, generation)
	}
	if !hasFeed(result) {
		return s.serveLink(w, r)
	}
	return s.writeFeed(w, r, found.Link.Route, result)
}

// listOfFeed returns the list of a feed, with a redirect when the list has moved or the
// address is not the canonical one of the blog's feed.
func (s *Server) listOfFeed(ctx context.Context, feed link.Link) (redirect.Result, error) {
	base := strings.TrimSuffix(feed.Path, "feed/")
	at := s.blog(feed.Lang)
	if base != "/" {
		at = link.Stringify(link.Parts{Route: feed.Lang.Prefix() + base, Query: searchQuery(feed.Query)})
	}
	list, err := s.parts.Redirects.Lookup(ctx, at, s.parts.Source)
	if errors.Is(err, link.ErrPage) {
		err = nil // no list has such a page; the resolver answers 404
	}
	if base != "/" && list.Location == "" && list.Link.Route == s.blog(feed.Lang) {
		list.Location, list.Status = list.Link.Route, http.StatusMovedPermanently
	}
	return list, err
}

// feedOf returns the link of the feed of the list at location.
func (s *Server) feedOf(requested link.Link, location string) string {
	to, err := link.Parse(location)
	if err != nil || to.Route == s.blog(to.Lang) {
		return requested.Lang.Prefix() + feedSuffix
	}
	return link.Stringify(link.Parts{Route: link.Join(to.Route, "feed"), Query: to.Query})
}

// hasFeed reports whether the result is a list of posts.
func hasFeed(result *resolve.Result) bool {
	if result.Failure != nil || result.Redirect != nil || result.Archive == nil {
		return false
	}
	switch result.Target.Kind {
	case route.KindPostArchive, route.KindTerm, route.KindAuthor:
		return true
	}
	return false
}

// writeFeed writes title, description and posts of a list as RSS.
func (s *Server) writeFeed(w http.ResponseWriter, r *http.Request, self string, result *resolve.Result) error {
	v, err := s.parts.Composer.View(r.Context(), result)
	if err != nil {
		return err
	}
	feed := rss{
		Version: "2.0", Atom: "http://www.w3.org/2005/Atom", DC: "http://purl.org/dc/elements/1.1/",
		Content: "http://purl.org/rss/1.0/modules/content/", Media: "http://search.yahoo.com/mrss/",
		Channel: channel{
			Title: v.Head.Title, Link: v.Head.Canonical, Description: v.Head.Description, Language: string(v.Lang),
			Self: selfLink(s.cfg.SiteURL + self),
		},
	}
	for _, entity := range result.Archive.Items {
		if post, ok := entity.(*content.Post); ok && post.LinkIn(v.Lang) != "" {
			feed.Channel.add(s.feedItem(r.Context(), v.Lang, post), post.Modified)
		}
	}
	body, err := xml.MarshalIndent(feed, "", " ")
	if err != nil {
		return fmt.Errorf("write feed: %w", err)
	}
	h := w.Header()
	h.Set("Content-Type", "application/rss+xml; charset=utf-8")
	h["Cache-Control"] = cacheRevalidate
	h.Set("X-Robots-Tag", "noindex, follow")
	return s.writeWithETag(w, r, []byte(xml.Header+s.parts.Composer.Text(string(body))+"\n"))
}
