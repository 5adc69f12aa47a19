package audit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
	"estate/internal/content/search"
	"estate/internal/site/redirect"
	"estate/internal/site/resolve"
)

// Content is the audited content; *store.Store implements it.
type Content interface {
	content.Source
	// Published counts the published entities by type and language.
	Published(ctx context.Context) ([]content.Published, error)
	// Heads returns up to limit heads of a type and language, after skip others.
	Heads(ctx context.Context, t content.Type, lang i18n.Lang, skip, limit int) ([]content.Head, error)
	// Redirects lists the redirects of the store.
	Redirects(ctx context.Context) ([]content.RedirectPair, error)
}

// Config has the parts of the site that the audit uses.
type Config struct {
	// Resolver and Redirects are those of the site.
	Resolver  *resolve.Resolver
	Redirects *redirect.Table
	// Hosts are the hosts whose URLs belong to the site.
	Hosts []string
	// HasPicture reports whether the original of a site path (/media/…) exists; nil means
	// that all exist.
	HasPicture func(path string) bool
	// Unreadable tells why the file of an image address cannot be shown, "" if it can or is not
	// known; nil means that files are not read.
	Unreadable func(address string) string
	// Sanitizer is that of the site; it tells how texts, films and tours are shown. Nil means that
	// this is not audited.
	Sanitizer *sanitize.Sanitizer
	// Law is what the agency's region requires in an offer.
	Law Law
	// MaxFindings is the number of findings kept per group; 0 means all.
	MaxFindings int
	// Progress is called after every 100 entities with their number; nil means no progress.
	Progress func(checked int)
}

// batchSize is the number of heads of one query.
const batchSize = 500

// Run audits all published content.
func Run(ctx context.Context, cfg Config, from Content) (*Report, error) {
	if cfg.Resolver == nil || cfg.Redirects == nil {
		return nil, errors.New("audit: Config.Resolver or Config.Redirects is missing")
	}
	catalog, err := content.LoadCatalog(ctx, from, i18n.Fallback)
	if err != nil {
		return nil, err
	}
	a := &audit{
		catalog: catalog,
		cfg:     cfg, ctx: ctx, content: from, report: &Report{Count: map[Group]int{}, max: cfg.MaxFindings},
		links: newLinkChecker(cfg, from), hosts: hostCounts{}, owners: map[string]string{}, ignored: map[string]int{},
	}
	for _, step := range []func() error{a.agency, a.entities, a.redirects} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	a.far()
	a.foreignPictures()
	for _, name := range slices.Sorted(maps.Keys(a.ignored)) {
		a.report.add(GroupIgnored, name, fmt.Sprintf("%d homes", a.ignored[name]))
	}
	return a.report, nil
}

type audit struct {
	cfg     Config
	ctx     context.Context
	content Content
	report  *Report
	links   *linkChecker
	hosts   hostCounts

	catalog   *search.Catalog
	positions []position        // of properties, until all are known
	owners    map[string]string // entities by their links
	ignored   map[string]int    // homes by the name of a field that nothing reads
}

// entities audits all published entities in batches.
func (a *audit) entities() error {
	groups, err := a.content.Published(a.ctx)
	if err != nil {
		return err
	}
	for _, group := range groups {
		for skip := 0; skip < group.Count; skip += batchSize {
			heads, err := a.content.Heads(a.ctx, group.Type, group.Lang, skip, batchSize)
			if err != nil {
				return err
			}
			for i := range heads {
				if err := a.entity(&heads[i]); err != nil {
					return fmt.Errorf("%s: %w", where(&heads[i]), err)
				}
			}
		}
	}
	return nil
}

// entity audits one entity.
func (a *audit) entity(head *content.Head) error {
	if err := a.ctx.Err(); err != nil {
		return err
	}
	lang := head.Lang
	if lang == "" {
		lang = i18n.Fallback
	}
	entity, err := a.content.ByID(a.ctx, lang, head.Type.Endpoint(), head.ID, "")
	if err != nil {
		return err
	}
	a.report.Checked++
	if a.cfg.Progress != nil && a.report.Checked%100 == 0 {
		a.cfg.Progress(a.report.Checked)
	}
	a.own(entity, head)
	switch e := entity.(type) {
	case *content.Property:
		return errors.Join(a.ownLink(&e.Head), a.property(e))
	case *content.Development:
		return errors.Join(a.ownLink(&e.Head), a.development(e))
	case *content.Page:
		return errors.Join(a.ownLink(&e.Head), a.translations(&e.Head), a.page(e))
	case *content.Post:
		return errors.Join(a.ownLink(&e.Head), a.translations(&e.Head), a.post(e))
	}
	return nil
}

// where names an entity in a finding.
func where(head *content.Head) string {
	return fmt.Sprintf("%s %s (%d)", head.Type, head.Link, head.ID)
}
