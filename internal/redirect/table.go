package redirect

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/link"
)

// References finds the home that an old reference names. content.Source does.
type References interface {
	// RedirectReference is the property's link in lang, content.ErrNotFound when there is none.
	RedirectReference(ctx context.Context, lang i18n.Lang, reference string) (string, error)
}

// Config holds what the redirects need to know of the site. The zero value
// knows the legacy rules and the normal form.
type Config struct {
	// Rules tell options and tracking keys from the rest of a query.
	Rules link.Rules
	// Results reports links whose query holds filters; there ?page=2 becomes
	// page/2/ and empty filters are dropped. Nil means that none does.
	Results func(link.Link) bool
	// Hosts are the site's and the content system's. Addresses there are inside the site.
	Hosts []string
	// Pairs are the agency's own, see Table.Replace.
	Pairs []Pair
}

// Validate reports every setting that cannot work, unsound pairs included.
func (c Config) Validate() error {
	_, err := c.index(c.Pairs)
	return errors.Join(c.Rules.Validate(), err)
}

// Table finds where links lead. It is safe for concurrent use.
type Table struct {
	config Config
	fixed  map[string]Pair
	pairs  atomic.Pointer[map[string]Pair]
}

//go:embed legacy.csv
var legacyCSV string

// New builds the table. Unsound pairs are an error that names them.
func New(c Config) (*Table, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	fixed, err := ParseCSV(strings.NewReader(legacyCSV))
	if err != nil {
		return nil, fmt.Errorf("legacy.csv: %w", err)
	}
	t := &Table{config: c}
	if t.fixed, err = c.index(fixed); err != nil {
		return nil, fmt.Errorf("legacy.csv: %w", err)
	}
	return t, t.Replace(c.Pairs)
}

// Replace puts other pairs of the agency's into force, at once and for all
// requests. Chains are folded. The error names unsound pairs, which are left
// out; the others are in force all the same.
func (t *Table) Replace(pairs []Pair) error {
	index, err := t.config.index(pairs)
	t.pairs.Store(&index)
	return err
}

// Find tells where a link leads, through all rules and pairs. An error tells
// that a reference could not be looked up; the redirect beside it is the fallback.
func (t *Table) Find(ctx context.Context, l link.Link, refs References) (content.Redirect, bool, error) {
	l, err := link.Parse(l.String())
	if err != nil {
		return content.Redirect{}, false, err
	}
	own, riding := t.config.Rules.Split(l.Query)
	w := t.walk(ctx, l.WithQuery(own), riding, refs)
	if !w.moved {
		return content.Redirect{}, false, w.failure
	}
	return content.Redirect{Status: w.status, Location: w.location(), External: w.external != ""}, true, w.failure
}
