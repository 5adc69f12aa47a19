package replica

import (
	"context"
	"fmt"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store"
)

// Source is a content.Source over a replica. It asks the CMS for drafts and revisions, with
// the editor's credential, and for redirects that the replica lacks.
//
// Until the first copy is complete, its methods fail with content.ErrUnreachable: a page that
// is not copied yet must not count as deleted.
type Source struct {
	*store.Store
	cms           content.Source
	ready         func() bool
	lookupTimeout time.Duration
}

var _ content.Source = (*Source)(nil)

// redirectTimeout bounds the redirect look-up at the CMS. The look-up continues in the
// background if cms coalesces and caches look-ups.
const redirectTimeout = 150 * time.Millisecond

// NewSource returns a source over r and the CMS behind it. cms should cache redirects.
func NewSource(r *Replica, cms content.Source) *Source {
	return &Source{Store: r.store, cms: cms, ready: r.Ready, lookupTimeout: redirectTimeout}
}

func (s *Source) checkReady() error {
	if s.ready() {
		return nil
	}
	return fmt.Errorf("%w: the first copy is not complete", content.ErrUnreachable)
}

// BySlug is content.Source's.
func (s *Source) BySlug(ctx context.Context, lang i18n.Lang, endpoint, slug string) ([]content.Entity, error) {
	if err := s.checkReady(); err != nil {
		return nil, err
	}
	return s.Store.BySlug(ctx, lang, endpoint, slug)
}

// ByID is content.Source's. A request with a credential goes to the CMS, which alone can
// check it.
func (s *Source) ByID(ctx context.Context, lang i18n.Lang, endpoint string, id int, auth content.Credential) (content.Entity, error) {
	if auth != "" {
		return s.cms.ByID(ctx, lang, endpoint, id, auth)
	}
	if err := s.checkReady(); err != nil {
		return nil, err
	}
	return s.Store.ByID(ctx, lang, endpoint, id, "")
}

// Revision is content.Source's. Drafts are never copied, so the CMS answers.
func (s *Source) Revision(
	ctx context.Context, lang i18n.Lang, endpoint string, id int, auth content.Credential,
) (*content.Revision, error) {
	return s.cms.Revision(ctx, lang, endpoint, id, auth)
}

// Archive is content.Source's.
func (s *Source) Archive(ctx context.Context, lang i18n.Lang, q content.ArchiveQuery) (*content.Archive, error) {
	if err := s.checkReady(); err != nil {
		return nil, err
	}
	return s.Store.Archive(ctx, lang, q)
}

// Properties is content.Source's.
func (s *Source) Properties(ctx context.Context, lang i18n.Lang, f search.Filter) (*content.Listing[*content.Property], error) {
	if err := s.checkReady(); err != nil {
		return nil, err
	}
	return s.Store.Properties(ctx, lang, f)
}

// Developments is content.Source's.
func (s *Source) Developments(ctx context.Context, lang i18n.Lang, f search.Filter) (*content.Listing[*content.Development], error) {
	if err := s.checkReady(); err != nil {
		return nil, err
	}
	return s.Store.Developments(ctx, lang, f)
}

// Redirect is content.Source's: the copied pairs first, then the CMS, for lookupTimeout. A
// look-up that fails means no redirect: content.ErrNotFound.
func (s *Source) Redirect(ctx context.Context, link string, depth content.RedirectDepth) (content.Redirect, error) {
	to, err := s.Store.Redirect(ctx, link, depth)
	if !content.IsNotFound(err) {
		return to, err
	}
	// The CMS would only guess a target for deleted content.
	switch _, err := s.Withdrawn(ctx, link); {
	case err == nil:
		return content.Redirect{}, content.ErrNotFound
	case !content.IsNotFound(err):
		return content.Redirect{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.lookupTimeout)
	defer cancel()
	if to, err = s.cms.Redirect(ctx, link, depth); err != nil {
		return content.Redirect{}, content.ErrNotFound
	}
	return to, nil
}
