package server

import (
	"context"
	"errors"
	"net/http"

	"estate/internal/content"
	"estate/internal/link"
	"estate/internal/resolve"
	"estate/internal/view"
)

// optionAuth is the option by which a request carries a credential (routing §8).
const optionAuth = "sourceAuth"

// answer is what a link comes to: a view, or another address.
type answer struct {
	view     *view.View
	redirect *content.Redirect
	// private answers belong to a request that carried a credential: no cache may
	// keep them, and nobody may learn where they came from.
	private bool
}

// answer follows a raw address through the site:
// legacy and normal form → permalink table → source → view.
func (s *Server) answer(ctx context.Context, raw string, hops content.RedirectDepth) (answer, error) {
	if to, err := s.sentenceRedirect(ctx, raw); to != nil || err != nil {
		return answer{redirect: to}, err
	}
	hop, err := s.parts.Redirects.Lookup(ctx, raw, s.parts.Source)
	auth := content.Credential(hop.Options[optionAuth])
	private := auth != ""
	if errors.Is(err, link.ErrPage) {
		return s.compose(ctx, s.parts.Resolver.Refuse(hop.Link), private)
	}
	if err != nil {
		return answer{}, err
	}
	if hop.Failure != nil {
		s.log.WarnContext(ctx, "old reference could not be looked up; its fallback is used", "err", hop.Failure)
	}
	if hop.Location != "" {
		to := content.Redirect{Status: hop.Status, Location: hop.Location, External: hop.External}
		return answer{redirect: &to, private: private || hop.Failure != nil}, nil
	}
	result, err := s.parts.Resolver.Resolve(ctx, resolve.Request{Link: hop.Link, Auth: auth, RedirectDepth: hops})
	if err != nil {
		return answer{}, err
	}
	if result.Redirect != nil {
		to, leads := s.parts.Redirects.Join(ctx, *result.Redirect, raw, s.parts.Source)
		if leads {
			return answer{redirect: &to, private: private}, nil
		}
		result = s.parts.Resolver.Refuse(hop.Link) // it would lead back here for ever
	}
	return s.compose(ctx, result, private)
}

func (s *Server) compose(ctx context.Context, result *resolve.Result, private bool) (answer, error) {
	v, err := s.parts.Composer.View(ctx, result)
	if v != nil && v.Content == nil {
		v.Content = []view.Section{} // a page without any is drawn too
	}
	return answer{view: v, private: private}, err
}

// keepPrivate tells caches, search engines and other sites to forget an answer
// to a request that carried a credential: its very address opens a draft.
func keepPrivate(h http.Header) {
	h["Cache-Control"] = cacheNothing
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Referrer-Policy", "no-referrer")
}

// redirectStatus is the status of a redirect; 301 unless the source named another.
func redirectStatus(to *content.Redirect) int {
	switch to.Status {
	case http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return to.Status
	}
	return http.StatusMovedPermanently
}

// rawLink is the address as the client sent it: nothing decoded, nothing cleaned.
func rawLink(r *http.Request) string {
	raw := r.URL.EscapedPath()
	if raw == "" {
		raw = "/"
	}
	if r.URL.RawQuery != "" {
		raw += "?" + r.URL.RawQuery
	}
	return raw
}
