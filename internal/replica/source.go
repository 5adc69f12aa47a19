package replica

import (
	"context"
	"fmt"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
	"estate/internal/store"
)

// Source answers from the replica, and asks the CMS what only the CMS knows:
// drafts and revisions for an editor's own credential, and where old links lead.
//
// Until everything was copied once, it gives no answer rather than half of one: a
// page that is not copied yet must not count as missing.
type Source struct {
	*store.Store
	cms      content.Source
	ready    func() bool
	patience time.Duration
}

var _ content.Source = (*Source)(nil)

// lookupPatience is how long a visitor waits for the CMS to say where an old link
// leads. The look-up goes on behind the answer, if cms remembers it.
const lookupPatience = 150 * time.Millisecond

// NewSource joins a replica with the CMS behind it. cms should remember redirects.
func NewSource(r *Replica, cms content.Source) *Source {
	return &Source{Store: r.store, cms: cms, ready: r.Ready, patience: lookupPatience}
}

func (s *Source) wait() error {
	if s.ready() {
		return nil
	}
	return fmt.Errorf("%w: the first copy is not complete", content.ErrUnreachable)
}

// BySlug is content.Source's.
func (s *Source) BySlug(ctx context.Context, lang i18n.Lang, endpoint, slug string) ([]content.Entity, error) {
	if err := s.wait(); err != nil {
		return nil, err
	}
	return s.Store.BySlug(ctx, lang, endpoint, slug)
}

// ByID is content.Source's. A credential goes to the CMS, which alone knows
// whether it opens anything.
func (s *Source) ByID(ctx context.Context, lang i18n.Lang, endpoint string, id int, auth content.Credential) (content.Entity, error) {
	if auth != "" {
		return s.cms.ByID(ctx, lang, endpoint, id, auth)
	}
	if err := s.wait(); err != nil {
		return nil, err
	}
	return s.Store.ByID(ctx, lang, endpoint, id, "")
}

// Revision is content.Source's: drafts are never copied.
func (s *Source) Revision(ctx context.Context, lang i18n.Lang, endpoint string, id int, auth content.Credential) (*content.Revision, error) {
	return s.cms.Revision(ctx, lang, endpoint, id, auth)
}

// Archive is content.Source's.
func (s *Source) Archive(ctx context.Context, lang i18n.Lang, q content.ArchiveQuery) (*content.Archive, error) {
	if err := s.wait(); err != nil {
		return nil, err
	}
	return s.Store.Archive(ctx, lang, q)
}

// Properties is content.Source's.
func (s *Source) Properties(ctx context.Context, lang i18n.Lang, f search.Filter) (*content.Listing[*content.Property], error) {
	if err := s.wait(); err != nil {
		return nil, err
	}
	return s.Store.Properties(ctx, lang, f)
}

// Developments is content.Source's.
func (s *Source) Developments(ctx context.Context, lang i18n.Lang, f search.Filter) (*content.Listing[*content.Development], error) {
	if err := s.wait(); err != nil {
		return nil, err
	}
	return s.Store.Developments(ctx, lang, f)
}

// Redirect is content.Source's: first the copied pairs, then the CMS itself, for
// as long as a visitor waits.
func (s *Source) Redirect(ctx context.Context, link string, hops content.RedirectDepth) (content.Redirect, error) {
	to, err := s.Store.Redirect(ctx, link, hops)
	if !content.IsNotFound(err) {
		return to, err
	}
	// Deleted content says so at once; the CMS would only guess.
	switch _, err := s.Withdrawn(ctx, link); {
	case err == nil:
		return content.Redirect{}, content.ErrNotFound
	case !content.IsNotFound(err):
		return content.Redirect{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	if to, err = s.cms.Redirect(ctx, link, hops); err != nil {
		return content.Redirect{}, content.ErrNotFound // a look-up that fails is no redirect
	}
	return to, nil
}
