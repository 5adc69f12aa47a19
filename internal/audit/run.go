package audit

import (
	"context"
	"errors"
	"fmt"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/redirect"
	"estate/internal/resolve"
	"estate/internal/search"
)

// Content is what is looked through; *store.Store has it.
type Content interface {
	content.Source
	// Published counts what is published, by type and language.
	Published(ctx context.Context) ([]content.Published, error)
	// Heads returns links of one type and language, part by part.
	Heads(ctx context.Context, t content.Type, lang i18n.Lang, skip, most int) ([]content.Head, error)
	// Redirects lists the agency's old-to-new pairs.
	Redirects(ctx context.Context) ([]content.RedirectPair, error)
}

// Config says what the content is held against.
type Config struct {
	// Resolver and Redirects are those that answer visitors.
	Resolver  *resolve.Resolver
	Redirects *redirect.Table
	// Hosts are those whose addresses are inside the site.
	Hosts []string
	// HasPicture reports whether the original behind a site path (/media/…) is
	// there; nil believes that all are.
	HasPicture func(path string) bool
	// MaxFindings is the number of findings kept per group; 0 means all.
	MaxFindings int
	// Progress, when set, is called now and then with the entities looked at.
	Progress func(checked int)
}

// partSize is how many entities are listed at a time.
const partSize = 500

// Run looks through everything that is published.
func Run(ctx context.Context, cfg Config, from Content) (*Report, error) {
	if cfg.Resolver == nil || cfg.Redirects == nil {
		return nil, errors.New("audit: it needs the site's resolver and redirects")
	}
	catalog, err := content.LoadCatalog(ctx, from, i18n.Fallback)
	if err != nil {
		return nil, err
	}
	a := &audit{
		catalog: catalog,
		cfg:     cfg, ctx: ctx, from: from, report: &Report{Count: map[Group]int{}, max: cfg.MaxFindings},
		links: newLinks(cfg, from),
	}
	for _, step := range []func() error{a.agency, a.entities, a.pairs} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return a.report, nil
}

type audit struct {
	cfg    Config
	ctx    context.Context
	from   Content
	report *Report
	links  *links

	catalog *search.Catalog
}

// entities looks at everything published, a part at a time.
func (a *audit) entities() error {
	groups, err := a.from.Published(a.ctx)
	if err != nil {
		return err
	}
	for _, group := range groups {
		for skip := 0; skip < group.Count; skip += partSize {
			heads, err := a.from.Heads(a.ctx, group.Type, group.Lang, skip, partSize)
			if err != nil {
				return err
			}
			for i := range heads {
				if err := a.one(&heads[i]); err != nil {
					return fmt.Errorf("%s: %w", where(&heads[i]), err)
				}
			}
		}
	}
	return nil
}

func (a *audit) one(head *content.Head) error {
	if err := a.ctx.Err(); err != nil {
		return err
	}
	lang := head.Lang
	if lang == "" {
		lang = i18n.Fallback
	}
	entity, err := a.from.ByID(a.ctx, lang, head.Type.Endpoint(), head.ID, "")
	if err != nil {
		return err
	}
	a.report.Checked++
	if a.cfg.Progress != nil && a.report.Checked%100 == 0 {
		a.cfg.Progress(a.report.Checked)
	}
	switch e := entity.(type) {
	case *content.Property:
		return errors.Join(a.reach(&e.Head), a.property(e))
	case *content.Development:
		return errors.Join(a.reach(&e.Head), a.development(e))
	case *content.Page:
		return errors.Join(a.reach(&e.Head), a.translations(&e.Head), a.page(e))
	case *content.Post:
		return errors.Join(a.reach(&e.Head), a.translations(&e.Head), a.post(e))
	}
	return nil
}

// where names an entity for people.
func where(head *content.Head) string {
	return fmt.Sprintf("%s %s (%d)", head.Type, head.Link, head.ID)
}
