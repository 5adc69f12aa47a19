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

// The names of what a request may carry beside its link (routing contract §8).
const (
	optionAuth = "sourceAuth"
	keyPreview = "preview"
)

// answer is what a link comes to: a view, or another address.
type answer struct {
	view     *view.View
	redirect *content.Redirect
	// private answers carry a credential's fruits: no cache may keep them.
	private bool
}

// answer follows a raw address through the site:
// legacy and normal form → permalink table → source → view.
func (s *Server) answer(ctx context.Context, raw string) (answer, error) {
	hop, err := s.parts.Redirects.Hop(ctx, raw, s.parts.Source)
	if err != nil && !errors.Is(err, link.ErrPage) {
		return answer{}, err
	}
	if hop.Redirect != nil {
		return answer{redirect: hop.Redirect}, nil
	}
	return s.resolve(ctx, hop.Request)
}

func (s *Server) resolve(ctx context.Context, req link.Request) (answer, error) {
	auth := content.Credential(req.Options[optionAuth])
	result, err := s.parts.Resolver.Resolve(ctx, resolve.Request{Link: req.Link, Auth: auth})
	if err != nil {
		return answer{}, err
	}
	private := auth != "" && req.Link.Query[keyPreview] != ""
	if result.Redirect != nil {
		return answer{redirect: s.follow(req, *result.Redirect), private: private}, nil
	}
	v, err := s.parts.Composer.View(ctx, result)
	if err != nil {
		return answer{}, err
	}
	return answer{view: v, private: private}, nil
}

// follow gives an inner redirect the query of the request (routing contract §9.5).
func (s *Server) follow(req link.Request, to content.Redirect) *content.Redirect {
	to.Location = s.parts.Redirects.Follow(req, to)
	return &to
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
