package conformance

import (
	"context"
	"encoding/json"

	"estate/internal/content/link"
	"estate/internal/site/redirect"
)

// runLegacy looks up the redirect of an old link, with the product's client as the
// source of references.
func runLegacy(ctx context.Context, raw json.RawMessage) []string {
	var c struct {
		caseHead
		In           string
		Backend      map[string]json.RawMessage
		WantRequests []string       `json:"want_requests"`
		WantAuth     map[string]any `json:"want_auth"`
		Want         any
	}
	if err := read(raw, &c); err != nil {
		return []string{err.Error()}
	}
	b, err := newBackend(c.Backend)
	if err != nil {
		return []string{err.Error()}
	}
	cms, err := newCMS(b, sourceSettings{})
	if err != nil {
		return []string{err.Error()}
	}
	table, err := redirect.New(redirect.Config{})
	if err != nil {
		return []string{err.Error()}
	}
	found, err := table.Lookup(ctx, link.Normalize(c.In), cms)
	if err != nil {
		return []string{err.Error()}
	}
	var got any
	if found.Location != "" {
		got = asJSON(map[string]any{"status": found.Status, "location": found.Location, "isExternal": found.External})
	}
	return append(differences("redirect", got, c.Want, true), b.check(c.WantRequests, c.WantAuth, true)...)
}
