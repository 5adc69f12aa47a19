package redirect

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"estate/internal/content/i18n"
	"estate/internal/content/link"
)

// References finds the property of an old reference. content.Source implements it.
type References interface {
	// RedirectReference returns the property's link in lang, content.ErrNotFound
	// when the reference is unknown.
	RedirectReference(ctx context.Context, lang i18n.Lang, reference string) (string, error)
}

// Config holds the settings of the redirects. The zero value has the legacy rules
// and the normal form.
type Config struct {
	// Rules separate options and tracking keys from the rest of a query.
	Rules link.Rules
	// Results reports whether the query of a link holds filters: ?page=2 becomes
	// page/2/ and empty filters are dropped there. Nil means never.
	Results func(link.Link) bool
	// Hosts are those of the site and the CMS. Their addresses are inside the site.
	Hosts []string
	// Pairs are the agency's own; Table.Replace changes them later.
	Pairs []Pair
}

// Validate reports every invalid setting, invalid pairs included.
func (c Config) Validate() error {
	_, err := c.index(c.Pairs)
	return errors.Join(c.Rules.Validate(), err)
}

// Table finds redirects. It is safe for concurrent use.
type Table struct {
	config Config
	fixed  map[string]Pair
	pairs  atomic.Pointer[map[string]Pair]
}

//go:embed legacy.csv
var legacyCSV string

// New builds the table. Its error names the invalid pairs.
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

// Replace replaces the agency's pairs for all requests from now on. Chains are
// joined. The error names invalid pairs, which are left out; the others apply.
func (t *Table) Replace(pairs []Pair) error {
	index, err := t.config.index(pairs)
	t.pairs.Store(&index)
	return err
}
