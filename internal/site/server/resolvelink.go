package server

import (
	"context"
	"errors"
	"net/http"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/platform/tracing"
	"estate/internal/site/compose"
	"estate/internal/site/resolve"
)

// optionAuth is the option by which a request carries a credential (routing §8).
const optionAuth = "sourceAuth"

// linkResult is the result of a link: a view or a redirect.
type linkResult struct {
	page     *compose.Encoded // its JSON is behind the buffer of resolveLink
	redirect *content.Redirect
	// private is set for a request with a credential. Caches must not store the response,
	// and other sites must not learn the address.
	private bool
	// shows are the entities that the view is about; only with a CDN.
	shows []content.Ref
}

// resolveLink resolves a link as the client sent it: redirects of old links and to the normal
// form, then the permalink table, the source and the view.
func (s *Server) resolveLink(ctx context.Context, raw string, depth content.RedirectDepth) (linkResult, error) {
	ctx = content.WithBudget(ctx, time.Now().Add(s.cfg.PageTimeout))
	s.warm(ctx, raw)
	if to, err := s.sentenceRedirect(ctx, raw); to != nil || err != nil {
		return linkResult{redirect: to}, err
	}
	found, err := s.parts.Redirects.Lookup(ctx, raw, s.parts.Source)
	auth := content.Credential(found.Options[optionAuth])
	private := auth != "" || hasSecret(raw)
	if errors.Is(err, link.ErrPage) {
		return s.compose(ctx, s.parts.Resolver.Refuse(found.Link), private)
	}
	if err != nil {
		return linkResult{}, err
	}
	if found.Failure != nil {
		s.log.WarnContext(ctx, "old reference could not be looked up; its fallback is used", "err", found.Failure)
	}
	if found.Location != "" {
		to := content.Redirect{Status: found.Status, Location: found.Location, External: found.External}
		if next := found.Target; !found.Moved || len(next.Segments()) == 2 && found.Link.Lang != next.Lang {
			// "/venta/marbella/" leads to the Spanish path, and that to the page of the place.
			to = s.beyondNormalForm(ctx, to, raw, resolve.Request{Link: next, Auth: auth, RedirectDepth: depth})
		}
		return linkResult{redirect: &to, private: private || found.Failure != nil}, nil
	}
	inner, end := tracing.Step(ctx, "resolve")
	result, err := s.parts.Resolver.Resolve(inner, resolve.Request{Link: found.Link, Auth: auth, RedirectDepth: depth})
	end(err)
	if err != nil {
		return linkResult{}, err
	}
	if result.Redirect != nil {
		to, ok := s.parts.Redirects.Join(ctx, *result.Redirect, raw, s.parts.Source)
		if ok {
			return linkResult{redirect: &to, private: private}, nil
		}
		result = s.parts.Resolver.Refuse(found.Link) // the redirect would be a loop
	}
	return s.compose(ctx, result, private)
}

// beyondNormalForm is the redirect of a link that is not in normal form: where the normal form would
// redirect too, it leads to the end at once (decision 2).
func (s *Server) beyondNormalForm(ctx context.Context, normal content.Redirect, raw string, request resolve.Request) content.Redirect {
	result, err := s.parts.Resolver.Resolve(ctx, request)
	if err != nil || result.Redirect == nil {
		return normal
	}
	if to, ok := s.parts.Redirects.Join(ctx, *result.Redirect, raw, s.parts.Source); ok {
		return to
	}
	return normal
}

// warm loads the data that every page of a language needs beside the page itself.
func (s *Server) warm(ctx context.Context, raw string) {
	if s.parts.Warm == nil {
		return
	}
	lang := i18n.Fallback
	if parsed, err := link.Parse(raw); err == nil {
		lang = parsed.Lang
	}
	go s.parts.Warm(ctx, lang)
}

func (s *Server) compose(ctx context.Context, result *resolve.Result, private bool) (linkResult, error) {
	ctx, end := tracing.Step(ctx, "compose")
	page, err := s.parts.Composer.Encode(ctx, result)
	end(err)
	found := linkResult{page: page, private: private}
	if s.cfg.CDN.Enabled {
		found.shows = shownEntities(result)
	}
	return found, err
}

// setPrivate keeps a response out of caches and search engines, and its address from other
// sites: the address of a preview opens a draft.
func setPrivate(h http.Header) {
	h["Cache-Control"] = cacheNoStore
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Referrer-Policy", "no-referrer")
}

// redirectStatus is the status of a redirect, 301 by default.
func redirectStatus(to *content.Redirect) int {
	switch to.Status {
	case http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return to.Status
	}
	return http.StatusMovedPermanently
}

// rawLink is path and query as the client sent them, neither decoded nor cleaned.
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
