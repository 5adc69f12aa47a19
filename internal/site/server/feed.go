package server

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"strings"

	"estate/internal/content"
	"estate/internal/content/link"
	"estate/internal/content/search"
	"estate/internal/site/compose"
	"estate/internal/site/redirect"
	"estate/internal/site/resolve"
	"estate/internal/site/route"
	"estate/internal/site/syndication"
	"estate/internal/site/view"
)

// serveFeed answers the feed of the blog, of a term and of an author with RSS, and that of a
// search with Atom. Any other path with this suffix is a link.
func (s *Server) serveFeed(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	generation := s.parts.Generation()
	if body, known := s.feeds.get(rawLink(r), generation); known {
		return s.sendFeed(w, r, typeAtom, body)
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
	result, err := s.parts.Resolver.Resolve(ctx, resolve.Request{Link: list.Link, Newest: true})
	if err != nil {
		return err
	}
	if compose.HasSearchFeed(result) && found.Options[optionAuth] == "" {
		return s.writeSearchFeed(w, r, found.Link, result, generation)
	}
	if !hasFeed(result) {
		return s.serveLink(w, r)
	}
	return s.writePostFeed(w, r, found.Link.Route, result)
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

// writePostFeed sends the posts of a list as RSS.
func (s *Server) writePostFeed(w http.ResponseWriter, r *http.Request, self string, result *resolve.Result) error {
	body, err := s.syndication().Posts(r.Context(), self, result)
	if err != nil {
		return err
	}
	return s.sendFeed(w, r, "application/rss+xml; charset=utf-8", body)
}

// writeSearchFeed sends the results of a search as Atom. feed is the link of the feed itself,
// result that of the search. The response is cached for the generation.
func (s *Server) writeSearchFeed(w http.ResponseWriter, r *http.Request, feed link.Link, result *resolve.Result, generation uint64) error {
	body, err := s.syndication().Search(r.Context(), feed, result)
	if err != nil {
		return err
	}
	s.feeds.set(rawLink(r), generation, body)
	return s.sendFeed(w, r, typeAtom, body)
}

func (s *Server) syndication() *syndication.Feeds {
	return &syndication.Feeds{SiteURL: s.cfg.SiteURL, Source: s.parts.Source, Composer: s.parts.Composer, Pictures: s.parts.Pictures}
}

// typeAtom is the type of the feed of a search.
const typeAtom = "application/atom+xml; charset=utf-8"

func (s *Server) sendFeed(w http.ResponseWriter, r *http.Request, kind string, body []byte) error {
	h := w.Header()
	h.Set("Content-Type", kind)
	h["Cache-Control"] = cacheRevalidate
	h.Set("X-Robots-Tag", "noindex, follow")
	return s.writeWithETag(w, r, body)
}

// searchQuery is the query of a search without its order, a feed has the newest first, and
// without the words that set no filter.
func searchQuery(query map[string]string) map[string]string {
	query = maps.Clone(query)
	delete(query, search.KeySort)
	delete(query, keySentence) // words that set no filter
	return query
}

// searchFeedLink is the link of the feed of a page of results, "" for any other page.
func searchFeedLink(v *view.View) string {
	if v.Status != http.StatusOK || v.Screen != view.ScreenProperties && v.Screen != view.ScreenDevelopments {
		return ""
	}
	at, err := link.Parse(v.Link)
	if err != nil {
		return ""
	}
	return link.Stringify(link.Parts{Route: at.Route + strings.TrimPrefix(feedSuffix, "/"), Query: searchQuery(at.Query)})
}
